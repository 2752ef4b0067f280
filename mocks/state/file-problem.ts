import { readFileSync } from "node:fs";
import { InputError } from "../../fixtures/input-error.ts";

/** What keeps orgkit from using a state file, and how to fix it. */
export function stateProblem(name: string, problem: string): InputError {
  return new InputError(`State file "${name}"`, [{ at: name, problem }]);
}

/** @param what was found, in words */
export function damaged(name: string, what: string): InputError {
  return stateProblem(
    name,
    `it is damaged: ${what}, which no interrupted write explains; put a copy back, or delete it to start over`,
  );
}

/** @param path of the file, beside which its process is named */
export function inUse(path: string, name: string): InputError {
  let process = "another process";
  try {
    process = `process ${Number(readFileSync(`${path}.lock`, "utf8"))}`;
  } catch {
    // It has just started.
  }
  return stateProblem(name, `${process} uses it; stop it, or name another file`);
}

/**
 * A failure of the file system or of SQLite as a problem for the user.
 * @param name of the file, as the user wrote it
 * @returns the error itself where it is neither
 */
export function fileProblem(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  const sqlite = sqliteCode(error);
  if (sqlite === 11) return damaged(name, `SQLite reports "${error.message}"`);
  const reason = sqlite === undefined ? reasons[error.code] : sqliteReasons[sqlite];
  if (sqlite === undefined ? !("syscall" in error) : reason === undefined && sqlite !== 14) return error;
  const code = sqlite === undefined ? error.code : error.message;
  return stateProblem(name, `${reason ?? "it cannot be used"} (${code})`);
}

/** The primary result code, https://sqlite.org/rescode.html; `undefined` where an error is not from SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : undefined;
}

const notWritable = "this user may not write there; expected a directory and a file that can be written";

const sqliteReasons: Readonly<Record<number, string>> = {
  8: notWritable,
  10: "the disk accepts no more: it is full or failing, or the file would be larger than this process may write (ulimit -f); make room",
  13: "the disk is full; make room",
};

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room",
  EROFS: "the disk is mounted read-only; name a file on another one",
  EACCES: notWritable,
  EPERM: notWritable,
  ENOENT: "its directory does not exist; create it",
  ENOTDIR: "its directory is a file; expected the path of a file in a directory",
  EISDIR: "it is a directory; expected a file",
  ELOOP: "it is a link to itself; expected a file",
  ENAMETOOLONG: "its name is too long; choose a shorter one",
};
