import { rmSync, writeFileSync } from "node:fs";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { collections as kinds, type RecordData } from "../../fixtures/worlds/world.ts";
import { clockSettingSchema } from "../service/clock-schemas.ts";
import { sourceSchema } from "./source.ts";

/** In the header of the file: `orgs`, and the number of the format. Format 1 was a log of lines, in orgkit 0.1. */
export const applicationId = 0x6f726773;
export const formatVersion = 2;

/** Written together with all records. */
export const startSchema = z.strictObject({
  source: sourceSchema,
  /** Ids, in their order. */
  accounts: z.array(z.string()),
});

/** Updated by every write. */
export const currentSchema = z.strictObject({
  /** How many records there are. */
  count: z.int(),
  ids: z.array(z.int()).length(4),
  clock: clockSettingSchema,
  /** Active ones. */
  scenarios: z.array(z.string()),
  /** The scenarios the mock was started with. */
  requested: z.array(z.string()),
});

const withIdSchema = z.looseObject({ id: z.union([z.string(), z.number()]) });

/** Only the id is checked: the rest was checked before it was written with a checksum, and there may be 100,000. */
const recordDataSchema = z.custom<RecordData>((value) => withIdSchema.safeParse(value).success);

export const rowSchema = z.object({
  /** Its order gives the order of a list. */
  key: z.int(),
  account: z.string(),
  kind: z.enum(kinds),
  record: recordDataSchema,
});

export type Start = z.infer<typeof startSchema>;
export type Current = z.infer<typeof currentSchema>;
export type Row = z.infer<typeof rowSchema>;

/** What is written in one transaction. */
export interface Batch {
  /** Present where `rows` are to replace all there is. */
  readonly start?: Start | undefined;
  /** Rows to put, and the keys of rows to delete. */
  readonly rows: Iterable<Row | number>;
  readonly current: Current;
}

/** The database of a running mock: no other process can open it. */
export interface StateDatabase {
  /** Returns once the batch is on disk. Where it throws, nothing of the batch counts, and it can be tried again. */
  write(batch: Batch): void;
  close(): void;
}

const schema = `
  CREATE TABLE IF NOT EXISTS records (key INTEGER PRIMARY KEY, account TEXT, kind TEXT, record TEXT, crc INTEGER);
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT, crc INTEGER);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`;

/**
 * Locks the file until it is closed or the process ends, and creates it where there is none. `FILE.lock` only tells
 * others who has it: the lock itself is one of the operating system on the file.
 * @param expectSame throws where the file has changed since it was read
 */
export function openDatabase(path: string, expectSame: () => void): StateDatabase {
  const db = connect(path);
  try {
    // Exclusive from the start: WAL then needs no shared memory.
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE");
    expectSame();
    db.exec("COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`);
    rmSync(`${path}-shm`, { force: true });
    writeFileSync(`${path}.lock`, `${process.pid}\n`);
  } catch (error) {
    db.close();
    throw error;
  }
  const put = db.prepare("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?)");
  const remove = db.prepare("DELETE FROM records WHERE key = ?");
  const tell = db.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?, ?)");
  const putMeta = (name: string, value: object): void => {
    const text = JSON.stringify(value);
    tell.run(name, text, checksum(name, text));
  };
  const putRow = ({ key, account, kind, record }: Row): void => {
    const text = JSON.stringify(record);
    put.run(key, account, kind, text, checksum(key, account, kind, text));
  };
  return {
    write: ({ start, rows, current }) => {
      try {
        db.exec("BEGIN IMMEDIATE");
        if (start !== undefined) {
          db.exec("DELETE FROM records");
          putMeta("start", start);
        }
        for (const row of rows) {
          if (typeof row === "number") remove.run(row);
          else putRow(row);
        }
        putMeta("current", current);
        db.exec("COMMIT");
      } catch (error) {
        if (db.isTransaction) db.exec("ROLLBACK");
        throw error;
      }
      // The log of so large a write does not shrink by itself. Where it cannot be emptied now, nothing is lost.
      if (start !== undefined) db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    },
    close: () => {
      rmSync(`${path}.lock`, { force: true });
      db.close();
    },
  };
}

/** A connection that only reads, and does not touch the file, not even as it is closed. */
export function connectToRead(path: string): DatabaseSync {
  return connect(path, true);
}

/** SQLite, loaded when it is wanted. Node calls it experimental, which is no concern of who runs a mock. */
function connect(path: string, readOnly = false): DatabaseSync {
  // It is called with its object below.
  // oxlint-disable-next-line typescript/unbound-method
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) {
      Reflect.apply(emitWarning, process, [warning, ...rest]);
    }
  };
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    return new DatabaseSync(path, { readOnly });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite has checksums only in its log: each row has its own. */
export function checksum(...values: readonly (SQLOutputValue | undefined)[]): number {
  return crc32(JSON.stringify(values.map(String)));
}
