import { creations } from "../load/creations.ts";
import { cycle, type Load } from "../load/request.ts";
import { measureLoad, type Measurement } from "../measure/measure-load.ts";
import { byName, inRounds, roundsOf, select, type Results } from "../measure/rounds.ts";
import { median, ratiosByRound, spreadOf } from "../measure/statistics.ts";
import { atMost, withNotes, type Goal } from "../report/goals.ts";
import { disturbanceNotes } from "../report/load-table.ts";
import { milliseconds, range, ratio, whole } from "../report/numbers.ts";
import type { Section, Table } from "../report/section.ts";
import { bare } from "../servers/bare.ts";
import { listCall, type Contender } from "../servers/contender.ts";
import { orgkitMock } from "../servers/orgkit.ts";
import type { Bench } from "./part.ts";

/** In how many rounds the rate is found. */
const mostLimits = 3;

/** How late answers come where calls come at a fixed rate: half of what bare `node:http` can take. */
export async function latency({ rounds, seconds, say }: Bench): Promise<Section> {
  const orgkit = orgkitMock();
  const contenders = [bare, orgkit];
  const limits = await inRounds([bare], { count: Math.min(rounds, mostLimits), say }, async (server) => ({
    list: await measureLoad(server, { load: listing(bare), seconds }),
    create: await measureLoad(server, { load: creations(bare), seconds }),
  }));
  const rates = {
    list: halfOf(select(limits, (limit) => limit.list)),
    create: halfOf(select(limits, (limit) => limit.create)),
  };
  const results = await inRounds(contenders, { count: rounds, say }, async (server, contender) => ({
    list: await measureLoad(server, { load: listing(contender), seconds, rate: rates.list }),
    create: await measureLoad(server, { load: creations(contender), seconds, rate: rates.create }),
  }));
  const lists = select(results, (result) => result.list);
  const creates = select(results, (result) => result.create);
  return {
    title: "Latency",
    method:
      "Calls are due at fixed moments, half as many a second as bare node:http took at most, and a latency counts from the moment the call was due. Whatever else the machine does shows here first: the least of the rounds is the least disturbed.",
    tables: [
      latencyTable(`listUsers, ${whole(rates.list)} calls a second`, lists),
      latencyTable(`createUser, ${whole(rates.create)} calls a second`, creates),
    ],
    goals: [goal("listUsers", lists, orgkit), goal("createUser", creates, orgkit)],
    data: { rates, rounds: byName(results) },
  };
}

/** Half of what bare `node:http` took in its best round: calls a second. */
function halfOf(limits: Results<Measurement>): number {
  return spreadOf(roundsOf(limits, bare).map(({ perSecond }) => perSecond)).greatest / 2;
}

function listing(contender: Contender): Load {
  return cycle([listCall(contender, 1)]);
}

function latencyTable(title: string, results: Results<Measurement>): Table {
  return {
    title,
    columns: ["server", "p50", "p99", "least – most", `p99 × ${bare.name}`],
    rows: [...results].map(([contender, rounds]) => {
      const p99 = spreadOf(rounds.map((round) => round.p99Ms));
      return [
        contender.name,
        milliseconds(median(rounds.map((round) => round.p50Ms))),
        milliseconds(p99.median),
        range(p99, milliseconds),
        ratio(p99Ratio(results, contender)),
      ];
    }),
  };
}

function p99Ratio(results: Results<Measurement>, contender: Contender): number {
  const [values, base] = [contender, bare].map((one) => roundsOf(results, one).map((round) => round.p99Ms));
  return ratiosByRound(values ?? [], base ?? []).median;
}

function goal(operation: string, results: Results<Measurement>, contender: Contender): Goal {
  const measured = atMost(`p99 of ${operation} × ${bare.name}`, p99Ratio(results, contender), 2, ratio);
  return withNotes(measured, disturbanceNotes(results, contender, bare));
}
