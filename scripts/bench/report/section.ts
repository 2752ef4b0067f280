import type { Goal } from "./goals.ts";

/** A part that could not be measured, or a program that could not run. */
export interface Omission {
  readonly name: string;
  readonly reason: string;
}

/** Rows under named columns. All but the first column hold numbers, unless they are named in `texts`. */
export interface Table {
  readonly title?: string;
  readonly columns: readonly string[];
  /** Names of the columns that hold words. */
  readonly texts?: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A picture beside the report. */
export interface Figure {
  /** Its file name. */
  readonly file: string;
  readonly svg: string;
  readonly caption: string;
}

/** What one part of the bench found. */
export interface Section {
  readonly title: string;
  /** How it was measured. */
  readonly method: string;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
  readonly figures?: readonly Figure[];
  readonly omitted?: readonly Omission[];
  /** Everything that was measured, for tools. */
  readonly data: unknown;
}
