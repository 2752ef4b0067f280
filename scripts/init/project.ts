import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findBaseUrl, type FoundBaseUrl } from "./base-url.ts";
import { readPackageFile, type PackageFile } from "./package-file.ts";
import { packageManagerOf, type PackageManager } from "./package-manager.ts";
import { publicFolder } from "./public-folder.ts";
import { textIn } from "./text-in.ts";
import { tools, toolSigns, type Tool } from "./tools.ts";

/** A frontend project as `orgkit init` finds it. Folders are relative to it, with slashes. */
export interface Project {
  readonly folder: string;
  readonly package: PackageFile | undefined;
  readonly tools: ReadonlySet<Tool>;
  readonly language: "ts" | "js";
  readonly manager: PackageManager;
  readonly baseUrl: FoundBaseUrl | undefined;
  readonly publicFolder: string;
  /** Where mocks are kept. */
  readonly mocksFolder: string;
  /** What Node's rules demand of a relative import, also where a bundler reads it. */
  readonly importExtension: "" | ".js";
  /** Where Playwright fixtures are kept: a path without its extension. */
  readonly fixtures: string;
}

/**
 * Looks at the project in a folder; of a workspace, at this package alone.
 * @throws InputError where its package.json cannot be read
 */
export function readProject(folder: string): Project {
  const found = readPackageFile(folder);
  const names = readdirSync(folder);
  const dependencies = found?.dependencies ?? new Set<string>();
  const mocksFolder = mocksFolderOf(folder);
  const language = names.includes("tsconfig.json") || dependencies.has("typescript") ? "ts" : "js";
  return {
    folder,
    package: found,
    tools: toolsOf(dependencies, names),
    language,
    importExtension: language === "js" || nodeResolution.test(textIn(folder, "tsconfig.json")) ? ".js" : "",
    manager: packageManagerOf(folder),
    baseUrl: findBaseUrl(folder, [`${mocksFolder}/simulation.ts`, `${mocksFolder}/simulation.js`]),
    publicFolder: publicFolder(folder, dependencies),
    mocksFolder,
    fixtures: fixturesOf(folder, testFolderOf(folder, names)),
  };
}

/** A tsconfig by which TypeScript refuses an import without an extension. */
const nodeResolution = /"extends"[^\n]*@tsconfig\/node|"module(?:Resolution)?"\s*:\s*"node(?:\d\d|next)"/i;

/** Vite beside Next is there for Next's tests or stories: it does not serve the application. */
function toolsOf(dependencies: ReadonlySet<string>, names: readonly string[]): ReadonlySet<Tool> {
  const found = new Set(tools.filter((tool) => shows(tool, dependencies, names)));
  if (found.has("next")) found.delete("vite");
  return found;
}

function shows(tool: Tool, dependencies: ReadonlySet<string>, names: readonly string[]): boolean {
  const { dependency, file } = toolSigns[tool];
  return dependencies.has(dependency) || names.some((name) => file.test(name));
}

/** By the convention of msw; where handlers of the project's own are there already, a folder within. */
function mocksFolderOf(folder: string): string {
  const usual = existsSync(join(folder, "src")) ? "src/mocks" : "mocks";
  const mocks = firstFolder(folder, ["src/mocks", "mocks"]) ?? usual;
  const own = firstFolder(folder, [`${mocks}/browser.ts`, `${mocks}/browser.js`]);
  const isOurs = own === undefined || textIn(folder, own).includes("orgkit");
  return isOurs ? mocks : `${mocks}/orgkit`;
}

/** As the config of Playwright says, where it says so in so many words. */
function testFolderOf(folder: string, names: readonly string[]): string {
  const config = names.find((name) => toolSigns.playwright.file.test(name));
  const named = /\btestDir:\s*["'`](?:\.\/)?([\w./-]*?)\/*["'`]/.exec(textIn(folder, config))?.[1];
  if (named !== undefined && named !== "" && named !== ".") return named;
  return firstFolder(folder, ["e2e", "tests/e2e", "tests"]) ?? "e2e";
}

/** Fixtures of the project's own keep their name, a directory too: an import of it would get ours instead. */
function fixturesOf(folder: string, testFolder: string): string {
  const usual = `${testFolder}/fixtures`;
  const own = firstFolder(folder, [`${usual}.ts`, `${usual}.js`, usual]);
  return own === undefined || textIn(folder, own).includes("orgkit") ? usual : `${testFolder}/orgkit-fixtures`;
}

export function firstFolder(project: string, folders: readonly string[]): string | undefined {
  return folders.find((folder) => existsSync(join(project, folder)));
}
