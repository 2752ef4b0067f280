import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";
import { ownOrigin } from "./base-url.ts";
import { planFile, type PlannedFile } from "./files.ts";
import { withScripts } from "./package-scripts.ts";
import type { Project } from "./project.ts";
import { browserFile, nextFile, simulationFile, storybookFile } from "./templates/browser.ts";
import { configNames } from "../settings/config-file.ts";
import { configFile } from "./templates/config.ts";
import type { SampleFile, Setup } from "./templates/setup.ts";
import { playwrightFiles, vitestFiles } from "./templates/tests.ts";
import { isInBrowser, tools as allTools, type Tool } from "./tools.ts";

/** The user's choices. */
export type Choices = Pick<Setup, "tools" | "baseUrl" | "publicDirectory">;

/** What the samples of a project depend on. */
export function setupOf(project: Project, choices: Choices): Setup {
  return { ...project, ...choices, projectTools: new Set([...project.tools, ...choices.tools]) };
}

/**
 * Plans all files of a set-up; nothing is written.
 * @throws InputError if one cannot be written
 */
export function planFiles(project: Project, setup: Setup): readonly PlannedFile[] {
  const config = configFile(setup);
  // A second config would have no effect.
  const hasOther = project.first(configNames.filter((name) => name !== config.path)) !== undefined;
  const files = hasOther ? samples(setup) : [...samples(setup), config];
  const unedited = otherTexts(project, setup);
  return [
    ...(isInBrowser(setup.tools) ? [planWorkerScript(project.directory, setup.publicDirectory)] : []),
    ...files.map((file) => planFile(project.directory, file, "leave", unedited)),
    ...planPackage(project),
  ];
}

/** All files that are completely ours: all but the worker script, the config and package.json. */
export function samples(setup: Setup): readonly SampleFile[] {
  const { tools } = setup;
  return [
    simulationFile(setup),
    ...(isInBrowser(tools) ? [browserFile(setup)] : []),
    ...(tools.has("next") ? [nextFile(setup)] : []),
    ...(tools.has("storybook") ? [storybookFile(setup)] : []),
    ...(tools.has("vitest") ? vitestFiles(setup) : []),
    ...(tools.has("playwright") ? playwrightFiles(setup) : []),
  ];
}

/** Texts of runs with other tools or another base URL: unedited, so they can be updated. */
function otherTexts({ baseUrl: found }: Project, setup: Setup): ReadonlySet<string> {
  const urls = new Set([setup.baseUrl, found?.url ?? ownOrigin, ownOrigin, "/x", "https://api.example"]);
  const toolSets = allTools.reduce<Tool[][]>((sets, tool) => sets.concat(sets.map((set) => set.concat(tool))), [[]]);
  const setups = [...urls].flatMap((baseUrl) =>
    toolSets.map((set): Setup => ({ ...setup, baseUrl, tools: new Set(allTools), projectTools: new Set(set) })),
  );
  return new Set(setups.flatMap((other) => [...samples(other), configFile(other)]).map(({ text }) => text));
}

function planPackage({ directory, package: found }: Project): readonly PlannedFile[] {
  if (found === undefined) return [];
  const { text, added, others } = withScripts(found);
  const notes = others.map((name) => `your script ${name} stays`);
  if (added.length > 0) notes.unshift(`scripts ${added.join(", ")}`);
  return [{ ...planFile(directory, { path: "package.json", text }, "change"), note: notes.join("; ") }];
}

/** Plans msw's worker script. One of another msw version is replaced. */
function planWorkerScript(project: string, directory: string): PlannedFile {
  const path = posix.join(directory.replaceAll("\\", "/"), "mockServiceWorker.js");
  const planned = planFile(project, { path, text: workerScript(project) }, "replace");
  if (planned.present !== undefined && !/Mock Service Worker/i.test(planned.present)) {
    throw unusable(path, "your own file has this name; move it, or set another directory with --public-dir");
  }
  return { ...planned, isForeign: true, note: "msw's" };
}

/** The script of orgkit's msw; without one, of the project's. */
function workerScript(project: string): string {
  const name = "msw/mockServiceWorker.js";
  for (const from of [import.meta.url, join(project, "package.json")]) {
    try {
      return readFileSync(createRequire(from).resolve(name), "utf8");
    } catch {
      // The next one may be found.
    }
  }
  throw unusable("msw", "msw is not installed; run npm install --save-dev msw");
}

function unusable(at: string, problem: string): InputError {
  return new InputError("the worker script", [{ at, problem }]);
}
