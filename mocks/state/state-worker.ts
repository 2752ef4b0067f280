import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** A record of an account, as JSON; absent to delete it. Keys order the list. */
export type Row = readonly [key: number, account: string, kind: string, record?: string];

/** The content of one transaction. */
export interface Batch {
  /** `rows` replace all rows. */
  readonly isAll: boolean;
  readonly rows: readonly Row[];
  /** JSON. */
  readonly meta: string;
}

/** What the worker posts after it has opened the file, and after each message. */
export interface Answer {
  /** The problem with the file, as a clause. */
  readonly problem?: string;
  /** The content when it was opened; absent if the file is new. */
  readonly held?: unknown;
}

/** In the header of the file: `orgs`, and the format number. Format 1 was a log of lines, in orgkit 0.1. */
const applicationId = 0x6f726773;
const format = 2;

const notAState = "it is not a state file; name one created by orgkit mock --state, or a new one";
const isDamaged = "it is damaged; restore a copy, or delete it to start over";

/** By primary result code, https://sqlite.org/rescode.html. */
const problems: Readonly<Record<number, string>> = {
  5: "another process uses it; stop it, or name another file",
  8: "this user may not write there; expected a directory and a file that can be written",
  10: "the disk accepts no more: it is full or failing, or the file would be larger than this process may write (ulimit -f); make room",
  11: isDamaged,
  13: "the disk is full; make room",
};

function open(path: string): { readonly db: DatabaseSync; readonly held: unknown } {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) throw new Error("it is not a file; name a file, or a new one");
  // SQLite takes a file shorter than any database for an empty one.
  if (stats !== undefined && stats.size > 0 && stats.size < 512) throw new Error(notAState);
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    // Locked until closed. The first read locks it, so the log needs no shared memory.
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT");
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    const held = isNew ? undefined : read(db);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4000000");
    if (isNew) {
      db.exec(`BEGIN;
        CREATE TABLE records (key INTEGER PRIMARY KEY, account TEXT, kind TEXT, record TEXT);
        CREATE TABLE meta (key INTEGER PRIMARY KEY, value TEXT);
        PRAGMA application_id = ${applicationId};
        PRAGMA user_version = ${format};
        COMMIT`);
    }
    return { db, held };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @returns `undefined` if the process ended before anything was written */
function read(db: DatabaseSync): unknown {
  const { id, version } =
    db
      .prepare("SELECT application_id AS id, user_version AS version FROM pragma_application_id, pragma_user_version")
      .get() ?? {};
  if (id !== applicationId) throw new Error(notAState);
  if (version !== format) {
    throw new Error(
      `it has format ${String(version)}, written by another version of orgkit; this one reads format ${format}: update it, or name another file`,
    );
  }
  const { check } = db.prepare("SELECT integrity_check AS 'check' FROM pragma_integrity_check").get() ?? {};
  if (check !== "ok") throw new Error(`${isDamaged} (${String(check)})`);
  const { value: meta } = db.prepare("SELECT value FROM meta").get() ?? {};
  const lists = db
    .prepare(
      `SELECT account, kind, '[' || group_concat(key ORDER BY key) || ']' AS keys,
        '[' || group_concat(record ORDER BY key) || ']' AS records FROM records GROUP BY account, kind`,
    )
    .all();
  return meta === undefined && lists.length === 0 ? undefined : { lists, meta };
}

/** A clause with the fix. */
function problemOf(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error);
  if ("syscall" in error) {
    return `it cannot be opened (${error.message}); expected a file in a directory that exists and can be written`;
  }
  if (!("errcode" in error)) return error.message;
  const code = Number(error.errcode) & 0xff;
  if (code === 14) {
    // SQLite does not say why it cannot open a file.
    try {
      closeSync(openSync(path, "a"));
    } catch (reason) {
      return problemOf(reason, path);
    }
  }
  if (code === 26) {
    return /^[0-9a-f]{8} \{"orgkit-state":/.test(readFileSync(path, "latin1"))
      ? "it was written by orgkit 0.1, whose format this orgkit does not read; name another file to start over. To see its records, run npx orgkit@0.1 mock with it"
      : notAState;
  }
  return `${problems[code] ?? "it cannot be used"} (${error.message})`;
}

/** Posts the problem if `act` throws. */
function answer(path: string, act: () => Answer): void {
  let answered: Answer;
  try {
    answered = act();
  } catch (error) {
    answered = { problem: problemOf(error, path) };
  }
  parentPort?.postMessage(answered, []);
}

/** The worker: opens the file, receives batches, and finally `undefined`. */
function run(path: string): void {
  answer(path, () => {
    const { db, held } = open(path);
    const putMeta = db.prepare("INSERT OR REPLACE INTO meta VALUES (0, ?)");
    const put = db.prepare("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)");
    const remove = db.prepare("DELETE FROM records WHERE key = ?");
    const write = ({ isAll, rows, meta }: Batch): void => {
      try {
        db.exec("BEGIN");
        if (isAll) db.exec("DELETE FROM records");
        for (const [key, account, kind, record] of rows) {
          if (record === undefined) remove.run(key);
          else put.run(key, account, kind, record);
        }
        putMeta.run(meta);
        db.exec("COMMIT");
      } catch (error) {
        if (db.isTransaction) db.exec("ROLLBACK");
        throw error;
      }
    };
    parentPort?.on("message", (batch: Batch | undefined) =>
      answer(path, () => {
        if (batch === undefined) db.close();
        else write(batch);
        return {};
      }),
    );
    return { held };
  });
}

run(String(workerData));
