import { registerHooks, type ResolveHookSync } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { isPath } from "../../fixtures/input/open-data.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { readText } from "../../fixtures/input/read-text.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";
import { findConfigFile, readConfigFile, type ProjectSettings } from "../../fixtures/settings/config-file.ts";
import { withFileContents } from "../../fixtures/settings/settings.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { parseScenarios, type OwnScenario } from "../scenarios/parse.ts";
import type { AdoptedOptions, HandlersSource, SimulationOptions } from "../simulation/simulation.ts";
import { readBaseUrl } from "./handler-options.ts";

/** The projects of this process, by the path of their config file. */
const projects = new Map<string, Promise<Project>>();

/** What settings say of a simulation. */
export interface Project {
  /** With an opened dialect and world, which many simulations can share. */
  readonly options: SimulationOptions;
  /** The paths of all files that they name, and of their own. */
  readonly files: readonly string[];
}

/**
 * What `orgkit.config.yaml` says of the simulation: that of these directories, or the nearest one above them, or above
 * the working directory. It is read once per process.
 * @returns no options if there is no such file
 * @throws InputError if the file, or one that it names, cannot be read or is invalid
 */
async function readProject(...directories: readonly string[]): Promise<SimulationOptions> {
  const path = findConfigFile(...directories, process.cwd());
  if (path === undefined) return {};
  const file = resolve(path);
  const project = projects.get(file) ?? openProject(path);
  projects.set(file, project);
  return (await project).options;
}

/**
 * Reads a project file as it is now.
 * @param load loads its module
 * @param onNamed called with the paths of the file and of those that it names, before they are read
 */
export async function openProject(
  path: string,
  load = loadModule,
  onNamed?: (files: readonly string[]) => void,
): Promise<Project> {
  const { project } = await readConfigFile(path);
  onNamed?.([path, ...namedFiles(project)]);
  const { options, files } = await openSettings(project, load);
  return { options, files: [path, ...files] };
}

/** The paths of the files that settings name. */
export function namedFiles({
  dialect = "",
  world = "",
  handlers,
}: Readonly<Partial<Record<"dialect" | "world" | "handlers", string | undefined>>>): readonly string[] {
  return [...[dialect, world].filter(isPath), ...(handlers === undefined ? [] : [handlers])];
}

/**
 * Opens what settings name: world, dialect, scenarios, and a module.
 * @param load loads the module
 * @throws InputError if one cannot be read or is invalid
 */
export async function openSettings(
  { scenarios = [], handlers, ...settings }: ProjectSettings,
  load: typeof loadModule,
): Promise<Project> {
  const { files, ...code } = handlers === undefined ? noModule : await load(handlers);
  const parsed = parseScenarios(scenarios.map(withFileContents), code.ownScenarios);
  const options = await openFiles({ ...settings, ...code, scenarios: parsed });
  return { options, files: [...namedFiles(settings), ...files] };
}

/** An edited project for `simulation.adopt`: what it no longer says has its default again. */
export function editedOptions({
  world = "demo",
  dialect = "reference",
  seed = 1,
  scenarios = [],
  ownScenarios = {},
  baseUrl = "/",
  handlers = [],
}: SimulationOptions): Required<AdoptedOptions> {
  return { world, dialect, seed, scenarios, ownScenarios, baseUrl, handlers };
}

/**
 * A project as the source of a module, whose default export are the options of a simulation: a page reads no files.
 * @param given what differs
 */
export async function writeProjectSource(path: string | undefined, given: SimulationOptions): Promise<string> {
  const { handlers, scenarios = [], ...settings } = (await readConfigFile(path)).project;
  const { dialect, world, baseUrl, seed } = { ...settings, ...given };
  const { readDataFile } = await import("../../fixtures/input/parse-data.ts");
  const read = (source: unknown, what: string): unknown =>
    typeof source === "string" && isPath(source) ? readDataFile(source, what).value : source;
  const options = {
    baseUrl,
    seed,
    dialect: read(dialect, "dialect"),
    world: read(world, "world"),
    scenarios: scenarios.map(withFileContents),
  };
  return [
    `const options = JSON.parse(${JSON.stringify(JSON.stringify(options))});`,
    ...(handlers === undefined
      ? ["export default options;"]
      : [
          `import * as code from ${JSON.stringify(resolve(handlers))};`,
          "const { default: handlers = [], scenarios: ownScenarios = {} } = { ...code };",
          "export default { ...options, handlers, ownScenarios };",
        ]),
  ].join("\n");
}

/** What the module of a project has for its simulation. */
interface ProjectModule extends Required<Pick<SimulationOptions, "handlers" | "ownScenarios">> {
  /** The module, and those that it imports, as far as they are known. */
  readonly files: readonly string[];
}

export const noModule: ProjectModule = { handlers: [], ownScenarios: {}, files: [] };

const moduleSchema = z
  .object({
    default: z
      .custom<HandlersSource>(
        (given) => Array.isArray(given) || typeof given === "function",
        "expected a default export: a list of MSW's request handlers, or a function (simulation) => list",
      )
      .optional(),
    scenarios: z
      .record(
        z.string(),
        z.custom<OwnScenario>((given) => typeof given === "function", "expected a function: (turn, next) => reply"),
      )
      .optional(),
  })
  .refine((exported) => exported.default !== undefined || exported.scenarios !== undefined, {
    error: "expected a default export with request handlers of MSW, or `scenarios`: functions (turn, next) => reply",
  });

/** The modules that were loaded again, by version. */
const filesOfVersions = new Map<string, Set<string>>();

/**
 * Loads the module of a project, with its request handlers and scenarios.
 * @param version another one loads it again, with all that it imports
 * @throws InputError if it cannot be loaded, or has neither
 */
export async function loadModule(path: string, version = ""): Promise<ProjectModule> {
  // Node says of a missing file which module of orgkit imports it.
  readText(path, "handlers");
  const url = pathToFileURL(resolve(path));
  if (version !== "") {
    if (filesOfVersions.size === 0) registerHooks({ resolve: keepVersion });
    filesOfVersions.set(version, new Set([path]));
    url.searchParams.set(versionParameter, version);
  }
  let value: unknown;
  try {
    value = await import(/* @vite-ignore */ url.href);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw inputError(`handlers "${path}"`, path, problem);
  }
  return parseModule(path, value, [...(filesOfVersions.get(version) ?? [path])]);
}

const versionParameter = "orgkit-version";

/** Node keeps modules by their URLs, so what a module of a version imports gets the version, too. */
const keepVersion: ResolveHookSync = (specifier, context, next) => {
  const resolved = next(specifier, context);
  const version = context.parentURL && URL.parse(context.parentURL)?.searchParams.get(versionParameter);
  const url = new URL(resolved.url);
  if (!version || url.protocol !== "file:" || url.pathname.includes("/node_modules/")) return resolved;
  filesOfVersions.get(version)?.add(fileURLToPath(url));
  url.searchParams.set(versionParameter, version);
  return { ...resolved, url: url.href };
};

/** What a module exports. @throws InputError if it has no handlers and no scenarios */
export function parseModule(path: string, value: unknown, files: readonly string[]): ProjectModule {
  const { default: handlers = [], scenarios = {} } = parseWith(
    moduleSchema,
    { path, value, position: () => path },
    "handlers",
  );
  return { handlers, ownScenarios: scenarios, files };
}

/** The options of a simulation: what code gives, and the rest from the project. */
export async function withProject(
  given: SimulationOptions,
  ...directories: readonly string[]
): Promise<SimulationOptions> {
  return openFiles({ ...(await readProject(...directories)), ...given });
}

/** Opens the files that options name. @throws InputError if one cannot be read or is invalid, or the base URL is */
export async function openFiles(options: SimulationOptions): Promise<SimulationOptions> {
  const { dialect, world, baseUrl, seed = 1 } = options;
  readBaseUrl(baseUrl);
  return {
    ...options,
    ...(dialect === undefined ? {} : { dialect: await openDialect(dialect) }),
    ...(world === undefined ? {} : { world: await openWorld(world, seed) }),
  };
}
