/**
 * The target cannot be judged, learned or compared, for a reason that only its owner or user can fix: it does not
 * respond, or it rejects the token. It is *not* a failure of the target.
 */
export class CannotJudge extends Error {
  override readonly name = "CannotJudge";
  /** What to fix first; also the message. */
  readonly problem: string;

  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/** orgkit itself failed. This is unrelated to the target. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}
