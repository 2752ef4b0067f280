import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { z } from "zod";
import { pack } from "./release/packed.fixture.ts";
import { ensureChromium } from "./test/chromium.ts";

/**
 * `npm test`: the unit tests and meanwhile the checks of the code, then the tests with a network or a browser. Ends with
 * one line counted from the runners' own results, and fails if anything failed or nothing ran.
 */
interface Count {
  readonly passed: number;
  readonly failed: number;
}

// A skipped test hides a gap, so it counts as failed.
const vitestResults = z
  .object({ numPassedTests: z.int(), numTotalTests: z.int() })
  .transform(({ numPassedTests: passed, numTotalTests: all }): Count => ({ passed, failed: all - passed }));

const playwrightResults = z
  .object({
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
    errors: z.array(z.unknown()),
  })
  .transform(({ stats, errors }): Count => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }));

const directory = mkdtempSync(join(tmpdir(), "orgkit-test-"));
// The compiler and the linter are written in Go: with more memory they take a quarter less time.
process.env["GOGC"] ??= "400";

async function run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  process.stdout.write(`\n> ${command}\n`);
  await execa({ shell: true, stdio: "inherit", env: environment, reject: false })`${command}`;
}

/** The output of the checks if they failed. */
async function findProblems(): Promise<string | undefined> {
  const { failed, all } = await execa({ all: true, reject: false })`npm run --silent check`;
  return failed ? all : undefined;
}

function readCount(file: string, schema: z.ZodType<Count>): Count {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function unitTests(): Promise<Count> {
  const file = join(directory, "vitest.json");
  await run(
    `vitest run --config scripts/config/vitest.config.ts --reporter=dot --reporter=json --outputFile.json=${file}`,
  );
  return readCount(file, vitestResults);
}

async function networkTests(packed: string): Promise<Count> {
  const file = join(directory, "playwright.json");
  await run("playwright test --config scripts/config/playwright.config.ts --reporter=dot,json", {
    CHROMIUM: ensureChromium(),
    // Tests start hundreds of commands, so they use the built one, with a shared compile cache.
    ORGKIT_TEST_CLI: fileURLToPath(new URL("../dist/lib/orgkit.mjs", import.meta.url)),
    ORGKIT_TEST_SUITE: fileURLToPath(new URL("../dist/lib/suite.mjs", import.meta.url)),
    ORGKIT_TEST_PACKAGE: packed,
    NODE_COMPILE_CACHE: join(directory, "compiled"),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readCount(file, playwrightResults);
}

// The checks and the build use the time in which one unit test is left.
const checksAndBuild = async () => ({ problems: await findProblems(), packed: await pack(directory) });
const [{ problems, packed }, units] = await Promise.all([checksAndBuild(), unitTests()]);
const counts = [units, await networkTests(packed)];
rmSync(directory, { recursive: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
if (problems !== undefined) process.stdout.write(`\nThe checks of the code failed (npm run check):\n${problems}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = problems === undefined && failed === 0 && counts.every((count) => count.passed > 0) ? 0 : 1;
