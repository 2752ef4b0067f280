import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { dialectNames } from "../fixtures/dialect/load.ts";
import { fuzz, fuzzParts } from "../mocks/adapters/hostile/fuzz.fixture.ts";

/**
 * `npm run fuzz`: sends the mock requests of all kinds, `--runs N` sequences to each part of it, and fails if a
 * response is wrong, or memory grows. `--part NAME` selects one part; with `--seed S --path P`, and `--dialect D` if
 * one is named, it repeats a failure.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    part: { type: "string" },
    dialect: { type: "string" },
    seed: { type: "string" },
    path: { type: "string" },
  },
});

// The only way to get it from Node at run time.
setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/** Growth after garbage collection that counts as a leak. Megabytes. */
const maxGrowth = 5;

const runs = Number(values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const dialects = values.dialect === undefined ? dialectNames() : [values.dialect];
const chosen = fuzzParts.filter((name) => values.part === undefined || values.part === name);
const isRepeated = values.path !== undefined;
const slices = isRepeated ? [seed] : dialects.map((_, index) => seed + index);

process.stdout.write(`${runs} runs a part, seed ${seed}\n`);
let failed = chosen.length === 0;
for (const name of chosen) {
  const started = performance.now();
  const heaps: number[] = [];
  let done = 0;
  for (const [index, own] of slices.entries()) {
    const dialect = dialects[index % dialects.length] ?? "reference";
    const size = Math.ceil((runs - done) / (slices.length - index));
    const { failure, runs: tried } = await fuzz(name, { runs: size, seed: own, path: values.path }, dialect);
    done += tried;
    if (failure !== undefined) {
      failed = true;
      process.stdout.write(
        `✗ ${name}, dialect ${dialect}; repeat: npm run fuzz -- --part ${name} --dialect ${dialect}\n${failure}\n`,
      );
    }
    heaps.push(heapInUse());
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${name.padEnd(10)} ${String(done).padStart(6)} runs in ${seconds} s, ${memoryText(heaps)}\n`);
}
process.stdout.write(failed ? "✗ failed\n" : "✓ no crash, no 5xx, each reply as it should be\n");
process.exitCode = failed ? 1 : 0;

/** The memory after garbage collection, in megabytes. */
function heapInUse(): number {
  if (typeof collectGarbage === "function") collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** The first slice warms up: what it loads and compiles stays. */
function memoryText(heaps: readonly number[]): string {
  const [, first = 0, ...later] = heaps;
  const last = later.at(-1) ?? first;
  const growth = last - first;
  if (growth > maxGrowth) failed = true;
  return `heap ${first.toFixed(1)} → ${last.toFixed(1)} MB${growth > maxGrowth ? ": it grows" : ""}`;
}
