import { oneCall } from "../load/one-call.ts";
import type { Load } from "../load/request.ts";
import { measureLoad } from "../measure/measure-load.ts";
import { processUse } from "../measure/process-tree.ts";
import { inRounds } from "../measure/rounds.ts";
import { median } from "../measure/statistics.ts";
import { atMost } from "../report/goals.ts";
import { megabytes, ratio, seconds as inSeconds, whole } from "../report/numbers.ts";
import type { Section } from "../report/section.ts";
import { orgkitMock } from "../servers/orgkit.ts";
import type { Bench } from "./part.ts";
import { scaleCalls } from "./scale-calls.ts";
import { costRatio, scaleFigures, scaleTables, type CallCost, type WorldRounds } from "./scale-tables.ts";

/** From small to large: the first is the one the others are measured by. */
const sizes = [1000, 100_000, 1_000_000];

/** As many as there are different filters, so that the load that follows meets none for the first time. */
const firstCalls = 10;

/** What calls cost in a large world, beside what they cost in a small one. */
export async function scale({ rounds, seconds, say }: Bench): Promise<Section> {
  const mocks = sizes.map((users) => orgkitMock({ name: `crowd:${users}`, world: `crowd:${users}` }));
  const results = await inRounds(mocks, { count: rounds, say }, async (server, contender) => {
    const { memory = Number.NaN, peakMemory = Number.NaN } = processUse(server.pid) ?? {};
    const calls: Record<string, CallCost> = {};
    for (const { name, load } of await scaleCalls(server, contender)) {
      say(`  ${name}`);
      try {
        const firstMs = await slowestFirst(server.port, load);
        calls[name] = { ...(await measureLoad(server, { load, seconds: seconds / 2, warmUpSeconds: 0.5 })), firstMs };
      } catch (error) {
        // One kind of call that a large world cannot bear leaves the others to be measured.
        say(`  ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return { startMs: server.startMs, memory, peakMemory, calls };
  });
  const worlds: readonly WorldRounds[] = sizes.map((users, index) => ({
    users,
    rounds: [...results.values()][index] ?? [],
  }));
  const largest = worlds.at(-1)?.rounds ?? [];
  const names = Object.keys(worlds[0]?.rounds[0]?.calls ?? {});
  return {
    title: "Scale",
    method: `Worlds of ${sizes.map(whole).join(", ")} users. Calls come over 32 connections as fast as they are answered; × is beside the smallest world of the same round, and the goals go by processor time. Filtered pages are the second five users of each status and role in turn; where a creation goes before each, nothing worked out earlier holds. The first ten calls of a kind are made one after the other, without a load: what is worked out only once shows there. Memory is that of the whole process, right after its first answer.`,
    tables: scaleTables(worlds, names),
    goals: [
      ...names.map((name) =>
        atMost(`${name}: cost at a million × at a thousand`, costRatio(worlds, largest, name), 1.5, ratio),
      ),
      atMost("start with a million users", median(largest.map(({ startMs }) => startMs)), 10_000, inSeconds),
      atMost("peak memory of a start with a million", median(largest.map((world) => world.peakMemory)), 1e9, megabytes),
    ],
    figures: scaleFigures(worlds, names),
    data: worlds,
  };
}

/** The slowest of the first calls of a kind, each made alone. Milliseconds. */
async function slowestFirst(port: number, load: Load): Promise<number> {
  let slowest = 0;
  for (let call = 0; call < firstCalls; call += 1) slowest = Math.max(slowest, await oneCall(port, load));
  return slowest;
}
