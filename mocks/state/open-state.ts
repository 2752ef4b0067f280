import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { openDatabase } from "./database.ts";
import { fileProblem, inUse, sqliteCode, stateProblem } from "./file-problem.ts";
import { readState, unknownFile, type ReadState } from "./read-state.ts";
import { Rows } from "./rows.ts";
import { sourceOf } from "./source.ts";
import { keepState, type State, type StateOptions } from "./state.ts";

export interface OpenStateOptions extends Pick<StateOptions, "simulation" | "failed"> {
  /** The file, as the user wrote it; created where there is none. */
  readonly path: string;
  /** What the simulation was started from. */
  readonly world: World;
  readonly dialect: Dialect;
}

export interface OpenState extends State {
  /** What was found: `new, begun with 52 users`. */
  readonly found: string;
}

/**
 * Keeps a simulation in a file from now on; where the file holds one, the simulation continues from there.
 * @throws InputError where the file cannot be used, and leaves it as it is: another process has it, it is not a state
 * file, or one of another format, world or dialect, or damaged, or the system does not allow it
 */
export async function openState(options: OpenStateOptions): Promise<OpenState> {
  const { path: name } = options;
  let path = name;
  try {
    path = realPath(name);
    return await openReal(options, path);
  } catch (error) {
    throw sqliteCode(error) === 14 ? fileProblem(name, accessError(path) ?? error) : fileProblem(name, error);
  }
}

async function openReal(options: OpenStateOptions, path: string): Promise<OpenState> {
  const { simulation, world, dialect, path: name, failed } = options;
  const source = sourceOf(world, dialect);
  const requested = simulation.scenarios();
  const before = versionOf(path);
  const size = sizeOf(path, name);
  // SQLite takes what is shorter than any database for an empty one.
  if (size > 0 && size < 512) throw unknownFile(path, name);
  try {
    const held = size === 0 ? undefined : readState(path, name, source);
    const database = openDatabase(path, () => {
      if (versionOf(path) !== before) throw inUse(path, name);
    });
    try {
      if (held !== undefined) await restore(simulation, held, name);
      const state = keepState({ simulation, database, name, source, rows: new Rows(held?.keys), requested, failed });
      return { ...state, found: describe(simulation, held) };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw sqliteCode(error) === 5 ? inUse(path, name) : error;
  }
}

/** Whoever comes by another path meets the same files. */
function realPath(name: string): string {
  const path = resolve(name);
  return statSync(path, { throwIfNoEntry: false }) === undefined
    ? join(realpathSync(dirname(path)), basename(path))
    : realpathSync(path);
}

/** Another one after each write; the same where there is no file and where it is empty. */
function versionOf(path: string): string {
  const stats = [path, `${path}-wal`].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }));
  return stats.map((found) => (found?.size ? `${found.size} ${found.mtimeNs}` : "")).join();
}

/**
 * @returns 0 where there is no file
 * @throws InputError where there is something else
 */
function sizeOf(path: string, name: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (found.isFile()) return found.size;
  throw stateProblem(name, `it is ${found.isDirectory() ? "a directory" : "not a regular file"}; expected a file`);
}

/** Why a file cannot be opened: SQLite says only that it cannot. */
function accessError(path: string): unknown {
  try {
    closeSync(openSync(path, "a"));
    return undefined;
  } catch (error) {
    return error;
  }
}

async function restore(simulation: Simulation, { snapshot, current }: ReadState, name: string): Promise<void> {
  const requested = simulation.scenarios();
  await simulation.restore(snapshot);
  // Scenarios that are requested anew are active, whichever were before.
  if (!isDeepStrictEqual(current.requested, requested) || isDeepStrictEqual(current.scenarios, requested)) return;
  try {
    simulation.use(current.scenarios);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problems = error.mistakes.map(({ problem }) => problem).join("; ");
    throw stateProblem(name, `a scenario that was active is unknown: ${problems}`);
  }
}

function describe({ accounts }: Simulation, held: ReadState | undefined): string {
  const count = accounts.reduce((sum, account) => sum + account.users.count(), 0);
  const users = `${count} ${count === 1 ? "user" : "users"}`;
  if (held === undefined) return `new, begun with ${users}`;
  const { interrupted } = held;
  const cut = `; cut ${interrupted} ${interrupted === 1 ? "byte" : "bytes"} of a write that was interrupted`;
  return `went on from ${users}${interrupted === 0 ? "" : cut}`;
}
