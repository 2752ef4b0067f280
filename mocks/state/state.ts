import { createHash } from "node:crypto";
import { closeSync, openSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { counted } from "../../fixtures/text.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { recordSchema, type RecordData, type World } from "../../fixtures/worlds/world.ts";
import { eachKind, type AccountChange, type Place } from "../service/accounts.ts";
import { snapshotSchema } from "../service/snapshot.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { collections as kinds } from "../../fixtures/contract/operations.ts";

/** The start of the simulation. */
interface Source {
  readonly world: World;
  readonly dialect: Dialect;
}

export interface StateOptions extends Source {
  /** The file, as the user wrote it; created if missing. */
  readonly path: string;
  readonly simulation: Simulation;
  /** Whether to drop what the file holds, whatever world it was created with. */
  readonly reset?: boolean;
  /** Called when writing starts to fail, and with `undefined` when it works again. */
  readonly failed?: ((error: Error | undefined) => void) | undefined;
}

/**
 * Saves a simulation in a file from now on. If the file has a state, the simulation continues from it.
 * @throws InputError if the file cannot be used, which leaves it unchanged: it is in use, damaged, not a state file, of
 * another format, world or dialect, or the system denies access
 */
export async function openState(options: StateOptions): Promise<State> {
  const state = new State(options);
  await state.resume(options);
  return state;
}

/** The content of the file besides the records. */
const metaSchema = z.object({
  ...snapshotSchema.omit({ accounts: true }).shape,
  /** What the file was created with: names for messages, and the SHA-256 of world and dialect. */
  source: z.object({ world: z.string(), dialect: z.string(), digest: z.string() }),
  /** The active scenarios. */
  scenarios: z.array(z.string()),
  /** The scenarios that the mock was started with. */
  requested: z.array(z.string()),
});

const rowSchema = z.object({
  account: z.string(),
  kind: z.enum(kinds),
  // Validates only the ids: the rest was validated before it was written, and there may be 100,000 records.
  record: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.custom<RecordData>((value) => recordSchema.shape.id.safeParse(Object(value).id).success)),
});

/** In the header of the file: `orgs`, and the format number. */
const [applicationId, format] = [0x6f726773, 1];

const notAState = "it is not a state file; name one created by orgkit mock --state, or a new one";
const isDamaged = "it is damaged; restore a copy, or delete it to start over";

/** By primary result code, https://sqlite.org/rescode.html. */
const problems: Readonly<Record<number, string>> = {
  5: "another process uses it; stop it, or name another file",
  8: "this user may not write there; expected a directory and a file that can be written",
  10: "the disk accepts no more: it is full or failing, or the file would be larger than this process may write (ulimit -f); make room",
  11: isDamaged,
  13: "the disk is full; make room",
  26: notAState,
};

/** The file of a simulation. All changes of one turn of the event loop are one transaction. */
export class State {
  /** What was found: `new, begun with 52 users`. */
  found = "";
  readonly #path: string;
  readonly #simulation: Simulation;
  readonly #failed: StateOptions["failed"];
  readonly #requested: readonly string[];
  readonly #db: DatabaseSync;
  readonly #endObserving: () => void;
  #source: z.infer<typeof metaSchema>["source"];
  /** The position in each list from which on records are not on disk yet; `undefined` to write all records. */
  #unsaved: Map<string, number> | undefined;
  #isChanged = false;
  #isFailing = false;
  #saving: Promise<void> | undefined;

  constructor({ path, simulation, failed, reset = false, ...source }: StateOptions) {
    this.#path = path;
    this.#simulation = simulation;
    this.#failed = failed;
    this.#requested = [...simulation.scenarios()];
    this.#source = describeSource(source);
    this.#db = this.#try(() => openDatabase(path, reset));
    this.#endObserving = simulation.observe((effect) => {
      if (effect === "journal" || this.found === "") return;
      if (effect === "all") this.#unsaved = undefined;
      else if (effect !== "setting") this.#follow(effect);
      this.#change();
    });
  }

  /** Continues from the state in the file, or starts a new one. */
  async resume({ reset }: Pick<StateOptions, "reset">): Promise<void> {
    try {
      const isNew =
        this.#try(() => this.#db.prepare("SELECT 1 FROM meta UNION SELECT 1 FROM records").get()) === undefined;
      if (!isNew && reset !== true) {
        await this.#restore();
        this.#unsaved = new Map();
      }
      this.#try(() => this.#write());
      const users = this.#simulation.accounts.reduce((sum, { users: list }) => sum + list.count(), 0);
      this.found = `${isNew ? "new, begun" : reset === true ? "reset, begun" : "resumed"} with ${counted(users, "user")}`;
    } catch (error) {
      this.#endObserving();
      this.#db.close();
      throw error;
    }
  }

  /**
   * Waits until everything that a response may show is on disk; `undefined` if it is already. Rejects with an InputError
   * if writing fails; the next request tries again.
   */
  readonly saved = (): Promise<void> | undefined => {
    if (!this.#isChanged) return undefined;
    this.#saving ??= nextTurn().then(() => this.#save());
    return this.#saving;
  };

  /** Switches to this world and dialect. Call it right after the simulation has adopted them. */
  adopted(source: Source): void {
    this.#source = describeSource(source);
    this.#unsaved = undefined;
    this.#change();
  }

  /** Writes what is not on disk yet, and closes. Rejects with an InputError if writing fails. */
  async close(): Promise<void> {
    this.#endObserving();
    try {
      await this.saved();
    } finally {
      this.#db.close();
    }
  }

  #change(): void {
    this.#isChanged = true;
    // It rejects for those who wait for it, if any.
    this.saved()?.catch(() => undefined);
  }

  #save(): void {
    this.#saving = undefined;
    try {
      this.#try(() => this.#write());
      if (this.#isFailing) this.#failed?.(undefined);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && error instanceof Error) this.#failed?.(error);
      this.#isFailing = true;
      throw error;
    }
  }

  #write(): void {
    const { ids, clock, accounts } = this.#simulation;
    const meta = { ids, clock: clock.setting, source: this.#source, requested: this.#requested };
    const scenarios = this.#simulation.scenarios();
    try {
      this.#db.exec(this.#unsaved === undefined ? "BEGIN; DELETE FROM records" : "BEGIN");
      const put = this.#db.prepare("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)");
      const cut = this.#db.prepare("DELETE FROM records WHERE account = ? AND kind = ? AND position >= ?");
      for (const account of accounts) {
        for (const kind of kinds) {
          const from = this.#unsaved === undefined ? 0 : this.#unsaved.get(keyOf({ account: account.id, kind }));
          if (from === undefined) continue;
          const records = account[kind].records(from);
          for (const [at, record] of records.entries()) put.run(account.id, kind, from + at, JSON.stringify(record));
          cut.run(account.id, kind, from + records.length);
        }
      }
      this.#db.prepare("INSERT OR REPLACE INTO meta VALUES (0, ?)").run(JSON.stringify({ ...meta, scenarios }));
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
    this.#unsaved = new Map();
    this.#isChanged = false;
  }

  #follow({ place, index }: AccountChange): void {
    const key = keyOf(place);
    this.#unsaved?.set(key, Math.min(index, this.#unsaved.get(key) ?? index));
  }

  async #restore(): Promise<void> {
    const simulation = this.#simulation;
    const { meta, rows } = this.#read();
    this.#expectSource(meta.source);
    const byPlace = Map.groupBy(rows, keyOf);
    const accounts = simulation.accounts.map(({ id }) => ({
      id,
      ...eachKind((kind) => byPlace.get(keyOf({ account: id, kind }))?.map(({ record }) => record) ?? []),
    }));
    await simulation.restore({ ids: meta.ids, clock: meta.clock, accounts });
    // Scenarios given at this start replace those saved.
    if (!isDeepStrictEqual(meta.requested, this.#requested)) return;
    try {
      simulation.use(meta.scenarios);
    } catch {
      throw this.#problem(`one of the scenarios that were active is unknown: ${meta.scenarios.join(" ")}`);
    }
  }

  #read() {
    const query = (sql: string) => this.#db.prepare(sql).all();
    const [{ check } = {}] = this.#try(() => query("SELECT integrity_check AS 'check' FROM pragma_integrity_check"));
    if (check !== "ok") throw this.#problem(`${isDamaged} (${String(check)})`);
    try {
      const rows = z.array(rowSchema).parse(query("SELECT * FROM records ORDER BY account, kind, position"));
      return { meta: metaSchema.parse(JSON.parse(String(query("SELECT value FROM meta")[0]?.["value"]))), rows };
    } catch {
      throw this.#problem(isDamaged);
    }
  }

  #expectSource(before: z.infer<typeof metaSchema>["source"]): void {
    if (before.digest === this.#source.digest) return;
    const [then, now] = [before, this.#source].map(({ world, dialect }) => `${world} in dialect ${dialect}`);
    throw this.#problem(
      then === now
        ? `it was created with the world ${then}, and one of them (or the seed) has changed since; revert the change, or start with the new records: --reset-state`
        : `it was created with the world ${then}, and this is ${now}; start with the former, name another file, or start over: --reset-state`,
    );
  }

  /** @throws InputError if the file system or SQLite reports a problem */
  #try<Result>(task: () => Result): Result {
    try {
      return task();
    } catch (error) {
      throw this.#problem(describeProblem(error));
    }
  }

  #problem(problem: string): InputError {
    return new InputError(`state file "${this.#path}"`, [{ at: this.#path, problem }]);
  }
}

function keyOf({ account, kind }: Place): string {
  return `${kind} ${account}`;
}

function openDatabase(path: string, reset: boolean): DatabaseSync {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) throw new Error("it is not a file; name a file, or a new one");
  // SQLite takes a file shorter than any database for an empty one.
  if (stats !== undefined && stats.size > 0 && stats.size < 512) throw new Error(notAState);
  // SQLite does not say why it cannot open a file.
  closeSync(openSync(path, "a"));
  const db = new (loadSqlite().DatabaseSync)(path, { timeout: 0 });
  try {
    // Locked until closed. The first read locks it, so the log needs no shared memory.
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    const { id, version } =
      db
        .prepare("SELECT application_id AS id, user_version AS version FROM pragma_application_id, pragma_user_version")
        .get() ?? {};
    if (!isNew && id !== applicationId) throw new Error(notAState);
    if (!isNew && version !== format && !reset) {
      throw new Error("it was written by another version of orgkit; use that version, or start over: --reset-state");
    }
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4000000");
    if (isNew || version !== format) {
      db.exec(`BEGIN; DROP TABLE IF EXISTS records; DROP TABLE IF EXISTS meta;
        CREATE TABLE records (account TEXT, kind TEXT, position INTEGER, record TEXT,
          PRIMARY KEY (account, kind, position)) WITHOUT ROWID;
        CREATE TABLE meta (key INTEGER PRIMARY KEY, value TEXT);
        PRAGMA application_id = ${applicationId};
        PRAGMA user_version = ${format};
        COMMIT`);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Without Node's warning that SQLite is experimental, which does not concern users of the mock. */
function loadSqlite() {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A clause with the fix. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("syscall" in error) {
    return `it cannot be opened (${error.message}); expected a file in a directory that exists and can be written`;
  }
  if (!("errcode" in error)) return error.message;
  return `${problems[Number(error.errcode) & 0xff] ?? "it cannot be used"} (${error.message})`;
}

function describeSource({ world, dialect }: Source) {
  const hash = createHash("sha256");
  const { accounts, ...about } = world;
  for (const part of [dialect, about, ...accounts]) hash.update(JSON.stringify(part));
  return { world: world.name, dialect: dialect.name, digest: hash.digest("hex") };
}
