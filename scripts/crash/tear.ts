import { appendFileSync, readFileSync } from "node:fs";
import type { Random } from "../../mocks/scenarios/random.ts";

/**
 * Puts the beginning of a line at the end of a state file: what a loss of power leaves of a write, and a kill only
 * where it comes within the microseconds that one takes.
 * @returns how many it put there
 */
export function tear(file: string, random: Random): 0 | 1 {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf("\n");
  const last = bytes.subarray(bytes.lastIndexOf("\n", end - 1) + 1, end);
  // A tail that is torn already stays the only one: nothing is written after it.
  if (end !== bytes.byteLength - 1) return 0;
  appendFileSync(file, last.subarray(0, random.between(1, last.byteLength)));
  return 1;
}
