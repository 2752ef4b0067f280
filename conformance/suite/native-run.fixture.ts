import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { z } from "zod";

/** The input of a run of the native tests. */
export interface NativeRun {
  /** The options of each Playwright project, by its name. */
  readonly projects: Readonly<Record<string, object>>;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Further members of the config. */
  readonly config?: object;
}

export interface NativeResults {
  readonly exitCode: number | null;
  readonly output: string;
  /** The directory of the run's output. */
  readonly directory: string;
  readonly tests: readonly NativeTest[];
}

export interface NativeTest {
  readonly project: string;
  /** `AUTH-04 listInvoices`. */
  readonly name: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly annotations: readonly { readonly type: string; readonly description?: string | undefined }[];
  readonly error: string;
  readonly attachments: number;
}

/** A separate Playwright project, like a user's: a config and a spec of two lines. */
export const test = base.extend<{ runNatively: (run: NativeRun) => Promise<NativeResults> }>({
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

async function runIn(directory: string, { projects, env, args = [], config = {} }: NativeRun): Promise<NativeResults> {
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
  return { exitCode, output, directory, tests: readResults(results, output) };
}

/** Runs `npx playwright test` with a clean environment. */
export async function runPlaywright(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Pick<NativeResults, "exitCode" | "output">> {
  const isSet = /^(ORGKIT_|PLAYWRIGHT_|TEST_|FORCE_COLOR$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !isSet.test(name));
  const child = spawn(process.execPath, [playwright, "test", ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, output };
}

const testSchema = z.object({
  projectName: z.string(),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(
    z.object({
      status: z.enum(["passed", "failed", "skipped"]),
      error: z.object({ message: z.string() }).optional(),
      attachments: z.array(z.unknown()),
    }),
  ),
});

const suiteSchema = z.object({
  specs: z.array(z.object({ title: z.string(), tests: z.array(testSchema) })),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

function readResults(file: string, output: string): readonly NativeTest[] {
  if (!existsSync(file)) throw new Error(`no results:\n${output}`);
  return testsIn(suiteSchema.parse({ specs: [], ...JSON.parse(readFileSync(file, "utf8")) }));
}

function testsIn({ specs, suites = [] }: z.infer<typeof suiteSchema>): readonly NativeTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ projectName: project, annotations, results }) =>
      results.slice(-1).map(({ status, error, attachments }) => ({
        project,
        name: title.slice(0, title.indexOf(":")),
        status,
        annotations,
        error: error?.message ?? "",
        attachments: attachments.length,
      })),
    ),
  );
  return [...own, ...suites.flatMap(testsIn)];
}
