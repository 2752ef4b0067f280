import { parseArgs } from "node:util";
import fc from "fast-check";
import { openDialect } from "../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../fixtures/dialect/built-in.ts";
import { arbitraryDialect } from "../fixtures/dialect/random-dialect.fixture.ts";
import { learnDirectly, type Comparison, roundtripWorld } from "./roundtrip/trial.fixture.ts";

/**
 * `npm run learn:roundtrip`: the mock uses a dialect, `learn` infers it, and a mock with the result gets the same
 * requests: the built-in dialects, then `--random N` others. `--seed S` and `--only I` repeat one, with its dialect
 * file; `--read-only` learns without writes.
 */
const { values } = parseArgs({
  options: {
    random: { type: "string", default: "0" },
    seed: { type: "string" },
    only: { type: "string" },
    "read-only": { type: "boolean", default: false },
  },
});
const count = Number(values.random);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const allowWrites = !values["read-only"];
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const world = await roundtripWorld();

const dialects = [
  ...(await Promise.all(builtInDialectNames.map(openDialect))),
  ...(count === 0 ? [] : fc.sample(arbitraryDialect(), { numRuns: count, seed })),
];

say(`the built-in dialects and ${count} random ones, seed ${seed}${allowWrites ? ", with writes" : ", read only"}`);
const requests: number[] = [];
const created: number[] = [];
const comparisons: Comparison[] = [];
for (const [index, spoken] of dialects.entries()) {
  if (values.only !== undefined && index !== Number(values.only)) continue;
  const { learned, comparison, text } = await learnDirectly(spoken, world, allowWrites);
  comparisons.push(comparison);
  requests.push(learned.requests);
  created.push(learned.created.length);
  const { otherStatus, otherShape, otherValues } = comparison;
  if (otherStatus.length + otherShape.length > 0) {
    const replay = `npm run learn:roundtrip -- --random ${count} --seed ${seed} --only ${index}${allowWrites ? "" : " --read-only"}`;
    say(`✗ ${index} (${learned.requests} requests); replay: ${replay}`);
    for (const difference of [...otherStatus, ...otherShape]) say(`    ${difference}`);
  }
  if (requests.length % 50 === 0) say(`… ${requests.length} of ${count}`);
  if (values.only !== undefined) say(`${otherValues.join("\n")}\n${JSON.stringify(spoken)}\n${text}`);
}
const total = comparisons.reduce((sum, one) => sum + one.requests, 0);
const share = (of: (one: Comparison) => number): string =>
  `${(100 - (100 * comparisons.reduce((sum, one) => sum + of(one), 0)) / total).toFixed(1)} %`;
say(`Of ${total} requests to both mocks, these get the same:
  status  ${share(({ otherStatus }) => otherStatus.length)}
  shape   ${share(({ otherStatus, otherShape }) => otherStatus.length + otherShape.length)}
  reply   ${share((one) => one.otherStatus.length + one.otherShape.length + one.otherValues.length)}`);
const sorted = requests.toSorted((left, right) => left - right);
say(
  `requests of learn: ${sorted[0]} to ${sorted.at(-1)}, median ${sorted[Math.floor(sorted.length / 2)]}; users created: at most ${Math.max(...created)}`,
);
process.exitCode = total > 0 ? 0 : 1;
