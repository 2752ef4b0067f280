import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

/**
 * `npm run test:properties`: runs the property tests of the unit tests with new seeds for `--minutes N`, or once with
 * `--seed S` to repeat a failure. Stops at the first seed with a failing test.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});

const files = globSync("{fixtures,mocks,conformance,scripts}/**/*.test.{ts,tsx}").filter((file) =>
  readFileSync(file, "utf8").includes('from "fast-check"'),
);

function passesWith(seed: number): boolean {
  process.stdout.write(`\n> npm run test:properties -- --seed ${seed}\n`);
  const { status } = spawnSync(
    "vitest",
    ["run", "--config", "scripts/config/vitest.config.ts", "--reporter=dot", ...files],
    {
      stdio: "inherit",
      env: { ...process.env, ORGKIT_TEST_SEED: String(seed) },
    },
  );
  return status === 0;
}

const end = Date.now() + Number(values.minutes) * 60_000;
let passed = true;
do {
  passed = passesWith(values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed));
} while (passed && values.seed === undefined && Date.now() < end);
process.exitCode = passed ? 0 : 1;
