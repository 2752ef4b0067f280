import type { z } from "zod";
import type { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { Simulation } from "../../mocks/simulation/simulation.ts";

/** A dialect that comes with orgkit, by its name, or one written out. */
export type DialectInput = string | z.input<typeof dialectSchema>;

/** Changes the answers of a simulation. */
export type Alter = (answer: Answer, simulation: Simulation) => Answer;

/** Answers one call: all that a face needs of a simulation. */
export type Answer = Simulation["answer"];

/** A deliberately broken simulation, and the requirements that must catch it. */
export interface Mutant {
  /** Unique; what is broken, and on which operation: `page-is-text@listUsers`. */
  readonly id: string;
  /** What it does wrong, in one sentence. */
  readonly sentence: string;
  /** The obligations that must fail: `ENV-04 listUsers`. */
  readonly breaks: readonly string[];
  /** Further obligations that fail for the same cause, and cannot be told from it from outside. */
  readonly collateral?: readonly string[];
  /** What the judge is told the target speaks; the reference dialect by default. */
  readonly dialect?: DialectInput;
  /** What it speaks instead; by default what is declared. */
  readonly speaks?: DialectInput;
  /** `demo` by default. */
  readonly world?: string;
  /** Breaks it: wraps the answer of a simulation that no one else uses. */
  readonly alter?: Alter;
}
