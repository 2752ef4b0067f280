import type { FailureKind } from "../../fixtures/dialect/statuses.ts";

/** One field of a request body and what is wrong with it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * The simulated service refuses a call. Not an exception: an answer like any other, returned and put into
 * the dialect's words by `failure-reply.ts`.
 */
export class Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The requirement id or dialect key that decided it. */
  readonly rule: string;
  readonly errors: readonly FieldError[] | undefined;
  /** Where it is not the one the dialect has for this kind. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: FailureKind,
    message: string,
    details: {
      rule?: string;
      errors?: readonly FieldError[];
      status?: number;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    this.kind = kind;
    this.message = message;
    this.rule = details.rule ?? `statuses.failure.${kind}`;
    this.errors = details.errors;
    this.status = details.status;
    this.headers = details.headers ?? {};
  }
}
