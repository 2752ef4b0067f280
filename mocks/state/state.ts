import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { collections as kinds, type RecordData, type World } from "../../fixtures/worlds/world.ts";
import { eachKind, type AccountChange, type Kind, type Place } from "../service/accounts.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { openFile, stateProblem, type Held, type Meta } from "./state-file.ts";
import type { Batch, Row } from "./state-worker.ts";

/** Saves a simulation on disk. */
export interface State {
  /** What was found: `new, begun with 52 users`. */
  readonly found: string;
  /**
   * Waits until everything that a response may show is on disk; `undefined` if it is already. Rejects with an
   * InputError if writing fails; the next request tries again.
   */
  readonly saved: () => Promise<void> | undefined;
  /** Switches to this world and dialect. Call it right after the simulation has adopted them. */
  adopted(next: Source): void;
  /** Writes what is not on disk yet, and closes. Rejects with an InputError if writing fails. */
  close(): Promise<void>;
}

/** The start of the simulation. */
interface Source {
  readonly world: World;
  readonly dialect: Dialect;
}

export interface StateOptions extends Source {
  /** The file, as the user wrote it; created if missing. */
  readonly path: string;
  readonly simulation: Simulation;
  /** Called when writing starts to fail, and with `undefined` when it works again. */
  readonly failed?: ((error: Error | undefined) => void) | undefined;
}

/**
 * Saves a simulation in a file from now on. If the file has a state, the simulation continues from it. Everything done
 * during a write goes into the next transaction, and concurrent requests wait as long as one.
 * @throws InputError if the file cannot be used, which leaves it unchanged: it is in use, damaged, not a state file, of
 * another format, world or dialect, or the system denies access
 */
export async function openState({ path: name, simulation, failed, ...started }: StateOptions): Promise<State> {
  const requested = [...simulation.scenarios()];
  let source = sourceOf(started);
  const file = await openFile(name);
  const { held } = file;
  let isAll = held === undefined;
  const table = new Rows(held?.lists ?? []);
  let rows: Row[] = [];
  let isChanged = false;
  let isFailing = false;
  /** The batch being written, and the next batch. */
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function unsaved(): Batch {
    const { ids, clock } = simulation;
    const scenarios = [...simulation.scenarios()];
    const meta: Meta = { ids: [...ids], clock: clock.setting, source, scenarios, requested };
    const batch = { isAll, rows: isAll ? table.all(simulation) : rows, meta: JSON.stringify(meta) };
    [isAll, rows, isChanged] = [false, [], false];
    return batch;
  }

  async function run(): Promise<void> {
    [running, next] = [next, undefined];
    const batch = unsaved();
    try {
      await file.write(batch);
      if (isFailing) failed?.(undefined);
      isFailing = false;
    } catch (error) {
      [isAll, rows, isChanged] = [isAll || batch.isAll, [...batch.rows, ...rows], true];
      if (!isFailing && error instanceof Error) failed?.(error);
      isFailing = true;
      throw error;
    } finally {
      running = undefined;
    }
  }

  function saved(): Promise<void> | undefined {
    if (!isChanged) return running;
    if (next === undefined) {
      next = (running ?? nextTurn()).catch(() => undefined).then(run);
      // It rejects for those who wait for it, if any.
      next.catch(() => undefined);
    }
    return next;
  }

  function changed(): void {
    isChanged = true;
    void saved();
  }

  try {
    if (held !== undefined) {
      expectSource(name, held.meta.source, source);
      await restore(simulation, held, name);
    }
    await file.write(unsaved());
  } catch (error) {
    await file.close();
    throw error;
  }
  const end = simulation.observe((effect) => {
    if (effect === "journal") return;
    if (effect === "all") isAll = true;
    else if (effect !== "setting") for (const row of table.of(simulation, effect.change)) rows.push(row);
    changed();
  });
  const count = simulation.accounts.reduce((sum, { users }) => sum + users.count(), 0);
  const users = `${count} ${count === 1 ? "user" : "users"}`;

  return {
    found: held === undefined ? `new, begun with ${users}` : `resumed with ${users}`,
    saved,
    adopted: (given) => {
      source = sourceOf(given);
      isAll = true;
      changed();
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

async function restore(simulation: Simulation, { lists, meta }: Held, name: string): Promise<void> {
  const requested = simulation.scenarios();
  const accounts = simulation.accounts.map(({ id }) => {
    const list = (of: Kind): readonly RecordData[] =>
      lists.find(({ account, kind }) => account === id && kind === of)?.records ?? [];
    return { id, ...eachKind(list) };
  });
  await simulation.restore({ ids: meta.ids, clock: meta.clock, accounts });
  // Scenarios given at this start replace those saved.
  if (!isDeepStrictEqual(meta.requested, requested)) return;
  try {
    simulation.use(meta.scenarios);
  } catch {
    throw stateProblem(name, `one of the scenarios that were active is unknown: ${meta.scenarios.join(" ")}`);
  }
}

function expectSource(name: string, then: Meta["source"], now: Meta["source"]): void {
  if (then.digest === now.digest) return;
  const [before, today] = [then, now].map(({ world, dialect }) => `${world} in dialect ${dialect}`);
  throw stateProblem(
    name,
    before === today
      ? `it was created with the world ${before} and one of them (or the seed) has changed since; revert the change, or name another file`
      : `it was created with the world ${before}, and this is ${today}; start with the former, or name another file`,
  );
}

/** Converts records to rows of the file; their keys are in the order of each list. */
class Rows {
  /** Keys by place and id. */
  readonly #keys = new Map<string, number>();
  #last = 0;

  constructor(lists: Held["lists"]) {
    for (const { keys, records, ...place } of lists) {
      for (const [index, record] of records.entries()) this.#keys.set(nameOf(place, record), keys[index] ?? 0);
      this.#last = Math.max(this.#last, ...keys.slice(-1));
    }
  }

  all({ accounts }: Simulation): Row[] {
    this.#keys.clear();
    return accounts.flatMap((account) =>
      kinds.flatMap((kind) =>
        account[kind].records().map((record) => this.#put({ account: account.id, kind }, record)),
      ),
    );
  }

  /** The rows to write so that the saved list equals the current one. */
  *of({ accounts }: Simulation, { place, before, after }: AccountChange): Generator<Row> {
    const stays = before?.index === after?.index && before?.record.id === after?.record.id;
    if (before !== undefined && !stays) yield this.#remove(place, before.record);
    if (after === undefined) return;
    yield this.#put(place, after.record);
    const list = accounts.find(({ id }) => id === place.account)?.[place.kind];
    if (stays || list === undefined || list.count() === after.index + 1) return;
    // New rows are appended, so the rows after them are written again.
    for (const record of list.records().slice(after.index + 1)) {
      yield this.#remove(place, record);
      yield this.#put(place, record);
    }
  }

  #put(place: Place, record: RecordData): Row {
    const name = nameOf(place, record);
    const key = this.#keys.get(name) ?? (this.#last += 1);
    this.#keys.set(name, key);
    return [key, place.account, place.kind, JSON.stringify(record)];
  }

  #remove(place: Place, record: RecordData): Row {
    const name = nameOf(place, record);
    const key = this.#keys.get(name) ?? 0;
    this.#keys.delete(name);
    return [key, place.account, place.kind];
  }
}

function nameOf({ account, kind }: Place, { id }: RecordData): string {
  return `${kind} ${JSON.stringify(account)} ${id}`;
}

function sourceOf({ world, dialect }: Source): Meta["source"] {
  const hash = createHash("sha256");
  const { accounts, ...about } = world;
  for (const part of [dialect, about, ...accounts]) hash.update(JSON.stringify(part));
  return { world: world.name, dialect: dialect.name, digest: hash.digest("hex") };
}
