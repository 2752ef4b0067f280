/**
 * The target cannot be judged, learned or compared, for a reason that only its owner or user can fix: it cannot be
 * reached, or accepts the token nowhere. It is *not* a failure of the target.
 */
export class CannotJudge extends Error {
  override readonly name = "CannotJudge";
  /** What to fix first, in words; also the message. */
  readonly problem: string;

  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/** orgkit itself failed. It says nothing about a target. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}
