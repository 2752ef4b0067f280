import { existsSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { pack } from "./release/packed.fixture.ts";
import { ensureChromium } from "./test/chromium.ts";

/**
 * `npm test`: the unit tests and meanwhile the checks of the code, then the tests with a network or a browser. Ends with
 * one line counted from the runners' own reports, and fails if anything failed or nothing ran.
 */
using directory = mkdtempDisposableSync(join(tmpdir(), "orgkit-test-"));
// The compiler and the linter are written in Go: with more memory they take a quarter less time.
process.env["GOGC"] ??= "400";

/** Runs tests that write their report to a file in JUnit's format. A skipped test hides a gap, so it counts as failed. */
async function runTests(command: string, report: string, environment: Readonly<Record<string, string>> = {}) {
  process.stdout.write(`\n> ${command}\n`);
  const run = await execa({ shell: true, stdio: "inherit", env: environment, reject: false })`${command}`;
  const suites = existsSync(report) ? (readFileSync(report, "utf8").match(/<testsuite .*/g) ?? []) : [];
  const sum = (name: string): number =>
    suites.reduce((total, suite) => total + Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0), 0);
  const failed = sum("failures") + sum("errors") + sum("skipped");
  return { passed: sum("tests") - failed, failed: failed === 0 && run.failed ? 1 : failed };
}

// The checks and the build use the time in which one unit test is left.
async function checkAndPack() {
  const { failed, all } = await execa({ all: true, reject: false })`npm run --silent check`;
  return { problems: failed ? all : undefined, packed: await pack(directory.path) };
}

const [unitReport, networkReport] = [join(directory.path, "unit.xml"), join(directory.path, "network.xml")];
const [{ problems, packed }, units] = await Promise.all([
  checkAndPack(),
  runTests(`npm run --silent test:unit -- --reporter=dot --reporter=junit --outputFile=${unitReport}`, unitReport),
]);
const network = await runTests("npm run --silent test:network -- --reporter=dot,junit", networkReport, {
  CHROMIUM: ensureChromium(),
  // Tests start hundreds of commands, so they use the built one, with a shared compile cache.
  ORGKIT_TEST_CLI: fileURLToPath(new URL("../dist/lib/orgkit.mjs", import.meta.url)),
  ORGKIT_TEST_SUITE: fileURLToPath(new URL("../dist/lib/suite.mjs", import.meta.url)),
  ORGKIT_TEST_PACKAGE: packed,
  NODE_COMPILE_CACHE: join(directory.path, "compiled"),
  PLAYWRIGHT_JUNIT_OUTPUT_FILE: networkReport,
});
const failed = units.failed + network.failed;
if (problems !== undefined) process.stdout.write(`\nThe checks of the code failed (npm run check):\n${problems}\n`);
process.stdout.write(`\n${units.passed + network.passed} passed, ${failed} failed\n`);
process.exitCode = problems === undefined && failed === 0 && units.passed > 0 && network.passed > 0 ? 0 : 1;
