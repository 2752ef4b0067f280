import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { collections as kinds, type World } from "../../fixtures/worlds/world.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { StateDatabase } from "./database.ts";
import { fileProblem } from "./file-problem.ts";
import type { Rows } from "./rows.ts";
import { sourceOf, type Source } from "./source.ts";

/** What keeps a simulation on disk. */
export interface State {
  /**
   * What a response has to wait for: all it may show is on disk then. `undefined` where it is already.
   * Rejects with an InputError where it cannot be written; it is kept then, and tried again at the next request.
   */
  readonly saved: () => Promise<void> | undefined;
  /** The simulation is of this world and dialect from now on; called right after it adopted them. */
  adopted(next: { readonly world: World; readonly dialect: Dialect }): void;
  /** Writes what is not on disk yet, and ends. Rejects with an InputError where it cannot be written. */
  close(): Promise<void>;
}

export interface StateOptions {
  readonly simulation: Simulation;
  readonly database: StateDatabase;
  /** Of the file, as the user wrote it. */
  readonly name: string;
  readonly source: Source;
  readonly rows: Rows;
  /** The scenarios the mock was started with. */
  readonly requested: readonly string[];
  /** Called when writing begins to fail, and with `undefined` when it works again. */
  readonly failed?: ((error: unknown) => void) | undefined;
}

/**
 * Writes how a simulation is now, and follows it from then on. What changes in the same turn of the event loop is
 * written in one transaction, so that many requests wait for the disk as long as one.
 */
export function keepState({ simulation, database, name, rows, requested, failed, ...given }: StateOptions): State {
  let { source } = given;
  let isSaved = false;
  let next: Promise<void> | undefined;
  let isFailing = false;

  function write(): void {
    const { accounts, clock, ids } = simulation;
    const counts = accounts.flatMap((account) => kinds.map((kind) => account[kind].count()));
    database.write({
      start: rows.areAll ? { source, accounts: accounts.map(({ id }) => id) } : undefined,
      rows: rows.unsaved(accounts),
      current: {
        count: counts.reduce((sum, count) => sum + count, 0),
        ids: [...ids],
        clock: clock.setting,
        scenarios: [...simulation.scenarios()],
        requested: [...requested],
      },
    });
    rows.saved();
    isSaved = true;
  }

  async function run(): Promise<void> {
    await nextTurn();
    next = undefined;
    try {
      write();
      if (isFailing) failed?.(undefined);
      isFailing = false;
    } catch (error) {
      const problem = fileProblem(name, error);
      if (!isFailing) failed?.(problem);
      isFailing = true;
      throw problem;
    }
  }

  function saved(): Promise<void> | undefined {
    if (isSaved) return undefined;
    if (next === undefined) {
      next = run();
      // Whoever waits for it is told; maybe nobody does.
      next.catch(() => undefined);
    }
    return next;
  }

  function changed(): void {
    isSaved = false;
    void saved();
  }

  function all(): void {
    rows.areAll = true;
    changed();
  }

  write();
  const end = simulation.observe({
    record: (change) => {
      rows.change(change);
      changed();
    },
    setting: changed,
    all,
  });

  return {
    saved,
    adopted: ({ world, dialect }) => {
      source = sourceOf(world, dialect);
      all();
    },
    close: async () => {
      end();
      try {
        await saved();
      } finally {
        database.close();
      }
    },
  };
}
