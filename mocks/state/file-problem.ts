import { InputError } from "../../fixtures/input-error.ts";

/** What hinders orgkit from using a state file, and how the user mends it. */
export function stateProblem(name: string, problem: string): InputError {
  return new InputError(`State file "${name}"`, [{ at: name, problem }]);
}

/**
 * A failure of the file system as the user's matter.
 * @param name of the file, as the user wrote it
 * @returns the error itself where it is none of the file system
 */
export function fileProblem(name: string, error: unknown): unknown {
  const code = errorCode(error);
  return code === undefined ? error : stateProblem(name, reasonOf(code));
}

/** `ENOENT` and the like; `undefined` where an error is none of the file system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && "syscall" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room",
  EDQUOT: "your share of the disk is full; make room",
  EFBIG: "the file would be larger than this process may write (ulimit -f); allow more",
  EIO: "the disk reports a failure; name a file on another one",
  EROFS: "the disk is mounted read-only; name a file on another one",
  EACCES: "this user may not write there; expected a folder and a file that can be written",
  EPERM: "this user may not write there; expected a folder and a file that can be written",
  ENOENT: "its folder does not exist; create it",
  ENOTDIR: "its folder is a file; expected the path of a file in a folder",
  EISDIR: "it is a folder; expected a file",
  ELOOP: "it is a link to itself; expected a file",
  ENAMETOOLONG: "its name is too long; choose a shorter one",
};

function reasonOf(code: string): string {
  const reason = reasons[code];
  return reason === undefined ? `it cannot be used (${code})` : `${reason} (${code})`;
}
