import { stateProblem } from "./file-problem.ts";
import { splitLines } from "./split-lines.ts";
import { holdsLineStart, readLine } from "./state-line.ts";

/** A line that is as it was written. */
export interface GoodLine {
  readonly entry: unknown;
  /** Of its first byte in the file. */
  readonly start: number;
  /** Of the byte after it. */
  readonly end: number;
}

/**
 * The lines of a state file up to its end, or to a write that was interrupted.
 * @param name of the file, as the user wrote it
 * @throws InputError where a line is not as it was written and another follows: an interrupted write is the last
 */
export async function* goodLines(path: string, name: string): AsyncGenerator<GoodLine> {
  let bad: number | undefined;
  for await (const { start, bytes, isEnded } of splitLines(path)) {
    const entry = bad === undefined && isEnded ? readLine(bytes) : undefined;
    if (entry !== undefined) {
      yield { entry, start, end: start + bytes.byteLength + 1 };
      continue;
    }
    // Its own beginning aside.
    const isFollowed = holdsLineStart(bad === undefined ? bytes.subarray(1) : bytes);
    bad ??= start;
    if (isFollowed) throw damaged(name, bad);
  }
}

export function damaged(name: string, at: number): Error {
  return stateProblem(
    name,
    `it is damaged at byte ${at}, which no interrupted write explains; put a copy back, or delete it to begin anew`,
  );
}
