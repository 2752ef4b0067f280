import type { Command } from "commander";
import { askBaseUrl, askTools, confirm, openTerminal, type Asked } from "../init/ask.ts";
import { ownOrigin } from "../init/base-url.ts";
import { stepsAfter } from "../init/next-steps.ts";
import { planFiles, setupOf, type Choices } from "../init/plan.ts";
import { chosenText, diffText, foundText, planText, stepsText } from "../init/plan-text.ts";
import { isWritten, type PlannedFile } from "../init/planned-file.ts";
import { readProject, type Project } from "../init/project.ts";
import { writeFiles } from "../init/write-files.ts";
import { defineCommand } from "../settings/define-command.ts";
import { paintFor } from "../terminal.ts";
import { initOptions, type InitSettings } from "./init-options.ts";

/** `orgkit init`: sets the project in this folder up, after it showed what it writes. */
export function initCommand(version: string): Command {
  return defineCommand(
    {
      name: "init",
      summary: "set a frontend project up: worker script, sample handlers, config",
      description:
        "Looks for Vite, Next, Vitest, Playwright and Storybook in this folder; shows what it would write, asks, and writes it: the worker script, sample handlers, a config and npm scripts. It edits no code of yours, and overwrites nothing unasked.",
      options: initOptions,
    },
    async ({ settings }) => {
      const isAsking = !settings.yes && !settings.dryRun && process.stdin.isTTY && process.stdout.isTTY;
      const asked = isAsking ? openTerminal(process.stdin, process.stdout) : undefined;
      say(`${paint("bold", "orgkit")} ${version} init\n`);
      try {
        return await init(readProject(process.cwd()), settings, asked);
      } finally {
        asked?.close();
      }
    },
  );
}

const paint = paintFor(process.stdout);

/** @returns the exit code */
async function init(project: Project, settings: InitSettings, asked: Asked | undefined): Promise<number> {
  say(`${foundText(project, paint)}${asked === undefined ? "" : "\n"}`);
  const choices = await choose(project, settings, asked);
  const setup = setupOf(project, choices);
  const planned = planFiles(project, choices);
  const overwritten = planned.map((file) => (settings.force && file.action === "leave" ? replaced(file) : file));
  say(`${asked === undefined ? "" : "\n"}${chosenText(setup, paint)}\n\n${planText(overwritten, paint)}\n`);
  if (settings.dryRun || (asked === undefined && !settings.yes)) return withoutWriting(overwritten, settings);

  const files = asked === undefined ? overwritten : await askToOverwrite(asked, overwritten);
  if (asked !== undefined && files.some(isWritten) && !(await confirm(asked, "Write this?", true))) {
    say("Nothing was written.");
    return 0;
  }
  writeFiles(files);
  say(`${writtenText(files, asked === undefined)}\n`);
  say(stepsText(stepsAfter(project, setup), paint));
  return 0;
}

/** Flags win; what they leave open a person is asked, and who asks nothing gets all that was found. */
async function choose(project: Project, settings: InitSettings, asked: Asked | undefined): Promise<Choices> {
  const found = [...project.tools];
  const suggested = project.baseUrl?.url ?? ownOrigin;
  const { only, baseUrl, publicDir } = settings;
  return {
    tools:
      only !== undefined || asked === undefined || found.length === 0
        ? new Set(only ?? found)
        : await askTools(asked, found),
    baseUrl: baseUrl ?? (asked === undefined ? suggested : await askBaseUrl(asked, suggested)),
    publicFolder: publicDir ?? project.publicFolder,
  };
}

/** Without a terminal to ask in, and without `--yes`, writing would be unasked for: that is wrong usage. */
function withoutWriting(files: readonly PlannedFile[], { dryRun }: InitSettings): number {
  for (const file of files) {
    if (file.action !== "keep" && file.isForeign !== true) say(`${diffText(file, paint)}\n`);
  }
  say(
    dryRun
      ? "Nothing was written (--dry-run)."
      : "Nothing was written: there is no terminal to ask in. Give --yes to write it.",
  );
  return dryRun ? 0 : 2;
}

/** Shows in what a file differs before it asks. */
async function askToOverwrite(asked: Asked, files: readonly PlannedFile[]): Promise<readonly PlannedFile[]> {
  const decided: PlannedFile[] = [];
  for (const file of files) {
    if (file.action === "leave") say(diffText(file, paint, 20));
    const isOverwritten = file.action === "leave" && (await confirm(asked, `Overwrite ${file.path}?`, false));
    if (file.action === "leave") say("");
    decided.push(isOverwritten ? replaced(file) : file);
  }
  return decided;
}

function writtenText(files: readonly PlannedFile[], isUnasked: boolean): string {
  const written = files.filter(isWritten).length;
  const left = files.filter(({ action }) => action === "leave").length;
  return [
    written === 0 ? "Nothing to write." : `Wrote ${counted(written)}.`,
    ...(left > 0 && isUnasked ? [`Left ${counted(left)} of other content as it was; --force overwrites.`] : []),
  ].join(" ");
}

function counted(files: number): string {
  return `${files} ${files === 1 ? "file" : "files"}`;
}

function replaced(file: PlannedFile): PlannedFile {
  return { ...file, action: "replace" };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
