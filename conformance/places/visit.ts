import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";

/** A place that a run looked at: what was asked there, and what came of it. */
export interface Visit {
  readonly operation: OperationId;
  /** In words that follow "on" or "in": `page 2 (?page=2)`, `the list sorted by name`. */
  readonly place: string;
  readonly call: Call;
  readonly exchange: Exchange;
  /**
   * Whether the target is known to serve such a request, so that a success which is not an envelope is a fault. An unknown
   * parameter, an id or a page that does not exist may be refused by a success of another form (§7).
   */
  readonly isServed: boolean;
  /** Whether the same request is also sent with other labels. */
  readonly isRepetition?: boolean;
  /** Whether it is the first page of a list that is asked for in another way: no parameter selects a page. */
  readonly isFirstPage?: boolean;
}

/** A dimension of the places: how a run comes to them, and what they are. */
export interface Exploration {
  readonly id: string;
  /** What it looks at, for the plan: `every page of both lists, beyond the last one too`. */
  readonly looksAt: string;
  /** Sends only what reads, unless writes are allowed. Never throws for what a target answers. */
  readonly explore: (session: Session) => Promise<readonly Visit[]>;
}

/** A visit to a place that was answered with success. */
export type Served = Visit & { readonly exchange: Success };
