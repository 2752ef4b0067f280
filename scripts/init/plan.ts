import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownOrigin } from "./base-url.ts";
import { withScripts } from "./package-scripts.ts";
import { planFile, type PlannedFile } from "./planned-file.ts";
import type { Project } from "./project.ts";
import { browserFile } from "./templates/browser.ts";
import { configFile, configNames } from "./templates/config.ts";
import { nextFile } from "./templates/next.ts";
import { playwrightFile } from "./templates/playwright.ts";
import type { SampleFile, Setup } from "./templates/setup.ts";
import { simulationFile } from "./templates/simulation.ts";
import { storybookFile } from "./templates/storybook.ts";
import { suiteFiles } from "./templates/suite.ts";
import { vitestFiles } from "./templates/vitest.ts";
import { browserTools, tools as allTools, type Tool } from "./tools.ts";
import { planWorkerScript } from "./worker-script.ts";

/** What the user decides. */
export interface Choices {
  readonly tools: ReadonlySet<Tool>;
  /** As `readBaseUrl` returns it. */
  readonly baseUrl: string;
  readonly publicFolder: string;
}

/** What the samples of a project depend on. */
export function setupOf(project: Project, { tools, baseUrl }: Choices): Setup {
  return {
    tools,
    projectTools: new Set([...project.tools, ...tools]),
    language: project.language,
    importExtension: project.importExtension,
    isModule: project.package?.isModule === true,
    baseUrl,
    mocksFolder: project.mocksFolder,
    fixtures: project.fixtures,
  };
}

/** Whether a page of the project has the service in its browser: by a tool, or where no tool is known at all. */
export function isInBrowser({ tools }: Pick<Setup, "tools">): boolean {
  return tools.size === 0 || browserTools.some((tool) => tools.has(tool));
}

/**
 * Plans all files of a set-up; nothing is written.
 * @throws InputError where one cannot be written where it belongs
 */
export function planFiles(project: Project, choices: Choices): readonly PlannedFile[] {
  const setup = setupOf(project, choices);
  const files = [...samples(setup), ...newConfig(project, setup)];
  const unedited = otherTexts(project, setup);
  return [
    ...(isInBrowser(setup) ? [planWorkerScript(project.folder, choices.publicFolder)] : []),
    ...files.map((file) => planFile(project.folder, file, "leave", unedited)),
    ...packageWithScripts(project),
  ];
}

/** All files but those that are there in part: the worker script, the config, package.json. */
export function samples(setup: Setup): readonly SampleFile[] {
  const { tools } = setup;
  return [
    simulationFile(setup),
    ...(isInBrowser(setup) ? [browserFile(setup)] : []),
    ...(tools.has("next") ? [nextFile(setup)] : []),
    ...(tools.has("storybook") ? [storybookFile(setup)] : []),
    ...(tools.has("vitest") ? vitestFiles(setup) : []),
    ...(tools.has("playwright") ? [playwrightFile(setup), ...suiteFiles(setup)] : []),
  ];
}

/** What a run with other tools or another base URL wrote: nobody edited it, so it can be brought up to date. */
function otherTexts({ baseUrl: found }: Project, setup: Setup): ReadonlySet<string> {
  const urls = new Set([setup.baseUrl, found?.url ?? ownOrigin, ownOrigin, "/x", "https://api.example"]);
  const toolSets = allTools.reduce<Tool[][]>((sets, tool) => sets.concat(sets.map((set) => set.concat(tool))), [[]]);
  const setups = [...urls].flatMap((baseUrl) =>
    toolSets.map((set): Setup => ({ ...setup, baseUrl, tools: new Set(allTools), projectTools: new Set(set) })),
  );
  return new Set(setups.flatMap((other) => [...samples(other), configFile(other)]).map(({ text }) => text));
}

/** A second config would have no effect. */
function newConfig({ folder }: Project, setup: Setup): readonly SampleFile[] {
  const file = configFile(setup);
  return configNames.some((name) => name !== file.path && existsSync(join(folder, name))) ? [] : [file];
}

function packageWithScripts({ folder, package: found }: Project): readonly PlannedFile[] {
  if (found === undefined) return [];
  const { text, added, others } = withScripts(found);
  const notes = [
    ...(added.length === 0 ? [] : [`scripts ${added.join(", ")}`]),
    ...others.map((name) => `your script ${name} stays`),
  ];
  const planned = planFile(folder, { path: "package.json", text }, "change");
  return [notes.length === 0 ? planned : { ...planned, note: notes.join("; ") }];
}
