import { closeSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { z } from "zod";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Kind } from "../service/accounts.ts";
import type { Snapshot } from "../simulation/snapshot.ts";
import {
  applicationId,
  checksum,
  connectToRead,
  currentSchema,
  formatVersion,
  rowSchema,
  startSchema,
  type Current,
} from "./database.ts";
import { damaged, sqliteCode, stateProblem } from "./file-problem.ts";
import { interruptedBytes } from "./interrupted-write.ts";
import { emptyKeys, listOf, type Keys } from "./rows.ts";
import type { Source } from "./source.ts";

/** What a state file holds. */
export interface ReadState {
  readonly snapshot: Snapshot;
  readonly current: Current;
  readonly keys: Keys;
  /** Bytes at the end, which SQLite ignores. */
  readonly interrupted: number;
}

/**
 * Reads a state file, checks all of it, and leaves it as it is.
 * @param name of the file, as the user wrote it
 * @param source what the mock is started with now
 * @returns `undefined` where nothing was written yet
 * @throws InputError where it is not a state file, of another format, world or dialect, in use, or damaged
 */
export function readState(path: string, name: string, source: Source): ReadState | undefined {
  const db = connectToRead(path);
  try {
    db.exec("BEGIN; SELECT 1 FROM sqlite_schema");
    const interrupted = interruptedBytes(readLog(path));
    if (interrupted === undefined) throw damaged(name, `a write in the middle of ${name}-wal is not as it was written`);
    if (pragma(db, "quick_check(1)") !== "ok") throw damaged(name, `SQLite reports "${pragma(db, "quick_check(1)")}"`);
    if (db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined) return undefined;
    expectFormat(db, name);
    return { ...readRows(db, name, source), interrupted };
  } catch (error) {
    if (sqliteCode(error) === 26) throw unknownFile(path, name);
    throw error;
  } finally {
    db.close();
    rmSync(`${path}-shm`, { force: true });
  }
}

function readLog(path: string): Buffer {
  try {
    return readFileSync(`${path}-wal`);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Not to be called while a connection to the file is open: to close a file ends the locks on it. */
export function unknownFile(path: string, name: string): Error {
  const bytes = Buffer.alloc(32);
  const file = openSync(path, "r");
  readSync(file, bytes);
  closeSync(file);
  return stateProblem(
    name,
    /^[0-9a-f]{8} \{"orgkit-state":/.test(bytes.toString("latin1"))
      ? "it was written by orgkit 0.1, whose format this orgkit does not read; name another file to start over. To see its records, run npx orgkit@0.1 mock with it"
      : "it is not a state file; expected one that orgkit mock --state created, or none",
  );
}

function expectFormat(db: DatabaseSync, name: string): void {
  if (pragma(db, "application_id") !== String(applicationId)) {
    throw stateProblem(name, "it is not a state file; expected one that orgkit mock --state created, or none");
  }
  const version = pragma(db, "user_version");
  if (version === String(formatVersion)) return;
  throw stateProblem(
    name,
    `it has format ${version}, written by another version; this orgkit reads format ${formatVersion}: update it, or name another file`,
  );
}

function readRows(db: DatabaseSync, name: string, now: Source): Omit<ReadState, "interrupted"> {
  const { source, accounts: ids } = readMeta(db, name, "start", startSchema);
  expectSource(source, name, now);
  const current = readMeta(db, name, "current", currentSchema);
  const accounts = new Map(ids.map((id) => [id, { id, ...emptyLists() }]));
  const keys = emptyKeys(ids);
  let count = 0;
  for (const { crc, ...values } of db.prepare("SELECT * FROM records ORDER BY key").iterate()) {
    const row = rowSchema.safeParse({ ...values, record: parseJson(values["record"]) });
    const list = row.success ? keys.get(listOf(row.data)) : undefined;
    if (!row.success || list === undefined || crc !== checksum(...Object.values(values))) {
      throw damaged(name, `record ${String(values["key"])} is not as it was written`);
    }
    const { key, account, kind, record } = row.data;
    list.push(key);
    accounts.get(account)?.[kind].push(record);
    count += 1;
  }
  if (count !== current.count) throw damaged(name, `it holds ${count} of ${current.count} records`);
  return { snapshot: { ids: current.ids, clock: current.clock, accounts: [...accounts.values()] }, current, keys };
}

function emptyLists(): Record<Kind, RecordData[]> {
  return { users: [], subscriptions: [], invoices: [] };
}

function readMeta<Schema extends z.ZodType>(
  db: DatabaseSync,
  name: string,
  of: string,
  schema: Schema,
): z.output<Schema> {
  const { value, crc } = db.prepare("SELECT value, crc FROM meta WHERE name = ?").get(of) ?? {};
  const result = schema.safeParse(parseJson(value));
  if (result.success && crc === checksum(of, value)) return result.data;
  throw damaged(name, `its entry "${of}" is not as it was written`);
}

function expectSource(then: Source, name: string, now: Source): void {
  if (then.digest === now.digest) return;
  const [before, today] = [then, now].map(({ world, dialect }) => `${world} in dialect ${dialect}`);
  throw stateProblem(
    name,
    before === today
      ? `it was created with the world ${before} as they were then, and one of them (or the seed) has changed since; put it back, or name another file`
      : `it was created with the world ${before}, and this is ${today}; start with the former, or name another file`,
  );
}

function pragma(db: DatabaseSync, text: string): string {
  return String(Object.values(db.prepare(`PRAGMA ${text}`).get() ?? {})[0]);
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
