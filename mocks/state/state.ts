import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { baseLines } from "./base-lines.ts";
import type { ChangesEntry, Source } from "./entries.ts";
import { fileProblem } from "./file-problem.ts";
import { sourceOf } from "./source.ts";
import type { StateFile } from "./state-file.ts";
import { writeLine } from "./state-line.ts";
import { Unsaved, type Taken } from "./unsaved.ts";

/** What keeps a simulation on disk. */
export interface State {
  /**
   * What is to be waited for before a reply is sent: all it may tell of is on disk then. `undefined` where it is.
   * Rejects with an InputError where it cannot be written; it is kept then, and tried again at the next call.
   */
  readonly saved: () => Promise<void> | undefined;
  /** The simulation is of this world and dialect from now on; told right after it adopted them. */
  adopted(next: { readonly world: World; readonly dialect: Dialect }): void;
  /** Writes what is not on disk yet, and ends. Rejects with an InputError where it cannot be written. */
  close(): Promise<void>;
}

export interface StateOptions {
  readonly simulation: Simulation;
  readonly file: StateFile;
  /** Of the file, as the user wrote it. */
  readonly name: string;
  /** Version of orgkit. */
  readonly kit: string;
  readonly source: Source;
  /** The scenarios the mock was started with. */
  readonly asked: readonly string[];
  /** Told when writing begins to fail, and `undefined` when it goes on. */
  readonly failed?: ((error: unknown) => void) | undefined;
}

/** How many writes go by before a new base is tried again that could not be written. */
const writesToNextFold = 1000;

/**
 * Keeps what becomes of a simulation in a file. What came since the last write is written together, in one line and
 * with one wait for the disk, so that many callers wait no longer than one.
 */
export function keepState({ simulation, file, name, kit, asked, failed, ...given }: StateOptions): State {
  let { source } = given;
  const unsaved = new Unsaved();
  let underWay: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isFailing = false;
  let waitToFold = 0;

  const replace = (): Promise<void> => file.replace(baseLines(simulation, { kit, source, asked }));

  /** What was appended becomes part of a new base; where there is no room for one, it stays as it is. */
  async function isFolded(): Promise<boolean> {
    waitToFold -= 1;
    if (!file.isLong || waitToFold >= 0) return false;
    try {
      await replace();
      return true;
    } catch (error) {
      if (file.isUnsettled) throw error;
      waitToFold = writesToNextFold;
      return false;
    }
  }

  async function write(taken: Taken): Promise<void> {
    if (taken.isAnew || file.isUnsettled) return replace();
    const line = lineOf(taken, simulation);
    if (!(await isFolded())) await file.append(line);
  }

  async function run(): Promise<void> {
    await nextTurn();
    await underWay?.catch(() => undefined);
    underWay = next;
    next = undefined;
    const taken = unsaved.take();
    try {
      await write(taken);
      if (isFailing) failed?.(undefined);
      isFailing = false;
    } catch (error) {
      unsaved.putBack(taken);
      const problem = fileProblem(name, error);
      if (!isFailing) failed?.(problem);
      isFailing = true;
      throw problem;
    } finally {
      underWay = undefined;
    }
  }

  function schedule(): void {
    if (next !== undefined) return;
    next = run();
    // Whoever waits for it is told; nobody may.
    next.catch(() => undefined);
  }

  const saved = (): Promise<void> | undefined => {
    if (!unsaved.isEmpty) schedule();
    return next ?? underWay;
  };

  const end = simulation.observe({
    record: (change) => {
      unsaved.record(change);
      schedule();
    },
    setting: () => {
      unsaved.setting();
      schedule();
    },
    all: () => {
      unsaved.all();
      schedule();
    },
  });

  return {
    saved,
    adopted: ({ world, dialect }) => {
      source = sourceOf(world, dialect);
      unsaved.all();
      schedule();
    },
    close: async () => {
      end();
      try {
        await saved();
      } finally {
        await file.close();
      }
    },
  };
}

function lineOf({ changes, hasSetting }: Taken, simulation: Simulation): string {
  const setting = { clock: simulation.clock.setting, scenarios: [...simulation.scenarios()] };
  const entry: ChangesEntry = { changes: [...changes], ids: [...simulation.ids], ...(hasSetting ? setting : {}) };
  return writeLine(entry);
}
