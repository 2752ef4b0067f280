import { mapNames } from "../../fixtures/values/json.ts";
import { createHash } from "node:crypto";
import { closeSync, openSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { counted } from "../../fixtures/values/text.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { inputError, type InputError } from "../../fixtures/input/input-error.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { RecordCollection } from "../service/record-collection.ts";
import { savedRecordSchema, snapshotSchema } from "../service/snapshot.ts";
import type { Simulation } from "../simulation/simulation.ts";

interface StateOptions {
  /** The file, as the user wrote it; created if missing. */
  readonly path: string;
  readonly simulation: Simulation;
  /** Whether to drop what the file holds, whatever world it was created with. */
  readonly reset?: boolean;
  /** Called when writing starts to fail. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Called when it works again. */
  readonly onRecovery?: (() => void) | undefined;
}

/** The content of the file besides the records. */
const metaSchema = z.object({
  ids: snapshotSchema.shape.ids,
  clock: snapshotSchema.shape.clock,
  /** What the file was created with: names for messages, and the SHA-256 of world and dialect. */
  source: z.object({ world: z.string(), dialect: z.string(), digest: z.string() }),
  /** The active scenarios, and those that the mock was started with. */
  scenarios: z.array(z.string()),
  requested: z.array(z.string()),
});

const rowSchema = z.object({
  account: z.string(),
  kind: z.string(),
  record: z.preprocess((text) => JSON.parse(String(text)), savedRecordSchema),
});

/** In the header of the file: `orgs`, and the format number. */
const applicationId = 0x6f726773;
const format = 1;

const notAState = "it is not a state file; name one created by orgkit mock --state, or a new one";
const isDamaged = "it is damaged; restore a copy, or delete it to start over";

/** By primary result code, https://sqlite.org/rescode.html. */
const problems: Readonly<Record<number, string>> = {
  5: "another process uses it; stop it, or name another file",
  10: "the disk accepts no more: it is full or failing, or the file would be larger than this process may write (ulimit -f); make room",
  11: isDamaged,
  26: notAState,
};

/** The file of a simulation. All changes of one turn of the event loop are one transaction. */
export class State {
  /** What the start found: `new, begun with 52 users`. */
  found = "";
  readonly #options: StateOptions;
  readonly #requested: readonly string[];
  readonly #db: DatabaseSync;
  #stopObserving = (): void => undefined;
  #source: z.infer<typeof metaSchema>["source"];
  /** The lists on disk; empty to write all of them. A changed record is another object. */
  #written: ReadonlyMap<RecordCollection, readonly RecordData[]> = new Map();
  #isChanged = false;
  #isFailing = false;
  #saving: Promise<void> | undefined;

  private constructor(options: StateOptions) {
    this.#options = options;
    this.#requested = [...options.simulation.scenarios()];
    this.#source = describeSource(options.simulation);
    this.#db = this.#try(() => openDatabase(options.path, options.reset ?? false));
  }

  /**
   * Saves a simulation in a file from now on. If the file has a state, the simulation continues from it.
   * @throws InputError if the file cannot be used: it is in use, damaged, not a state file, of another format, world or
   * dialect, or the system denies access. Without `reset`, it stays unchanged then
   */
  static async open(options: StateOptions): Promise<State> {
    const state = new State(options);
    try {
      await state.#start(options);
      return state;
    } catch (error) {
      state.#db.close();
      throw error;
    }
  }

  async #start({ simulation, reset = false }: StateOptions): Promise<void> {
    const hasState = this.#try(() => this.#db.prepare("SELECT 1 FROM meta UNION SELECT 1 FROM records").get());
    if (hasState) await this.#restore();
    this.#try(() => this.#write());
    const users = simulation.accounts.reduce((sum, account) => sum + account.users.count(), 0);
    this.found = `${hasState ? "resumed" : reset ? "reset, begun" : "new, begun"} with ${counted(users, "user")}`;
    this.#stopObserving = simulation.observe((effect) => {
      if (effect !== "journal") this.#change();
    });
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

  /** Switches to another world and dialect. Call it right after the simulation has adopted them. */
  adopted(): void {
    this.#source = describeSource(this.#options.simulation);
    this.#written = new Map();
    this.#change();
  }

  /** Writes what is not on disk yet, and closes. Rejects with an InputError if writing fails. */
  async close(): Promise<void> {
    this.#stopObserving();
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
    const { onFailure, onRecovery } = this.#options;
    this.#saving = undefined;
    try {
      this.#try(() => this.#write());
      if (this.#isFailing) onRecovery?.();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing && error instanceof Error) onFailure?.(error);
      this.#isFailing = true;
      throw error;
    }
  }

  #write(): void {
    const { simulation } = this.#options;
    const setting = { ids: simulation.ids, clock: simulation.clock.setting, scenarios: simulation.scenarios() };
    const meta = { ...setting, source: this.#source, requested: this.#requested };
    try {
      this.#db.exec(this.#written.size === 0 ? "BEGIN; DELETE FROM records" : "BEGIN");
      const put = this.#db.prepare("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)");
      const deleteFrom = this.#db.prepare("DELETE FROM records WHERE account = ? AND kind = ? AND position >= ?");
      for (const account of simulation.accounts) {
        for (const kind of collections) {
          const written = this.#written.get(account[kind]) ?? [];
          for (const [position, record] of account[kind].records().entries()) {
            if (record !== written[position]) put.run(account.id, kind, position, JSON.stringify(record));
          }
          deleteFrom.run(account.id, kind, account[kind].count());
        }
      }
      this.#db.prepare("INSERT OR REPLACE INTO meta VALUES (0, ?)").run(JSON.stringify(meta));
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
    this.#written = this.#copyLists();
    this.#isChanged = false;
  }

  #copyLists(): ReadonlyMap<RecordCollection, readonly RecordData[]> {
    const lists = this.#options.simulation.accounts.flatMap((account) => collections.map((kind) => account[kind]));
    return new Map(lists.map((list) => [list, [...list.records()]]));
  }

  async #restore(): Promise<void> {
    const { simulation } = this.#options;
    const { meta, rows } = this.#read();
    if (meta.source.digest !== this.#source.digest) {
      const [before, now] = [meta.source, this.#source].map(({ world, dialect }) => `${world} in dialect ${dialect}`);
      const change = before === now ? "one of them (or the seed) has changed since" : `this is ${now}`;
      const fix = "start with what it was created with, name another file, or start over: --reset-state";
      throw this.#problem(`it was created with the world ${before}, and ${change}; ${fix}`);
    }
    const readList = (id: string, kind: string) => rows.filter((row) => row.account === id && row.kind === kind);
    const accounts = simulation.accounts.map(({ id }) => ({
      id,
      ...mapNames(collections, (kind) => readList(id, kind).map(({ record }) => record)),
    }));
    await simulation.restore({ ids: meta.ids, clock: meta.clock, accounts });
    this.#written = this.#copyLists();
    // Scenarios given at this start replace those saved.
    if (isDeepStrictEqual(meta.requested, this.#requested)) simulation.use(meta.scenarios);
  }

  #read() {
    try {
      const read = (sql: string) => this.#db.prepare(sql).all();
      z.tuple([z.object({ integrity_check: z.literal("ok") })]).parse(read("PRAGMA integrity_check"));
      const rows = z.array(rowSchema).parse(read("SELECT * FROM records ORDER BY account, kind, position"));
      return { meta: metaSchema.parse(JSON.parse(String(read("SELECT value FROM meta")[0]?.["value"]))), rows };
    } catch {
      throw this.#problem(isDamaged);
    }
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
    const { path } = this.#options;
    return inputError(`state file "${path}"`, path, problem);
  }
}

function openDatabase(path: string, reset: boolean): DatabaseSync {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) throw new Error("it is not a file; name a file, or a new one");
  // SQLite takes a file shorter than any database for an empty one.
  if (stats !== undefined && stats.size > 0 && stats.size < 512) throw new Error(notAState);
  // SQLite does not say why it cannot open a file.
  closeSync(openSync(path, "a"));
  const db = new (loadSqlite().DatabaseSync)(path, { timeout: 0 });
  const read = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  try {
    // Locked until closed. The first read locks it, so the log needs no shared memory.
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
    const isNew = read("SELECT 1 FROM sqlite_schema") === undefined;
    if (!isNew && read("PRAGMA application_id") !== applicationId) throw new Error(notAState);
    if (!isNew && !reset && read("PRAGMA user_version") !== format) {
      throw new Error("it was written by another version of orgkit; use that version, or start over: --reset-state");
    }
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4000000");
    if (isNew || reset) {
      db.exec(`BEGIN; DROP TABLE IF EXISTS records; DROP TABLE IF EXISTS meta;
        CREATE TABLE records (account TEXT, kind TEXT, position INTEGER, record TEXT,
          PRIMARY KEY (account, kind, position)) WITHOUT ROWID;
        CREATE TABLE meta (key INTEGER PRIMARY KEY, value TEXT);
        PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${format}; COMMIT`);
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

function describeSource({ world, dialect }: Simulation) {
  const hash = createHash("sha256");
  const { accounts, ...about } = world;
  for (const part of [dialect, about, ...accounts]) hash.update(JSON.stringify(part));
  return { world: world.name, dialect: dialect.name, digest: hash.digest("hex") };
}
