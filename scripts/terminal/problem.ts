import { getSystemErrorMessage } from "node:util";
import { CannotJudge, InternalError } from "../../conformance/run/cannot-judge.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { paintFor, warn } from "./terminal.ts";

/**
 * Makes sure that output which could not be written (a full disk, a closed pipe) never looks like a verdict: the exit
 * code becomes 3, with one line on standard error. Nothing is interrupted: a mock keeps running, reports are written.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    const reason = explainSystemError(error) ?? error.message;
    process.once("exit", () => {
      process.exitCode = 3;
      warn(`The output is not complete. ${reason}`);
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

/** An error of the operating system, such as "no space left on device". */
function explainSystemError({ code, errno, syscall, path }: NodeJS.ErrnoException): string | undefined {
  if (code === undefined || errno === undefined || syscall === undefined) return undefined;
  return `Failed to ${syscall}${path === undefined ? "" : ` ${path}`}: ${getSystemErrorMessage(errno)} (${code}).`;
}

/**
 * Prints an error on standard error.
 * @returns the exit code: 2 if the user's input is wrong, 3 if nothing could be judged
 */
export function reportProblem(error: unknown): number {
  const { code, text } = explain(error);
  const paint = paintFor(process.stderr);
  warn(code === undefined ? text : paint("red", text));
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
  const problem = error instanceof Error ? error : new Error(String(error));
  if (problem.name === "AbortError") return { text: "Stopped." };
  const systemError = explainSystemError(problem);
  if (systemError !== undefined) return { text: systemError, code: 3 };
  // Sources are of the version that was checked out last, and what was generated from them may be older.
  const advice = import.meta.url.endsWith(".ts")
    ? "If the checkout changed, run npm run generate. Otherwise, please report it"
    : "Please report it";
  return { text: `orgkit itself failed. ${advice}:\n${problem.stack}`, code: 3 };
}
