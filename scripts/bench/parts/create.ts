import { creations } from "../load/creations.ts";
import { measureLoad } from "../measure/measure-load.ts";
import { byName, inRounds } from "../measure/rounds.ts";
import { loadTable, speedGoal } from "../report/load-table.ts";
import type { Section } from "../report/section.ts";
import { bare } from "../servers/bare.ts";
import { orgkitMock } from "../servers/orgkit.ts";
import type { Bench } from "./part.ts";

/** How many users each server creates in a second. */
export async function create({ rounds, seconds, peers, say }: Bench): Promise<Section> {
  const orgkit = orgkitMock();
  const results = await inRounds([bare, orgkit, ...peers], { count: rounds, say }, (server, contender) =>
    measureLoad(server, { load: creations(contender), seconds }),
  );
  return {
    title: "createUser",
    method: "Users with addresses of their own, over 32 connections, into the 1,000 that are there; in memory.",
    tables: [loadTable("One creation after the other", results, bare)],
    goals: [speedGoal("createUser", results, orgkit, bare, 0.6)],
    data: byName(results),
  };
}
