import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { isPath } from "../../fixtures/input/open-data.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";
import { findConfigFile, readConfigFile } from "../../fixtures/settings/config-file.ts";
import { withFileContents } from "../../fixtures/settings/paths.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import type { HandlersSource, SimulationOptions } from "../simulation/simulation.ts";

/** The projects of this process, by the path of their config file. */
const projects = new Map<string, Promise<Project>>();

/** What a config file says of the simulation. */
export interface Project {
  readonly options: SimulationOptions;
  /** The paths of the config file and of all files that it names. */
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

/** Reads a project file as it is now. @param load loads its handlers */
export async function openProject(path: string, load = loadHandlers): Promise<Project> {
  const { scenarios, handlers, ...project } = (await readConfigFile(path)).project;
  const { dialect = "", world = "" } = project;
  const options = await openFiles({
    ...project,
    ...(handlers === undefined ? {} : { handlers: await load(handlers) }),
    ...(scenarios === undefined ? {} : { scenarios: scenarios.map(withFileContents) }),
  });
  return { options, files: [path, ...[dialect, world].filter(isPath), ...(handlers === undefined ? [] : [handlers])] };
}

const handlersSchema = z.object({
  default: z.custom<HandlersSource>(
    (given) => Array.isArray(given) || typeof given === "function",
    "expected a default export: a list of MSW's request handlers, or a function (simulation) => list",
  ),
});

/**
 * Loads a module with request handlers.
 * @param version another one loads it again
 * @throws InputError if it cannot be loaded, or has no handlers
 */
export async function loadHandlers(path: string, version = ""): Promise<HandlersSource> {
  const url = pathToFileURL(resolve(path));
  let value: unknown;
  try {
    // Node keeps a module, by its URL.
    url.search = version;
    value = await import(/* @vite-ignore */ url.href);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`handlers "${path}"`, [{ at: path, problem }]);
  }
  return parseHandlers(path, value);
}

/** The handlers of a module. @throws InputError if it has none */
export function parseHandlers(path: string, value: unknown): HandlersSource {
  return parseWith(handlersSchema, { path, value, position: () => path }, "handlers").default;
}

/**
 * The options of a simulation: what code gives, and the rest from the project.
 * @returns them with an opened dialect and world, which many simulations can share
 */
export async function withProject(
  given: SimulationOptions,
  ...directories: readonly string[]
): Promise<SimulationOptions> {
  return openFiles({ ...(await readProject(...directories)), ...given });
}

export async function openFiles(options: SimulationOptions): Promise<SimulationOptions> {
  const { dialect, world, seed = 1 } = options;
  return {
    ...options,
    ...(dialect === undefined ? {} : { dialect: await openDialect(dialect) }),
    ...(world === undefined ? {} : { world: await openWorld(world, seed) }),
  };
}
