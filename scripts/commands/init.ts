import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { z } from "zod";
import { inputError } from "../../fixtures/input/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/files/write-file.ts";
import {
  findConfigToExclude,
  sampleFiles,
  sampleToken,
  type SampleFile,
  readBaseUrl,
  readProject,
  type Project,
} from "../init/project.ts";
import { configNames, findConfigFile, readConfigFile } from "../../fixtures/settings/config-file.ts";
import { onOff, option } from "../../fixtures/settings/settings.ts";
import { paint, print } from "../terminal/terminal.ts";
import { defineCommand } from "./define-command.ts";

const expectedUrl = "expected an absolute URL, or a path of the application's own origin: https://api.example, /";

/** The options of `orgkit init`, in the order of its help. */
const initOptions = z.object({
  dryRun: option(onOff, {
    flags: "--dry-run",
    description: "show the text of each file that would be written, but write nothing",
  }),
  force: option(onOff, { flags: "--force", description: "overwrite files of the same names that differ" }),
  worker: option(onOff, {
    flags: "--worker",
    description: "with Vite: mock with MSW's service worker, for builds without a server, instead of the Vite plugin",
  }),
  baseUrl: option(z.string(expectedUrl).transform(readBaseUrl).pipe(z.string(expectedUrl)).optional(), {
    flags: "--base-url <url>",
    description: "the base URL of the API in your application, without /api/v1; / stands for its own origin",
    defaultText: "from its .env files, or /",
    // ORGKIT_BASE_URL is the target of orgkit conform.
    variable: "ORGKIT_INIT_BASE_URL",
  }),
});

/** `orgkit init`: adds orgkit to the project in this directory. */
export default defineCommand(
  {
    name: "init",
    summary: "add orgkit to a frontend project",
    description:
      "Finds Vite, Vitest and Playwright in this directory, and writes orgkit.config.yaml, which all of them read, a sample test, and what Vite needs. It edits no file of yours.",
    options: initOptions,
  },
  async ({ settings }) => {
    const project = await readProject(process.cwd());
    const { baseUrl: configured, tools } = project;
    if (!Object.values(tools).includes(true)) {
      throw inputError(
        "this project",
        "package.json",
        "it has none of vite, vitest, @playwright/test; run this in your application",
      );
    }
    const config = findConfigFile(process.cwd());
    const declared = (await readConfigFile(config)).project.baseUrl;
    const found = [{ url: settings.baseUrl }, { url: declared, from: config }, configured];
    const { url: baseUrl = "/", from } = found.find((source) => source?.url !== undefined) ?? {};
    print(`Base URL  ${baseUrl}${from === undefined ? "" : ` ${paint("dim", `from ${from}`)}`}`);
    if (configured !== undefined && configured.url !== baseUrl) {
      print(`Careful: ${configured.from} is ${configured.url}; requests to it do not reach the mock.`);
    }
    print("");
    const files = sampleFiles(project, baseUrl, settings.worker).filter(
      ({ path }) => config === undefined || path !== configNames[0],
    );
    if (config !== undefined) print(`  keep     ${config}`);
    for (const file of files) writeSample(project, file, settings);
    if (settings.dryRun) print("", "Nothing was written (--dry-run).");
    print(
      "",
      "Next",
      ...stepsAfter(project, baseUrl, files, settings.worker).map((step, index) => `  ${index + 1}. ${step}`),
    );
  },
);

/** Writes a file, and says what became of it. */
function writeSample(
  project: Project,
  { path, text }: SampleFile,
  { dryRun, force }: { readonly dryRun: boolean; readonly force: boolean },
): void {
  const file = join(project.directory, path);
  const present = existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : undefined;
  const isWorker = path.endsWith("/mockServiceWorker.js");
  // Only msw writes its worker script; each version has its own.
  const mayReplace = force || (isWorker && present?.includes("Mock Service Worker") === true);
  if (present === text) return print(`  keep     ${path}`);
  if (present !== undefined && !mayReplace) return print(`  differs  ${path}; --force overwrites it`);
  print(`  ${present === undefined ? "create " : "replace"}  ${path}`);
  if (!dryRun) {
    makeDirectory(dirname(file));
    writeWholeFile(file, text);
  } else if (!isWorker) print(text.trimEnd().replaceAll(/^(?=.)/gm, "    "));
}

/** A directory as an import from another one names it: `./orgkit`. */
function importPath(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** What is left to do for the user, since no code is edited. */
function stepsAfter(
  project: Project,
  baseUrl: string,
  files: readonly SampleFile[],
  isWithWorker: boolean,
): readonly string[] {
  const { dependencies, publicDirectory, sourceDirectory, testDirectory, tools } = project;
  const needsWorker = tools.vite && isWithWorker;
  const missing = ["orgkit", ...(needsWorker || tools.vitest ? ["msw"] : [])].filter((name) => !dependencies.has(name));
  const hasWorker = files.some(({ path }) => path.endsWith("/mockServiceWorker.js"));
  const condition = tools.playwright ? " && !navigator.webdriver" : "";
  const excluding = findConfigToExclude(project);
  const urlInBrowser = isWithWorker
    ? baseUrl.replace(/\/$/, "")
    : new URL(baseUrl, "http://x").pathname.replace(/\/$/, "");
  const source = /<script\b[^>]*\bsrc=["']\.?\/?([^"':?#]+\.[cm]?[jt]sx?)["']/i.exec(project.read("index.html"))?.[1];
  const entry = source ?? `src/main.${project.language}`;
  return [
    missing.length > 0 && `Install what is missing: npm install -D ${missing.join(" ")}`,
    tools.vite &&
      !isWithWorker &&
      `Let Vite's dev server and preview answer: add this to your plugins, in ${project.findConfig("vite") ?? `vite.config.${project.language}`}:

       import { orgkit } from "orgkit/vite";

       export default { plugins: [orgkit()] };
`,
    tools.vite &&
      !isWithWorker &&
      !baseUrl.startsWith("/") &&
      `In development, request the application's own origin instead of ${new URL(baseUrl).origin}: only that reaches Vite. In .env.development: ${project.baseUrl?.name ?? "VITE_API_URL"}=${urlInBrowser}`,
    needsWorker && !hasWorker && `Write the worker script: npx msw init ${publicDirectory} --save`,
    needsWorker &&
      `Start the mock before the application is rendered, in ${entry}:

       if (import.meta.env.DEV${condition}) {
         const { startMock } = await import("${importPath(posix.dirname(entry), sourceDirectory)}/browser.js");
         await startMock();
       }
`,
    tools.vite && `Request ${urlInBrowser}/api/v1/users with the header Authorization: Bearer ${sampleToken}`,
    tools.vitest && `Run the sample test: npx vitest run ${sourceDirectory}`,
    excluding !== undefined &&
      `Keep Vitest from Playwright's tests, in ${excluding}: test: { exclude: [...configDefaults.exclude, "${testDirectory}/**"] }`,
    tools.playwright &&
      `Run the sample test, with your pages at use.baseURL: npx playwright test ${testDirectory}/orgkit`,
    "Over HTTP, with a console: npx orgkit mock. To judge a service: npx orgkit conform",
  ].filter((step) => step !== false);
}
