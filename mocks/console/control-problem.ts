export interface Mistake {
  readonly at: string;
  readonly problem: string;
}

/** What the control API could not do, in its own words; status 0 where it did not answer. */
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
