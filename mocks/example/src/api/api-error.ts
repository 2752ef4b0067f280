export type ErrorKind =
  | "unreachable"
  | "timeout"
  | "unreadable"
  | "unauthorized"
  | "notFound"
  | "tooManyRequests"
  | "unavailable"
  | "fault"
  | "refused";

/** What the service found wrong with one field of a request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export interface ErrorDetails {
  readonly message?: string;
  readonly fields?: readonly FieldProblem[];
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The one error of this client: whatever keeps a call from succeeding, told apart by `kind`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ErrorKind;
  readonly fields: readonly FieldProblem[];
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, { message = kind, fields = [], retryAfter, cause }: ErrorDetails = {}) {
    super(message, { cause });
    this.kind = kind;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  /** No answer that could be read: a write may or may not have been done. */
  get leavesOutcomeOpen(): boolean {
    return this.kind === "unreachable" || this.kind === "timeout" || this.kind === "unreadable";
  }
}
