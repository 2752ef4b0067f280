import type { OperationId } from "../../fixtures/contract/operations.ts";

/** What the catalogue does not say of a requirement: why it holds, what it looks like, how to mend it. */
export interface Explanation {
  /** Why it holds: what the document says, or how it follows. */
  readonly why: string;
  /** A reply that passes. */
  readonly good: string;
  /** A reply that fails. */
  readonly bad: string;
  /** What to change in an implementation that fails. */
  readonly mend: string;
  /** How the telling call differs from a plain authorized one. */
  readonly call?: ExampleCall;
}

/** What is recorded at an open point: nothing there passes or fails. */
export interface Observation {
  /** What of the target is recorded. */
  readonly recorded: string;
  /** A record as a report could hold it. */
  readonly example: string;
  readonly call?: ExampleCall;
}

/** The call that shows a requirement, as far as it is not a plain authorized one. */
export interface ExampleCall {
  readonly operation?: OperationId;
  readonly method?: string;
  /** Instead of the operation's path. */
  readonly path?: string;
  readonly query?: string;
  /** `null`: no header. */
  readonly authorization?: string | null;
  readonly contentType?: string;
  readonly body?: string;
}

/** The explanations of some requirements, by id. */
export type Explanations = Readonly<Record<string, Explanation>>;
