import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { detect, type Agent } from "package-manager-detector";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { readText } from "../../fixtures/read-text.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { findBaseUrl } from "./base-url.ts";
import { isUsed, tools } from "./tools.ts";

/** A frontend project. Paths are relative to its directory, with slashes. */
export type Project = ReturnType<typeof readProject>;

/** The package manager; in a workspace, found in the directories above, up to the repository. */
export async function packageManagerOf(directory: string): Promise<Agent> {
  const found = await detect({ cwd: directory, stopDir: (above) => existsSync(join(above, ".git")) });
  return found?.agent ?? "npm";
}

/** A tsconfig in which TypeScript rejects an import without an extension. */
const nodeResolution = /"extends"[^\n]*@tsconfig\/node|"module(?:Resolution)?"\s*:\s*"node(?:\d\d|next)"/i;

/**
 * Analyzes the project in a directory; in a workspace, only this package.
 * @throws InputError if its package.json cannot be read
 */
export function readProject(directory: string, manager: Agent) {
  /** The first of these paths that exists. */
  const first = (paths: readonly string[]): string | undefined =>
    paths.find((path) => existsSync(join(directory, path)));
  /** The text of a file; empty if it cannot be read. */
  const read = (path: string | undefined): string => {
    try {
      return path === undefined ? "" : readFileSync(join(directory, path), "utf8");
    } catch {
      return "";
    }
  };
  const isForeign = (...paths: readonly string[]): boolean => {
    const own = first(paths);
    return own !== undefined && !read(own).includes("orgkit");
  };
  const found = readPackageFile(directory);
  const names = readdirSync(directory);
  const dependencies = new Set(Object.keys({ ...found?.dependencies, ...found?.devDependencies }));
  const used = new Set(tools.filter((tool) => isUsed(tool, dependencies, names)));
  // Beside Next, Vite is for tests or stories: it does not serve the application.
  if (used.has("next")) used.delete("vite");
  const language = names.includes("tsconfig.json") || dependencies.has("typescript") ? "ts" : "js";
  // By msw's convention; if the project has its own handlers there, a subdirectory.
  const mocks = first(["src/mocks", "mocks"]) ?? (names.includes("src") ? "src/mocks" : "mocks");
  const mocksDirectory = isForeign(`${mocks}/browser.ts`, `${mocks}/browser.js`) ? `${mocks}/orgkit` : mocks;
  const tests =
    testDirectory(read(names.find((name) => isUsed("playwright", new Set(), [name])))) ??
    first(["e2e", "tests/e2e", "tests"]) ??
    "e2e";
  const fixtures = `${tests}/fixtures`;
  const isStatic = ["@sveltejs/kit", "gatsby", "@docusaurus/core"].some((name) => dependencies.has(name));
  return {
    directory,
    package: found,
    isModule: found?.type === "module",
    dependencies,
    tools: used,
    language,
    manager,
    baseUrl: findBaseUrl(read, [`${mocksDirectory}/simulation.ts`, `${mocksDirectory}/simulation.js`]),
    publicDirectory: isStatic ? "static" : (first(["public", "static"]) ?? "public"),
    mocksDirectory,
    /** The extension that Node's rules need in a relative import, even if a bundler reads it. */
    importExtension: language === "js" || nodeResolution.test(read("tsconfig.json")) ? ".js" : "",
    // A path without its extension. The project's own fixtures keep their name, even a directory: importing it would
    // import ours.
    fixtures: isForeign(`${fixtures}.ts`, `${fixtures}.js`, fixtures) ? `${tests}/orgkit-fixtures` : fixtures,
    read,
    first,
  } as const;
}

/** A literal value in a Playwright config. */
function testDirectory(config: string): string | undefined {
  const named = /\btestDir:\s*["'`](?:\.\/)?([\w./-]*?)\/*["'`]/.exec(config)?.[1];
  return named === "" || named === "." ? undefined : named;
}

const namesSchema = z.record(z.string(), z.unknown()).default({});

const packageSchema = z.object({
  type: z.string().optional(),
  scripts: namesSchema,
  dependencies: namesSchema,
  devDependencies: namesSchema,
});

/** The parts of the project's package.json. */
export interface PackageFile extends z.output<typeof packageSchema> {
  /** The current text. */
  readonly text: string;
}

function readPackageFile(directory: string): PackageFile | undefined {
  const path = join(directory, "package.json");
  if (!existsSync(path)) return undefined;
  const text = readText(path, "package");
  const given = parseData(text, "package.json", "package");
  try {
    // YAML is not JSON to npm.
    JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError('"package.json"', [{ at: "package.json", problem }]);
  }
  return { text, ...parseWith(packageSchema, given, "package") };
}
