import { visible } from "../conformance/report/visible.ts";
import { CannotJudge, InternalError } from "../conformance/run/cannot-judge.ts";
import { InputError } from "../fixtures/input-error.ts";
import { paintFor } from "./terminal.ts";

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
  const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
  if (name === "AbortError") return { text: "Stopped." };
  // In a checkout, `npm ci` generates these files, which are not committed.
  const [, file] = /find module '([^']*\.generated\.ts)'/.exec(message) ?? [];
  if (file !== undefined) return { text: `${file} is missing: run npm ci or npm run generate`, code: 2 };
  return { text: `orgkit itself failed. Please report it:\n${stack}`, code: 3 };
}
