import { cycle, type LoadCall } from "../load/request.ts";
import { measureLoad } from "../measure/measure-load.ts";
import { byName, inRounds, select } from "../measure/rounds.ts";
import { loadTable, speedGoal } from "../report/load-table.ts";
import type { Section } from "../report/section.ts";
import { bare, barePrecomputed } from "../servers/bare.ts";
import { listCall, type Contender } from "../servers/contender.ts";
import { orgkitMock } from "../servers/orgkit.ts";
import { prismWithLog } from "../servers/prism.ts";
import type { Bench } from "./part.ts";

/** How many pages of 20 users each server answers in a second: the first again and again, and all in turn. */
export async function list({ rounds, seconds, peers, say }: Bench): Promise<Section> {
  const orgkit = orgkitMock();
  const withLog = orgkitMock({ name: "orgkit, with its log", flags: [] });
  const contenders = [bare, barePrecomputed, orgkit, withLog, ...peers];
  const results = await inRounds(contenders, { count: rounds, say }, async (server, contender) => ({
    first: await measureLoad(server, { load: cycle(pages(contender, 1)), seconds }),
    varied: await measureLoad(server, { load: cycle(pages(contender, 50)), seconds, warmUpSeconds: 0.5 }),
  }));
  const first = select(results, (result) => result.first);
  const varied = select(results, (result) => result.varied);
  return {
    title: "listUsers",
    method:
      "A page of 20 of 1,000 users, over 32 connections. Ratios are medians over the rounds. The columns on the right say how many processors the server, the load and all other programs kept busy: a window that others disturbed is measured up to three times, and where they took some even so, the processor time of a call says more than the calls in a second. The load keeps one to itself, but for WireMock, which works on several.",
    tables: [
      loadTable("The first page", first, bare),
      loadTable("All 50 pages in turn; servers that are told their answer give the first on each", varied, bare),
    ],
    goals: [
      speedGoal("listUsers", first, orgkit, bare, 0.85),
      speedGoal("listUsers, all pages", varied, orgkit, bare, 0.85),
      // As people start them: either writes a line for each call.
      ...(first.has(prismWithLog)
        ? [speedGoal("listUsers, both with their log,", first, withLog, prismWithLog, 20)]
        : []),
    ],
    data: byName(results),
  };
}

function pages(contender: Contender, count: number): readonly LoadCall[] {
  return Array.from({ length: count }, (_, index) => listCall(contender, index + 1));
}
