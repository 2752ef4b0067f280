import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { baseLines } from "./base-lines.ts";
import { errorCode, fileProblem, stateProblem } from "./file-problem.ts";
import { takeLock, type Lock } from "./lock.ts";
import { readState, type ReadState } from "./read-state.ts";
import { sourceOf } from "./source.ts";
import { openStateFile, type StateFile } from "./state-file.ts";
import { keepState, type State, type StateOptions } from "./state.ts";

export interface OpenStateOptions extends Pick<StateOptions, "simulation" | "kit" | "failed"> {
  /** The file, as the user wrote it; made where there is none. */
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
 * Keeps a simulation in a file from now on; where the file holds one, the simulation goes on from there.
 * @throws InputError where the file cannot be used, and leaves it as it is: another process holds it, it is no state
 * file, or one of a newer format, of another world or dialect, or damaged, or the system refuses it
 */
export async function openState(options: OpenStateOptions): Promise<OpenState> {
  const { path: name } = options;
  try {
    const path = await realPath(name);
    const lock = await takeLock(path, name);
    try {
      const { state, found } = await openHeld(options, path, lock);
      return { ...state, found, close: () => state.close().finally(() => lock.release()) };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw fileProblem(name, error);
  }
}

/** Whoever comes by another path meets the same lock. */
async function realPath(name: string): Promise<string> {
  try {
    return await realpath(name);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    const path = resolve(name);
    return join(await realpath(dirname(path)), basename(path));
  }
}

interface Held {
  readonly state: State;
  readonly found: string;
}

async function openHeld(options: OpenStateOptions, path: string, lock: Lock): Promise<Held> {
  const { simulation, world, dialect, path: name, kit, failed } = options;
  const source = sourceOf(world, dialect);
  const asked = simulation.scenarios();
  const size = await sizeOf(path, name);
  const held = size === 0 ? undefined : await readState(path, name, source);
  if (held !== undefined) await goOn(simulation, held, name);
  const file = guarded(await openStateFile(path, held), lock, name);
  try {
    // Scenarios that are asked for anew are in force, whatever was before.
    if (held === undefined || !isSame(held.asked, asked)) {
      await file.replace(baseLines(simulation, { kit, source, asked }));
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  const state = keepState({ simulation, file, name, kit, source, asked, failed });
  return { state, found: describe(simulation, held, size) };
}

/** A new base would take the place of what another process wrote that found no lock. */
function guarded(file: StateFile, lock: Lock, name: string): StateFile {
  return {
    get isLong() {
      return file.isLong;
    },
    get isUnsettled() {
      return file.isUnsettled;
    },
    append: (text) => file.append(text),
    replace: async (lines) => {
      if (!(await lock.isHeld())) {
        throw stateProblem(name, "its lock was removed, so another process may use it; stop both, and start one");
      }
      return file.replace(lines);
    },
    close: () => file.close(),
  };
}

/**
 * @returns 0 where there is no file
 * @throws InputError where there is something else
 */
async function sizeOf(path: string, name: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
    throw stateProblem(name, `it is ${found.isDirectory() ? "a folder" : "no regular file"}; expected a file`);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return 0;
    throw error;
  }
}

async function goOn(simulation: Simulation, held: ReadState, name: string): Promise<void> {
  const asked = simulation.scenarios();
  await simulation.restore(held.snapshot);
  if (!isSame(held.asked, asked) || isSame(held.scenarios, asked)) return;
  try {
    simulation.use(held.scenarios);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problems = error.mistakes.map(({ problem }) => problem).join("; ");
    throw stateProblem(name, `a scenario that was in force is not known: ${problems}`);
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function describe({ accounts }: Simulation, held: ReadState | undefined, size: number): string {
  const users = accounts.reduce((sum, account) => sum + account.users.count(), 0);
  const people = `${users} ${users === 1 ? "user" : "users"}`;
  if (held === undefined) return `new, begun with ${people}`;
  const torn = size - held.length;
  const cut = `; cut ${torn} ${torn === 1 ? "byte" : "bytes"} of a write that was interrupted`;
  return `went on from ${people}${torn === 0 ? "" : cut}`;
}
