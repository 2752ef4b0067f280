import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { detect, type Agent } from "package-manager-detector";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { parseData, readText } from "../../fixtures/data-file.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { findBaseUrl } from "./base-url.ts";
import { isUsed, tools } from "./tools.ts";

/** A frontend project as `orgkit init` finds it. Directories are relative to it, with slashes. */
export type Project = ReturnType<typeof readProject>;

/** What installs the packages of a project; of a workspace, what installs those above, up to the repository. */
export async function packageManagerOf(directory: string): Promise<Agent> {
  const found = await detect({ cwd: directory, stopDir: (above) => existsSync(join(above, ".git")) });
  return found?.agent ?? "npm";
}

/** A tsconfig by which TypeScript refuses an import without an extension. */
const nodeResolution = /"extends"[^\n]*@tsconfig\/node|"module(?:Resolution)?"\s*:\s*"node(?:\d\d|next)"/i;

/**
 * Looks at the project in a directory; of a workspace, at this package alone.
 * @throws InputError if its package.json cannot be read
 */
export function readProject(directory: string, manager: Agent) {
  /** The first of these paths that there is. */
  const first = (paths: readonly string[]): string | undefined =>
    paths.find((path) => existsSync(join(directory, path)));
  /** The text of a file; empty if there is none, or it cannot be read. */
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
  // Vite beside Next is there for Next's tests or stories: it does not serve the application.
  if (used.has("next")) used.delete("vite");
  const language = names.includes("tsconfig.json") || dependencies.has("typescript") ? "ts" : "js";
  // By the convention of msw; if the project has handlers of its own there, a directory within.
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
    /** What Node's rules demand of a relative import, also where a bundler reads it. */
    importExtension: language === "js" || nodeResolution.test(read("tsconfig.json")) ? ".js" : "",
    // A path without its extension. Fixtures of the project's own keep their name, a directory too: an import of it would get ours instead.
    fixtures: isForeign(`${fixtures}.ts`, `${fixtures}.js`, fixtures) ? `${tests}/orgkit-fixtures` : fixtures,
    read,
    first,
  } as const;
}

/** What a config of Playwright says, if it says it literally. */
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

/** What `orgkit init` reads in the package.json of a project. */
export interface PackageFile extends z.output<typeof packageSchema> {
  /** As it is on disk. */
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
