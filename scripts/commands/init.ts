import { z } from "zod";
import { plainScreen, terminalScreen, type Screen } from "../init/ask.ts";
import { expectedUrl, ownOrigin, readBaseUrl } from "../init/base-url.ts";
import { isWritten, writeFiles, type PlannedFile } from "../init/files.ts";
import { stepsAfter } from "../init/next-steps.ts";
import { planFiles, setupOf, type Choices } from "../init/plan.ts";
import { chosenText, diffText, foundText, planText, stepsText } from "../init/plan-text.ts";
import { packageManagerOf, readProject, type Project } from "../init/project.ts";
import { tools } from "../init/tools.ts";
import { defineCommand } from "../settings/define-command.ts";
import { onOff, option } from "../settings/option.ts";
import { paint } from "../terminal.ts";

/** The options of `orgkit init`, in the order of its help. */
export const initOptions = z.object({
  yes: option(onOff, "-y, --yes", "write without asking; keep existing files that differ"),
  dryRun: option(onOff, "--dry-run", "show every line that would be written, but write nothing"),
  force: option(onOff, "--force", "overwrite existing files that differ"),
  only: option(
    z.array(z.enum(tools, `expected one of ${tools.join(", ")}`)).optional(),
    "--only <tool>",
    `set up only this tool: ${tools.join(", ")}; repeatable`,
    { defaultText: "all tools found" },
  ),
  baseUrl: option(
    z.string(expectedUrl).transform(readBaseUrl).pipe(z.string(expectedUrl)).optional(),
    "--base-url <url>",
    "the base URL of the API in your application, without /api/v1; / stands for its own origin",
    // ORGKIT_BASE_URL is the target of orgkit conform.
    { defaultText: "from its .env files, or /", variable: "ORGKIT_INIT_BASE_URL" },
  ),
  publicDir: option(
    z.string("expected a directory").min(1, "expected a directory").optional(),
    "--public-dir <dir>",
    "the directory of static files",
    { defaultText: "that of the framework, or public" },
  ),
});

type InitSettings = z.output<typeof initOptions>;

/** `orgkit init`: adds orgkit to the project in this directory, after showing what it writes. */
export default defineCommand(
  {
    name: "init",
    summary: "add orgkit to a frontend project",
    description:
      "Finds Vite, Next, Vitest, Playwright and Storybook in this directory, shows what it would write, asks, and writes the worker script, sample handlers, a config and npm scripts. It never edits your code, and overwrites files only if you agree.",
    options: initOptions,
  },
  async ({ settings, version }) => {
    const { stdin, stdout } = process;
    const isAsking = !settings.yes && !settings.dryRun && stdin.isTTY && stdout.isTTY;
    const screen = isAsking ? terminalScreen(stdin, stdout) : plainScreen(stdout);
    screen.begin(`${paint("bold", "orgkit")} ${version} init`);
    const directory = process.cwd();
    const project = readProject(directory, await packageManagerOf(directory));
    return setUp(project, settings, screen);
  },
);

/**
 * @returns the exit code
 * @throws Error named AbortError if the user aborts; nothing is written then
 */
export async function setUp(project: Project, settings: InitSettings, screen: Screen): Promise<number> {
  const { show, end, ask } = screen;
  show(foundText(project, paint));
  const setup = setupOf(project, await choose(project, settings, ask));
  const planned = planFiles(project, setup).map((file) => (settings.force ? replaced(file) : file));
  show(`${chosenText(setup, paint)}\n\n${planText(planned, paint)}`);
  if (settings.dryRun || (ask === undefined && !settings.yes)) {
    for (const file of planned) {
      if (file.action !== "keep" && file.isForeign !== true) show(diffText(file, paint));
    }
    end(
      settings.dryRun
        ? "Nothing was written (--dry-run)."
        : "Nothing was written, since this is not a terminal. Run with --yes to write without asking.",
    );
    // Nobody asked to write, so this is wrong usage.
    return settings.dryRun ? 0 : 2;
  }

  const files: PlannedFile[] = [];
  for (const file of planned) {
    if (file.action === "leave" && ask !== undefined) show(diffText(file, paint, 20));
    const isOverwritten = file.action === "leave" && (await ask?.confirm(`Overwrite ${file.path}?`, false));
    files.push(isOverwritten === true ? replaced(file) : file);
  }
  if (files.some(isWritten) && (await ask?.confirm("Write this?", true)) === false) {
    end("Nothing was written.");
    return 0;
  }
  writeFiles(files);
  end(writtenText(files, ask === undefined), stepsText(stepsAfter(project, setup), paint));
  return 0;
}

/** Flags win; other choices are asked, and without a terminal, all tools found are set up. */
async function choose(project: Project, settings: InitSettings, ask: Screen["ask"]): Promise<Choices> {
  const { tools: found, baseUrl: given } = project;
  const { only, baseUrl, publicDir } = settings;
  const suggested = given?.url ?? ownOrigin;
  const asked = only === undefined && found.size > 0 ? await ask?.tools(found) : undefined;
  return {
    tools: asked ?? new Set(only ?? found),
    baseUrl: baseUrl ?? (await ask?.baseUrl(suggested)) ?? suggested,
    publicDirectory: publicDir ?? project.publicDirectory,
  };
}

function writtenText(files: readonly PlannedFile[], isUnasked: boolean): string {
  const written = files.filter(isWritten).length;
  const left = files.filter(({ action }) => action === "leave").length;
  const text = written === 0 ? "Nothing to write." : `Wrote ${counted(written)}.`;
  return left > 0 && isUnasked ? `${text} Kept ${counted(left)} with other content; overwrite with --force.` : text;
}

function counted(files: number): string {
  return `${files} ${files === 1 ? "file" : "files"}`;
}

function replaced(file: PlannedFile): PlannedFile {
  return file.action === "leave" ? { ...file, action: "replace" } : file;
}
