import type { Measurement } from "../measure/measure-load.ts";
import { median, ratiosByRound } from "../measure/statistics.ts";
import { chartSvg } from "../report/chart.ts";
import { known, megabytes, oneDecimal, ratio, seconds, whole } from "../report/numbers.ts";
import type { Figure, Table } from "../report/section.ts";

/** What one kind of call cost under load, and the slowest of the first ten before that. */
export interface CallCost extends Measurement {
  readonly firstMs: number;
}

/** What one start of a world cost, and each kind of call on it. */
export interface WorldRound {
  readonly startMs: number;
  /** Right after the first answer. Bytes; not a number where the system does not tell. */
  readonly memory: number;
  /** The most it was by then. Bytes; not a number where the system does not tell. */
  readonly peakMemory: number;
  readonly calls: Readonly<Record<string, CallCost>>;
}

export interface WorldRounds {
  readonly users: number;
  readonly rounds: readonly WorldRound[];
}

/** Microseconds of one call. */
type Cost = (call: CallCost) => number;

/** From one answer to the next, at full load. */
const timeOf: Cost = ({ perSecond }) => 1e6 / perSecond;

/** Of the processors; not a number where the system does not tell. */
const processorOf: Cost = ({ cpuMicros }) => cpuMicros ?? Number.NaN;

/**
 * What a call costs for one of the smallest world: the median over the rounds. By processor time, which other
 * programs disturb less; by time, where the system does not tell.
 */
export function costRatio(worlds: readonly WorldRounds[], rounds: readonly WorldRound[], name: string): number {
  const byProcessor = ratioOf(processorOf, worlds, rounds, name);
  return Number.isNaN(byProcessor) ? ratioOf(timeOf, worlds, rounds, name) : byProcessor;
}

function ratioOf(cost: Cost, worlds: readonly WorldRounds[], rounds: readonly WorldRound[], name: string): number {
  return ratiosByRound(costs(cost, rounds, name), costs(cost, worlds[0]?.rounds ?? [], name)).median;
}

function costs(cost: Cost, rounds: readonly WorldRound[], name: string): readonly number[] {
  return rounds.map(({ calls }) => {
    const call = calls[name];
    return call === undefined ? Number.NaN : cost(call);
  });
}

function costTable(title: string, cost: Cost, worlds: readonly WorldRounds[], names: readonly string[]): Table {
  return {
    title,
    columns: ["call", ...worlds.flatMap(({ users }) => [whole(users), "×"])],
    rows: names.map((name) => [
      name,
      ...worlds.flatMap(({ rounds }) => [
        known(median(costs(cost, rounds, name)), oneDecimal),
        known(ratioOf(cost, worlds, rounds, name), ratio),
      ]),
    ]),
  };
}

export function scaleTables(worlds: readonly WorldRounds[], names: readonly string[]): readonly Table[] {
  return [
    costTable("Processor time of a call, µs", processorOf, worlds, names),
    costTable("Time of a call at full load, µs", timeOf, worlds, names),
    {
      title: "Slowest of the first ten calls of a kind, ms",
      columns: ["call", ...worlds.map(({ users }) => whole(users))],
      rows: names.map((name) => [
        name,
        ...worlds.map(({ rounds }) => known(median(costs(({ firstMs }) => firstMs, rounds, name)), oneDecimal)),
      ]),
    },
    {
      title: "Start",
      columns: ["users", "first answer after", "memory", "at its peak"],
      rows: worlds.map(({ users, rounds }) => [
        whole(users),
        seconds(median(rounds.map(({ startMs }) => startMs))),
        known(median(rounds.map(({ memory }) => memory)), megabytes),
        known(median(rounds.map(({ peakMemory }) => peakMemory)), megabytes),
      ]),
    },
  ];
}

export function scaleFigures(worlds: readonly WorldRounds[], names: readonly string[]): readonly Figure[] {
  const series = names.map((name) => ({
    name,
    points: worlds
      .map(({ users, rounds }) => [users, costRatio(worlds, rounds, name)] as const)
      .filter(([, times]) => !Number.isNaN(times)),
  }));
  const greatest = Math.max(...series.flatMap(({ points }) => points.map(([, times]) => times)));
  const cost = chartSvg({
    title: "Cost of a call as the world grows",
    xLabel: "users in the world",
    yLabel: `× its cost at ${whole(worlds[0]?.users ?? 0)} users`,
    series,
    limit: { value: 1.5, name: "goal: at most 1.5" },
    isLogarithmic: greatest > 10,
  });
  const start = chartSvg({
    title: "Time to the first answer as the world grows",
    xLabel: "users in the world",
    yLabel: "milliseconds",
    isLogarithmic: true,
    series: [
      {
        name: "orgkit mock",
        points: worlds.map(({ users, rounds }) => [users, median(rounds.map(({ startMs }) => startMs))] as const),
      },
    ],
  });
  return [
    { file: "scale.svg", svg: cost, caption: "Cost of a call in worlds of a thousand to a million users" },
    {
      file: "scale-start.svg",
      svg: start,
      caption: "Time to the first answer in worlds of a thousand to a million users",
    },
  ];
}
