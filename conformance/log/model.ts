import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import type { Credentials } from "../target/credentials.ts";
import type { HttpExchange } from "../target/exchange.ts";
import type { MissingOption } from "../target/missing-options.ts";

/** The two accounts of a run. */
export const accounts = ["first", "second"] as const;

export type AccountName = (typeof accounts)[number];

/** The effect of a query parameter that is being looked for. */
export type Role = "unknown" | "size" | "page" | "offset" | "cursor";

/**
 * Where a request lies, in terms that rules select by. Members that are absent are those of the plain request: the
 * whole list in its usual order, from its first page.
 */
export interface Place {
  /** In words, to follow "on". */
  readonly words?: string;
  /** The part or order of a list: `sort=name`. */
  readonly view?: string;
  /** Whether the view selects records, and may find none. */
  readonly isFiltered?: true;
  /** The number of a page in a walk, from 1. */
  readonly page?: number;
  /** The requested page size. */
  readonly size?: number;
  /** Whether the page should have no records. */
  readonly isBeyondLast?: true;
  /** Whether the walk has returned to its first page. */
  readonly isAgain?: true;
  /** Whether the request follows a link of the page before. */
  readonly isLinked?: true;
  /** The parameter whose effect is being looked for, with its value. */
  readonly trial?: { readonly role: Role; readonly names: ReadonlyMap<string, number> };
  /** How the id was made of a known one, or that it is unknown. */
  readonly variant?: string;
  /** Whether the id was found in a list, and its record is asked for the first time. */
  readonly isFound?: true;
  /** How the request is spelled. */
  readonly spelling?: string;
  /** A header that clients vary. */
  readonly header?: string;
  /** When a list was read: before or after a creation. */
  readonly moment?: "before" | "after" | "end";
  /** Whether several requests were sent at once. */
  readonly isConcurrent?: true;
  /** Whether a creation sends an unacceptable body. */
  readonly isInvalid?: true;
  /** Whether the request may have ended the target, and is sent again after it came back. */
  readonly isSuspect?: true;
}

/** One request to send, and where it lies. `{{unique}}` in a body becomes the marker of the creation. */
export interface Probe extends Call {
  readonly place?: Place;
}

/** A probe with the request that was sent and the response that came. */
export interface Exchange extends HttpExchange {
  /** Its number in the run, from 1. */
  readonly number: number;
  readonly probe: Probe;
  readonly place: Place;
  readonly operation: OperationId;
  readonly as: Credentials;
  readonly experiment: string;
  /** 0 in the first run of an experiment, then the number of the repetition. */
  readonly round: number;
  /** The unique text in the body of a creation. */
  readonly marker?: string;
  /** The first result, if the connection broke or the target failed, and the request was sent again. */
  readonly repeated?: HttpExchange;
  /** Whether nothing follows from it: the target refused everything at that time. */
  readonly isLost?: true;
  /** How many requests were sent for it, and how many milliseconds it waited for the target's rate limit. */
  readonly requests: number;
  readonly waited: number;
  /** Milliseconds since the start of the run. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** A page of a list, as a response has it. */
export interface Page {
  readonly exchange: Exchange;
  readonly records: readonly unknown[];
  /** What identifies each record. */
  readonly keys: readonly string[];
  readonly number: number;
  readonly total: number;
}

/** A request that was not sent, with the reason, and what would help. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
  readonly lack: MissingOption | "nothing" | undefined;

  constructor(reason: string, lack?: MissingOption | "nothing") {
    super(reason);
    this.lack = lack;
  }
}
