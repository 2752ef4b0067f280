import { parseArgs } from "node:util";
import fc from "fast-check";
import { markdownTable } from "markdown-table";
import { arbitraryDialect } from "../fixtures/dialect/random-dialect.fixture.ts";
import { recoveryOf, type Recovery } from "./roundtrip/recovery.fixture.ts";
import { learnDirectly } from "./roundtrip/trial.fixture.ts";
import { roundtripWorld } from "./roundtrip/world.fixture.ts";

/**
 * `npm run learn:roundtrip`: the mock uses random dialects, `learn` infers each, and the recovered keys are counted.
 * `--random N` sets the number; `--seed S` and `--only I` repeat one, with its dialect file; `--read-only` learns
 * without writes.
 */
const { values } = parseArgs({
  options: {
    random: { type: "string", default: "200" },
    seed: { type: "string" },
    only: { type: "string" },
    "read-only": { type: "boolean", default: false },
  },
});
const count = Number(values.random);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const allowWrites = !values["read-only"];
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const world = roundtripWorld();

say(`${count} random dialects, seed ${seed}${allowWrites ? ", with writes" : ", read only"}`);
const recoveries: Recovery[] = [];
const requests: number[] = [];
const created: number[] = [];
for (const [index, spoken] of fc.sample(arbitraryDialect(), { numRuns: count, seed }).entries()) {
  if (values.only !== undefined && index !== Number(values.only)) continue;
  const trial = await learnDirectly(spoken, world, { allowWrites });
  const found = recoveryOf(trial, allowWrites);
  recoveries.push(...found);
  requests.push(trial.learned.requests);
  created.push(trial.learned.created.length);
  const missed = found.filter(({ outcome }) => outcome === "unset" || outcome === "wrong");
  if (missed.length > 0) {
    const replay = `npm run learn:roundtrip -- --random ${count} --seed ${seed} --only ${index}${allowWrites ? "" : " --read-only"}`;
    say(`✗ ${index} (${trial.learned.requests} requests); replay: ${replay}`);
    for (const { key, outcome, detail } of missed) say(`    ${key} ${outcome}: ${detail}`);
  }
  if (requests.length % 50 === 0) say(`… ${requests.length} of ${count}`);
  if (values.only !== undefined) say(`${JSON.stringify(spoken)}\n${trial.text}`);
}
say(recoveryTable(recoveries));
const sorted = requests.toSorted((left, right) => left - right);
say(
  `requests ${sorted[0]} to ${sorted.at(-1)}, median ${sorted[Math.floor(sorted.length / 2)]}; users created at most ${Math.max(...created)}`,
);
process.exitCode = recoveries.length > 0 && !recoveries.some(({ outcome }) => outcome === "wrong") ? 0 : 1;

/** How often each key was recovered. */
function recoveryTable(found: readonly Recovery[]): string {
  const byKey = [...Map.groupBy(found, ({ key }) => key)].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const rows = [...byKey, ["all", found] as const].map(([key, own]) => {
    const times = (outcome: Recovery["outcome"]): number => own.filter((one) => one.outcome === outcome).length;
    const shown = own.length - times("hidden");
    const share = shown === 0 ? "–" : `${((100 * times("recovered")) / shown).toFixed(1)} %`;
    return [key, ...(["recovered", "unset", "wrong", "hidden"] as const).map(times).map(String), share];
  });
  const head = ["key", "recovered", "unset", "wrong", "not shown", "of what shows"];
  return markdownTable([head, ...rows], { align: ["l", "r", "r", "r", "r", "r"] });
}
