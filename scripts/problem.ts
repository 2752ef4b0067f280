import { visible } from "../conformance/report/visible.ts";
import { CannotJudge, InternalError } from "../conformance/run/cannot-judge.ts";
import { InputError } from "../fixtures/input-error.ts";
import { paintFor } from "./terminal.ts";

/**
 * Makes sure that output which could not be written (a full disk, a closed pipe) never looks like a verdict: the exit
 * code becomes 3, with one line on standard error. Nothing is interrupted: a mock keeps running, reports are written.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    const { code = error.message } = error;
    const reason = reasons.get(code) ?? code;
    process.once("exit", () => {
      process.exitCode = 3;
      process.stderr.write(`The output is not complete: ${reason}.\n`);
    });
    // Reported once; later writes fail in the same way.
    process.stdout.removeAllListeners("error").on("error", () => {});
  });
  // Progress and hints: the result is on standard output.
  process.stderr.on("error", () => {});
}

/** For what nothing else caught: the process is in an unknown state, so it ends. */
export function exitWithProblem(error: unknown): never {
  process.exit(reportProblem(error));
}

/** The errors of the operating system that a user can fix, in words. */
const reasons = new Map([
  ["EPIPE", "the reader closed the pipe"],
  ["ENOSPC", "no space left on the device"],
  ["EDQUOT", "the disk quota is exceeded"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "permission denied"],
  ["EPERM", "operation not permitted"],
  ["EIO", "input/output error"],
  ["EMFILE", "too many open files"],
  ["ENAMETOOLONG", "the name is too long"],
]);

/** One line for an error of the operating system. */
function explainSystemError(error: Error): string | undefined {
  const { code, syscall, path }: NodeJS.ErrnoException = error;
  const reason = code && reasons.get(code);
  return reason && syscall && `Failed to ${syscall}${path === undefined ? "" : ` ${path}`}: ${reason} (${code}).`;
}

/**
 * Prints an error on standard error.
 * @returns the exit code: 2 if the user's input is wrong, 3 if nothing could be judged
 */
export function reportProblem(error: unknown): number {
  const { code, text } = explain(error);
  const paint = paintFor(process.stderr);
  process.stderr.write(`${code === undefined ? text : paint("red", visible(text))}\n`);
  return code ?? 3;
}

function explain(error: unknown): { readonly text: string; readonly code?: 2 | 3 } {
  if (error instanceof InputError) return { text: error.message, code: 2 };
  if (error instanceof CannotJudge) return { text: error.message, code: 3 };
  if (error instanceof InternalError) {
    return {
      text: `orgkit itself failed, not the target. Please report it:\n${error.message}`,
      code: 3,
    };
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack = message } = fault;
  if (name === "AbortError") return { text: "Stopped." };
  const systemError = explainSystemError(fault);
  if (systemError !== undefined) return { text: systemError, code: 3 };
  // In a checkout, `npm ci` generates these files, which are not committed.
  const [, file] = /find module '([^']*\.generated\.ts)'/.exec(message) ?? [];
  if (file !== undefined) return { text: `${file} is missing: run npm ci or npm run generate`, code: 2 };
  return { text: `orgkit itself failed. Please report it:\n${stack}`, code: 3 };
}
