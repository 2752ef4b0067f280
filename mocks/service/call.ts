import type { OperationId } from "../../fixtures/contract/operations.ts";

/** A request as the simulation sees it, whichever adapter it came through. */
export interface Call {
  /** In capitals. */
  readonly method: string;
  /** The path below the base URL, percent-encoded as sent, for instance `/api/v1/users`. */
  readonly path: string;
  /** The query without its question mark, as sent; empty where there is none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** At most one byte more than the dialect's `limits.bodyBytes`; an adapter need not read on. */
  readonly body: Uint8Array;
}

/** Why a reply is what it is: the requirement or the dialect key that decided it. */
export interface Why {
  readonly operation?: OperationId;
  /** A requirement id (`AUTH-04`) or a dialect key (`paging.users.oversize`). */
  readonly rule: string;
  /** The id of the record the call created. */
  readonly created?: string | number;
  /** The scenarios that had a hand in it, outermost first. */
  readonly scenarios?: readonly string[];
}

/** How an adapter is to deliver a reply: at once and whole, where nothing is said. */
export interface Delivery {
  /** Milliseconds until the first byte. */
  readonly delayMs?: number;
  /** Milliseconds over which the body is spread. */
  readonly bodyMs?: number;
  /**
   * How it ends, if not well: `cut` after half the body, `reset` by the connection before the first byte,
   * `refused` as if nobody listened, `never`.
   */
  readonly end?: "cut" | "reset" | "refused" | "never";
}

/** What the simulation answers. An adapter adds only what its transport needs. */
export interface Reply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly why: Why;
  readonly delivery?: Delivery;
}
