import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import { execa } from "execa";

/** The input of a run of the native tests. */
export interface NativeRun {
  /** The options of each Playwright project, by its name. */
  readonly projects: Readonly<Record<string, object>>;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Further members of the config. */
  readonly config?: object;
}

/** A separate Playwright project, like a user's: a config and a spec of two lines. */
export const test = base.extend<{ runNatively: (run: NativeRun) => ReturnType<typeof runIn> }>({
  // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  runNatively: async ({}, use) => {
    const directories: string[] = [];
    await use(async (run) => {
      const directory = mkdtempSync(join(tmpdir(), "orgkit-native-"));
      directories.push(directory);
      return runIn(directory, run);
    });
    for (const directory of directories) rmSync(directory, { recursive: true });
  },
});

export { expect } from "@playwright/test";

/** `npm test` sets the built one, which starts faster: each failure of a test starts a process. */
const suite = process.env["ORGKIT_TEST_SUITE"] ?? fileURLToPath(new URL("suite.ts", import.meta.url));
const playwright = fileURLToPath(new URL("../../node_modules/@playwright/test/cli.js", import.meta.url));

/** Runs the native tests. `directory` is that of its output; the name of a test is `AUTH-04 listInvoices`. */
async function runIn(directory: string, { projects, env, args = [], config = {} }: NativeRun) {
  const listed = Object.entries(projects).map(([name, conformance]) => ({ name, use: { conformance } }));
  // As in a user's project, where orgkit is a package, Playwright compiles nothing of it.
  const build = { external: ["**"] };
  const settings = { workers: 2, reporter: [["line"], ["json"]], build, ...config, projects: listed };
  writeFileSync(join(directory, "package.json"), '{"type":"module"}');
  writeFileSync(join(directory, "playwright.config.ts"), `export default ${JSON.stringify(settings)};`);
  const spec = `import { conformance } from ${JSON.stringify(suite)};\n\nconformance();\n`;
  writeFileSync(join(directory, "conformance.spec.ts"), spec);
  const results = join(directory, "results.json");
  const { exitCode, output } = await runPlaywright(args, directory, { PLAYWRIGHT_JSON_OUTPUT_FILE: results, ...env });
  if (!existsSync(results)) throw new Error(`no results:\n${output}`);
  const { suites }: JSONReport = JSON.parse(readFileSync(results, "utf8"));
  return { exitCode, output, directory, tests: suites.flatMap(testsIn) };
}

/** Runs `npx playwright test` with a clean environment. */
export async function runPlaywright(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const isSet = /^(ORGKIT_|PLAYWRIGHT_|TEST_|FORCE_COLOR$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !isSet.test(name));
  const options = {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    extendEnv: false,
    all: true,
    reject: false,
  };
  const { exitCode, all: output = "" } = await execa(process.execPath, [playwright, "test", ...args], options);
  return { exitCode, output };
}

interface NativeTest {
  readonly project: string;
  readonly name: string;
  readonly status: string | undefined;
  readonly error: string;
  readonly attachments: number;
}

function testsIn({ specs, suites = [] }: JSONReportSuite): readonly NativeTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ projectName: project, results }) =>
      results.slice(-1).map(({ status, error, attachments }) => ({
        project,
        name: title.slice(0, title.indexOf(":")),
        status,
        error: error?.message ?? "",
        attachments: attachments.length,
      })),
    ),
  );
  return [...own, ...suites.flatMap(testsIn)];
}
