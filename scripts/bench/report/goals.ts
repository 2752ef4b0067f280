import { known } from "./numbers.ts";

/** What was to be reached, and whether it was. */
export interface Goal {
  readonly name: string;
  /** The limit, in words: `at least 0.85`. */
  readonly limit: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** How a value is written. */
type Format = (value: number) => string;

/** With something to consider beside what was measured. */
export function withNotes(goal: Goal, notes: readonly string[]): Goal {
  return notes.length === 0 ? goal : { ...goal, measured: `${goal.measured} (${notes.join("; ")})` };
}

export function atLeast(name: string, value: number, limit: number, format: Format): Goal {
  return { name, limit: `at least ${format(limit)}`, measured: known(value, format), isMet: value >= limit };
}

export function atMost(name: string, value: number, limit: number, format: Format): Goal {
  return { name, limit: `at most ${format(limit)}`, measured: known(value, format), isMet: value <= limit };
}
