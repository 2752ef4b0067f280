import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { readText } from "../../fixtures/read-text.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";
import { parseBaseUrl, readFile, readProject, tools, type Project } from "../init/project.ts";
import { sampleFiles, sampleToken, type SampleFile } from "../init/samples.ts";
import { defineCommand } from "../settings/define-command.ts";
import { onOff, option } from "../settings/option.ts";
import { print } from "../terminal.ts";

const expectedUrl = "expected an absolute URL, or a path of the application's own origin: https://api.example, /";

/** The options of `orgkit init`, in the order of its help. */
export const initOptions = z.object({
  dryRun: option(onOff, "--dry-run", "show what would be written, but write nothing"),
  force: option(onOff, "--force", "overwrite existing files that differ"),
  baseUrl: option(
    z.string(expectedUrl).transform(parseBaseUrl).pipe(z.string(expectedUrl)).optional(),
    "--base-url <url>",
    "the base URL of the API in your application, without /api/v1; / stands for its own origin",
    // ORGKIT_BASE_URL is the target of orgkit conform.
    { defaultText: "from its .env files, or /", variable: "ORGKIT_INIT_BASE_URL" },
  ),
  publicDir: option(
    z.string("expected a directory").min(1, "expected a directory").default("public"),
    "--public-dir <dir>",
    "the directory of static files",
  ),
});

type InitSettings = z.output<typeof initOptions>;

/** `orgkit init`: adds orgkit to the project in this directory. It never edits files, and never overwrites unasked. */
export default defineCommand(
  {
    name: "init",
    summary: "add orgkit to a frontend project",
    description:
      "Finds Vite, Vitest and Playwright in this directory, and writes for each a set-up file and a sample test, and for Vite the worker script. Existing files stay, unless you give --force. Run it again after an upgrade of msw.",
    options: initOptions,
  },
  ({ settings }) => {
    const project = readProject(process.cwd(), settings.baseUrl);
    if (project.tools.size === 0) {
      const problem = `expected one of the packages ${tools.join(", ")} in package.json; without them, run orgkit mock`;
      throw new InputError("this project", [{ at: "package.json", problem }]);
    }
    const worker = project.tools.has("vite") ? workerScript(project, settings.publicDir) : undefined;
    const files = [...(worker === undefined ? [] : [worker]), ...sampleFiles(project)];
    for (const file of files) print(place(project, file, settings));
    if (settings.dryRun) print("", "Nothing was written (--dry-run).");
    print("", ...nextSteps(project, worker !== undefined));
    return Promise.resolve(0);
  },
);

/** msw's worker script, of the version that the project has; `undefined` if it has none. */
function workerScript({ directory }: Project, publicDirectory: string): SampleFile | undefined {
  try {
    const script = createRequire(join(directory, "package.json")).resolve("msw/mockServiceWorker.js");
    return { path: join(publicDirectory, "mockServiceWorker.js"), text: readText(script, "worker script") };
  } catch {
    return undefined;
  }
}

/**
 * Writes a file, unless it exists with other content.
 * @returns a line about it
 * @throws InputError if it cannot be written
 */
function place({ directory }: Project, { path, text }: SampleFile, { dryRun, force }: InitSettings): string {
  const present = readFile(directory, path);
  // The worker script is msw's: one of another version is replaced.
  const isReplaceable = force || path.endsWith("mockServiceWorker.js");
  const action =
    present === undefined ? "create" : present === text ? "keep" : isReplaceable ? "replace" : "differs, kept";
  if (!dryRun && (action === "create" || action === "replace")) {
    try {
      makeDirectory(dirname(join(directory, path)));
      writeWholeFile(join(directory, path), text);
    } catch (error) {
      const problem = `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
      throw new InputError("this project", [{ at: path, problem }]);
    }
  }
  const line = `  ${action.padEnd(14)}${path}${action === "differs, kept" ? "; overwrite it with --force" : ""}`;
  return dryRun && action === "create" ? `${line}\n\n${text.length > 5000 ? "    (msw's)\n" : indented(text)}` : line;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}

/** What the user does next: code is never edited. */
function nextSteps(
  { directory, tools: found, dependencies, language, baseUrl, inEnv }: Project,
  hasWorker: boolean,
): string[] {
  const missing = ["orgkit", "msw"].filter((name) => !dependencies.has(name));
  const main = ["src/main.tsx", "src/main.ts", "src/main.jsx", "src/main.js"].find((path) =>
    existsSync(join(directory, path)),
  );
  const steps = [
    ...(inEnv === undefined || inEnv.url === baseUrl
      ? []
      : [`Your application may use another base URL: ${inEnv.url} (${inEnv.from}), but --base-url is ${baseUrl}`]),
    ...(missing.length === 0 ? [] : [`Install ${missing.join(" and ")}: npm i -D ${missing.join(" ")}`]),
    ...(found.has("vite") && !hasWorker ? ["Write the worker script: npx msw init public"] : []),
    ...(found.has("vite")
      ? [
          `Start the mock before the application is rendered, in ${main ?? `src/main.${language}`}:

       if (import.meta.env.DEV) {
         const { startMock } = await import("./mocks/browser");
         await startMock();
       }
`,
        ]
      : []),
    `Request ${baseUrl === "/" ? "" : baseUrl}/api/v1/users with the header Authorization: Bearer ${sampleToken}`,
    ...(found.has("vitest") ? ["Run the sample test: npx vitest run src/mocks"] : []),
    ...(found.has("playwright") ? ["Run the sample test: npx playwright test e2e/users.spec"] : []),
  ];
  return ["Next", ...steps.map((step, index) => `  ${index + 1}. ${step}`)];
}
