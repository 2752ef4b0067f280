import { visible } from "../conformance/report/visible.ts";
import { CannotJudge } from "../conformance/run/cannot-judge.ts";
import { KitFault } from "../conformance/run/kit-fault.ts";
import { InputError } from "../fixtures/input-error.ts";
import { paintFor } from "./terminal.ts";

/**
 * Tells the user what went wrong, on standard error.
 * @returns the exit code: 2 where the user's input is wrong, 3 where nothing could be judged
 */
export function reportProblem(error: unknown): number {
  const paint = paintFor(process.stderr);
  if (error instanceof InputError) {
    say(paint("red", visible(error.message)));
    return 2;
  }
  if (error instanceof CannotJudge) {
    say(paint("red", visible(error.message)));
    return 3;
  }
  if (error instanceof KitFault) {
    say(
      paint(
        "red",
        `orgkit itself failed; this says nothing about the target. Please report it:\n${visible(error.message)}`,
      ),
    );
    return 3;
  }
  if (error instanceof Error && error.name === "AbortError") {
    say("Stopped.");
    return 3;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say(paint("red", `orgkit itself failed. Please report it:\n${visible(detail)}`));
  return 3;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
