import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { markdownTable } from "markdown-table";
import { arbitraryDialect } from "../fixtures/dialect/random-dialect.fixture.ts";
import type { Dialect } from "../fixtures/dialect/dialect.ts";
import { compareAgain, differencesIn, recoveryOf, type Recovery } from "./roundtrip/recovery.fixture.ts";
import { learnDirectly } from "./roundtrip/trial.fixture.ts";
import { differentResponses, visitRecovery } from "./roundtrip/visit-recovery.fixture.ts";
import { isVisitable, learnVisit } from "./roundtrip/visit.fixture.ts";
import { roundtripWorld } from "./roundtrip/world.fixture.ts";

/**
 * `npm run learn:roundtrip`: the mock uses random dialects, `learn` infers each, and the recovered keys are counted;
 * then a mock uses the learned dialect, and `diff` must find no difference. `--random N` sets the number; `--seed S`
 * and `--only I` repeat one, with its dialect file; `--read-only` learns without writes.
 *
 * `npm run learn:har`: the same from a HAR file of a visit to each: everything that the visit shows must be recovered,
 * and a mock with the learned dialect must respond to the recorded requests in the same way.
 */
const { values } = parseArgs({
  options: {
    har: { type: "boolean", default: false },
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

/** A learned dialect, compared with the one of the mock. */
interface Tried {
  readonly recoveries: readonly Recovery[];
  /** What differs between the mock and one with the learned dialect, of how many comparisons. */
  readonly differences: readonly string[];
  readonly compared: number;
  readonly requests: number;
  readonly created: number;
  readonly text: string;
}

async function tryDirectly(spoken: Dialect): Promise<Tried> {
  const trial = await learnDirectly(spoken, world, { allowWrites });
  const { requests, created } = trial.learned;
  const comparison = await compareAgain(trial, world);
  const differences = differencesIn(comparison);
  const recoveries = recoveryOf(trial, allowWrites);
  const { compared } = comparison;
  return { recoveries, differences, compared, requests, created: created.length, text: trial.text };
}

async function tryVisit(spoken: Dialect): Promise<Tried> {
  const directory = mkdtempSync(join(tmpdir(), "orgkit-visits-"));
  try {
    const visit = await learnVisit(spoken, world, join(directory, "visit.har"));
    const { length } = visit.requests;
    const differences = await differentResponses(visit, world);
    const recoveries = visitRecovery(visit);
    return { recoveries, differences, compared: length, requests: length, created: 0, text: visit.text };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

say(`${count} random dialects, seed ${seed}${values.har ? "" : allowWrites ? ", with writes" : ", read only"}`);
const random = values.har ? arbitraryDialect().filter(isVisitable) : arbitraryDialect();
const all: Tried[] = [];
for (const [index, spoken] of fc.sample(random, { numRuns: count, seed }).entries()) {
  if (values.only !== undefined && index !== Number(values.only)) continue;
  const tried = await (values.har ? tryVisit(spoken) : tryDirectly(spoken));
  all.push(tried);
  const missed = tried.recoveries.filter(({ outcome }) => outcome === "unset" || outcome === "wrong");
  if (missed.length + tried.differences.length > 0) {
    const script = values.har ? "learn:har" : "learn:roundtrip";
    const replay = `npm run ${script} -- --random ${count} --seed ${seed} --only ${index}${allowWrites ? "" : " --read-only"}`;
    say(`✗ ${index} (${tried.requests} requests); replay: ${replay}`);
    for (const { key, outcome, detail } of missed) say(`    ${key} ${outcome}: ${detail}`);
    for (const words of tried.differences) say(`    differs again: ${words}`);
  }
  if (values.only !== undefined) say(`${JSON.stringify(spoken)}\n${tried.text}`);
}
const recoveries = all.flatMap((tried) => tried.recoveries);
say(recoveryTable(recoveries));
const requests = all.map((tried) => tried.requests).toSorted((left, right) => left - right);
const differing = all.flatMap(({ differences }) => differences).length;
say(
  `requests ${requests[0]} to ${requests.at(-1)}, median ${requests[Math.floor(requests.length / 2)]}; users created at most ${Math.max(...all.map(({ created }) => created))}`,
);
say(
  `the mock on what was learned, asked again: ${differing} differences in ${all.reduce((sum, { compared }) => sum + compared, 0)} compared`,
);
// Of a visit, everything that it shows must be recovered.
const isFault = ({ outcome }: Recovery): boolean => outcome === "wrong" || (values.har && outcome === "unset");
process.exitCode = recoveries.length > 0 && differing === 0 && !recoveries.some(isFault) ? 0 : 1;

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
