import type { Mistake } from "../../fixtures/input/input-error.ts";

/** The error of a failed control API request. *Not* a rejection by the simulated service. */
export class ControlProblem extends Error {
  override readonly name = "ControlProblem";
  readonly status: number;
  readonly mistakes: readonly Mistake[];

  constructor(status: number, message: string, mistakes: readonly Mistake[] = []) {
    super(message);
    this.status = status;
    this.mistakes = mistakes;
  }
}
