import { existsSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { pack } from "./release/packed.fixture.ts";
import { ensureChromium } from "./test/chromium.ts";

/**
 * `npm test`: the tests with a network or a browser, which wait often, and meanwhile the unit tests and the checks of the
 * code. Ends with one line counted from the runners' own reports, and fails if anything failed or nothing ran.
 */
using directory = mkdtempDisposableSync(join(tmpdir(), "orgkit-test-"));
// The compiler and the linter are written in Go: with more memory they take a quarter less time.
process.env["GOGC"] ??= "400";

/** Counts the tests in a report in JUnit's format. A skipped test hides a gap, so it counts as failed. */
function countTests(report: string, hasFailed: boolean) {
  const suites = existsSync(report) ? (readFileSync(report, "utf8").match(/<testsuite .*/g) ?? []) : [];
  const sum = (name: string): number =>
    suites.reduce((total, suite) => total + Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0), 0);
  const failed = sum("failures") + sum("errors") + sum("skipped");
  return { passed: sum("tests") - failed, failed: failed === 0 && hasFailed ? 1 : failed };
}

/** Runs a script of npm where the tests over a network leave a processor idle, so that those do not run into limits. */
async function runBeside(script: string, options: readonly string[] = []) {
  const child = execa({ all: true, reject: false })`npm run --silent ${script} -- ${options}`;
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** Shows its output at its end, since the other tests show theirs meanwhile. */
async function testUnits() {
  const report = join(directory.path, "unit.xml");
  const run = await runBeside("test:unit", ["--reporter=dot", "--reporter=junit", `--outputFile=${report}`]);
  process.stdout.write(`\n${run.all}\n`);
  return countTests(report, run.failed);
}

async function checkCode(): Promise<string | undefined> {
  const { failed, all } = await runBeside("check");
  return failed ? all : undefined;
}

async function testOverNetwork() {
  const report = join(directory.path, "network.xml");
  const environment = {
    CHROMIUM: ensureChromium(),
    // Tests start hundreds of commands, so they use the built one, with a shared compile cache.
    ORGKIT_TEST_CLI: fileURLToPath(new URL("../dist/lib/orgkit.mjs", import.meta.url)),
    ORGKIT_TEST_SUITE: fileURLToPath(new URL("../dist/lib/suite.mjs", import.meta.url)),
    ORGKIT_TEST_PACKAGE: await pack(directory.path),
    NODE_COMPILE_CACHE: join(directory.path, "compiled"),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
  };
  const run = await execa({
    stdio: "inherit",
    env: environment,
    reject: false,
  })`npm run --silent test:network -- --reporter=dot,junit`;
  return countTests(report, run.failed);
}

await execa({ stdout: "inherit", stderr: "inherit" })`npm run --silent generate -- --code`;
const [network, [units, problems]] = await Promise.all([
  testOverNetwork(),
  testUnits().then(async (tested) => [tested, await checkCode()] as const),
]);
const failed = units.failed + network.failed;
if (problems !== undefined) process.stdout.write(`\nThe checks of the code failed (npm run check):\n${problems}\n`);
process.stdout.write(`\n${units.passed + network.passed} passed, ${failed} failed\n`);
process.exitCode = problems === undefined && failed === 0 && units.passed > 0 && network.passed > 0 ? 0 : 1;
