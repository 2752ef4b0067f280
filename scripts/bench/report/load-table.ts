import { isDisturbed, type Measurement } from "../measure/measure-load.ts";
import { roundsOf, type Results } from "../measure/rounds.ts";
import { median, ratiosByRound, spreadOf } from "../measure/statistics.ts";
import type { Contender } from "../servers/contender.ts";
import { atLeast, withNotes, type Goal } from "./goals.ts";
import { known, milliseconds, oneDecimal, range, ratio, whole } from "./numbers.ts";
import type { Table } from "./section.ts";

/** What several servers did under one load, each beside the one they are measured by. */
export function loadTable(title: string, results: Results<Measurement>, base: Contender): Table {
  return {
    title,
    columns: [
      "server",
      "requests/s",
      "least – most",
      `× ${base.name}`,
      "CPU µs a call",
      `calls by CPU × ${base.name}`,
      "p50",
      "p99",
      "CPUs: server",
      "load",
      "others",
    ],
    rows: [...results].map(([contender, rounds]) => {
      const perSecond = spreadOf(rounds.map((round) => round.perSecond));
      return [
        contender.name,
        whole(perSecond.median),
        range(perSecond, whole),
        ratio(speedRatio(results, contender, base)),
        known(median(rounds.map(cpuMicros)), oneDecimal),
        known(cpuRatio(results, contender, base), ratio),
        milliseconds(median(rounds.map((round) => round.p50Ms))),
        milliseconds(median(rounds.map((round) => round.p99Ms))),
        known(median(rounds.map((round) => round.serverBusy ?? Number.NaN)), ratio),
        ratio(median(rounds.map((round) => round.clientBusy))),
        known(median(rounds.map((round) => round.othersBusy ?? Number.NaN)), ratio),
      ];
    }),
  };
}

/** That a contender answers at least so many times what another does; beside it the same by processor time. */
export function speedGoal(
  what: string,
  results: Results<Measurement>,
  contender: Contender,
  base: Contender,
  limit: number,
): Goal {
  const goal = atLeast(`${what} × ${base.name}`, speedRatio(results, contender, base), limit, ratio);
  const byCpu = cpuRatio(results, contender, base);
  return withNotes(goal, [
    ...(Number.isNaN(byCpu) ? [] : [`by CPU time ${ratio(byCpu)}`]),
    ...disturbanceNotes(results, contender, base),
  ]);
}

/** Says so where other programs disturbed one of the two. */
export function disturbanceNotes(
  results: Results<Measurement>,
  ...contenders: readonly Contender[]
): readonly string[] {
  return contenders.some((one) => isDisturbed(roundsOf(results, one))) ? ["disturbed by other programs"] : [];
}

/** How many calls a second there were for one of the base: the median over the rounds. */
function speedRatio(results: Results<Measurement>, contender: Contender, base: Contender): number {
  const [speeds, baseSpeeds] = [contender, base].map((one) => roundsOf(results, one).map((round) => round.perSecond));
  return ratiosByRound(speeds ?? [], baseSpeeds ?? []).median;
}

/** How many calls a second of processor time serves for one of the base; not a number where the system does not tell. */
function cpuRatio(results: Results<Measurement>, contender: Contender, base: Contender): number {
  const [costs, baseCosts] = [contender, base].map((one) => roundsOf(results, one).map(cpuMicros));
  return ratiosByRound(baseCosts ?? [], costs ?? []).median;
}

function cpuMicros(round: Measurement): number {
  return round.cpuMicros ?? Number.NaN;
}
