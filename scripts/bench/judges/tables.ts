import { median } from "../measure/statistics.ts";
import { known, seconds, unknown } from "../report/numbers.ts";
import type { Table } from "../report/section.ts";
import { areaOf, isAccused, isRightOperation, isRightRule, newFailures, type Opinion } from "./found.ts";
import type { Judge, Verdict } from "./judge.ts";

/** What one judge said of all servers. */
export interface TrackRecord {
  readonly judge: Judge;
  /** Of the plain server that conforms. */
  readonly reference: Verdict;
  /** Of those that break a rule. */
  readonly broken: readonly Opinion[];
  /** Of those that conform, the plain one left out. */
  readonly conforming: readonly Opinion[];
}

/** How many are found and how many blamed, and what it takes. */
export function summaryTable(records: readonly TrackRecord[]): Table {
  const [{ broken, conforming } = { broken: [], conforming: [] }] = records;
  return {
    columns: [
      "judge",
      `found of ${broken.length} broken`,
      "at the right operation",
      "by the right rule",
      `blamed of ${conforming.length} conforming`,
      "no result",
      "median a server",
      "processor time",
      "a failure names",
    ],
    texts: ["a failure names"],
    rows: records.map((record) => {
      const { judge, reference } = record;
      const all = [...record.broken, ...record.conforming];
      const namesRules = all.some(({ failures }) => failures.some(({ rule }) => rule !== undefined));
      const found = record.broken.filter((opinion) => isAccused(opinion, reference));
      return [
        judge.name,
        String(found.length),
        String(found.filter((opinion) => isRightOperation(opinion, reference)).length),
        namesRules ? String(found.filter((opinion) => isRightRule(opinion, reference)).length) : unknown,
        String(record.conforming.filter((opinion) => isAccused(opinion, reference)).length),
        String(all.filter(({ problem }) => problem !== undefined).length),
        seconds(median(all.map(({ cost }) => cost.ms))),
        known(median(all.map(({ cost }) => cost.cpuMs ?? Number.NaN)), seconds),
        judge.tells,
      ];
    }),
  };
}

/** How many are found of those that break a rule of each area. */
export function areaTable(records: readonly TrackRecord[]): Table {
  const strangers = records[0]?.broken.map(({ stranger }) => stranger) ?? [];
  const areas = Map.groupBy(strangers, areaOf);
  return {
    title: "Found, by the area of the broken rule",
    columns: ["area", "servers", ...records.map(({ judge }) => judge.name)],
    rows: [...areas].map(([area, { length }]) => [
      area,
      String(length),
      ...records.map(({ broken, reference }) =>
        String(broken.filter((opinion) => areaOf(opinion.stranger) === area && isAccused(opinion, reference)).length),
      ),
    ]),
  };
}

/** Which conforming servers are blamed, and by whom. */
export function blameTable(records: readonly TrackRecord[]): Table {
  return {
    title: "Blamed though they conform",
    columns: ["server", "is odd in that it", "blamed by"],
    texts: ["is odd in that it", "blamed by"],
    rows: (records[0]?.conforming ?? []).flatMap(({ stranger: { id, sentence } }) => {
      const by = records.filter(({ conforming, reference }) =>
        conforming.some((opinion) => opinion.stranger.id === id && isAccused(opinion, reference)),
      );
      return by.length === 0 ? [] : [[id, sentence, by.map(({ judge }) => judge.name).join("; ")]];
    }),
  };
}

/** What each can never see, and why. */
export function blindnessTable(records: readonly TrackRecord[]): Table {
  return {
    title: "What they cannot see",
    columns: ["judge", "is blind to"],
    texts: ["is blind to"],
    rows: records.map(({ judge }) => [judge.name, judge.blindTo]),
  };
}

/** For tools: what each judge said of each server. */
export function opinionData(records: readonly TrackRecord[]): object {
  const told = (reference: Verdict, opinion: Opinion): object => ({
    server: opinion.stranger.id,
    breaks: opinion.stranger.breaks,
    failures: newFailures(opinion, reference).map(({ name }) => name),
    ...(opinion.problem === undefined ? {} : { problem: opinion.problem }),
    ms: Math.round(opinion.cost.ms),
    cpuMs: opinion.cost.cpuMs,
  });
  return Object.fromEntries(
    records.map(({ judge, reference, broken, conforming }) => [
      judge.name,
      {
        reference: reference.failures.map(({ name }) => name),
        servers: [...broken, ...conforming].map((opinion) => told(reference, opinion)),
      },
    ]),
  );
}
