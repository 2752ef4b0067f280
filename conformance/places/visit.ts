import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { shownPage, type Page } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";

/** A place that a run visited: the request there, and the result. */
export interface Visit {
  readonly operation: OperationId;
  /** In words, to follow "on" or "in": `page 2 (?page=2)`, `the list sorted by name`. */
  readonly place: string;
  readonly call: Call;
  readonly exchange: Exchange;
  /**
   * Whether the target is known to support such a request, so that a success without an envelope is a fault. An unknown
   * parameter, id or page may be rejected by a success of another form (§7).
   */
  readonly isServed: boolean;
  /** Whether the same request is also sent with other labels. */
  readonly isRepetition?: boolean;
  /** Whether it is the first page of another view: no parameter selects a page. */
  readonly isFirstPage?: boolean;
  /** Whether the view has all records of the list, in another order. */
  readonly isReordered?: boolean;
  /** Whether the view has the records with a value or a text, and no other parameter. */
  readonly isSelected?: boolean;
  /** If it is the second page of a view: the first one, and how many records are before it. */
  readonly continues?: { readonly call: Call; readonly exchange: Exchange; readonly from: number };
}

/** A dimension of the places: how a run explores it, and what it consists of. */
export interface Exploration {
  readonly id: string;
  /** Its description in the plan: `every page of both lists, beyond the last one too`. */
  readonly looksAt: string;
  /** Whether it is left out where earlier ones found so much to repeat that the run would be too long. */
  readonly isSpare?: boolean;
  /** Only reads, unless writes are allowed. Never throws because of a target's response. */
  readonly explore: (session: Session) => Promise<readonly Visit[]>;
}

/** A visit to a place that succeeded. */
export type Served = Visit & { readonly exchange: Success };

/** The response to a call; `undefined` if the run must not or cannot send it. */
export async function responseTo(session: Session, call: Call): Promise<Exchange | undefined> {
  const exchange = await session.call(call);
  return exchange instanceof Unavailable ? undefined : exchange;
}

/** The page in the response to a call, if it succeeds. */
export async function pageOf(session: Session, call: Call): Promise<Page | undefined> {
  const exchange = await responseTo(session, call);
  return exchange && shownPage(exchange);
}

/** A place to visit. */
export type Place = Omit<Visit, "operation" | "exchange">;

/** Visits a place; empty if the run must not or cannot send the request. */
export async function visit(session: Session, place: Place): Promise<readonly Visit[]> {
  const exchange = await responseTo(session, place.call);
  return exchange === undefined ? [] : [{ operation: place.call.operation, ...place, exchange }];
}

/** Visits places concurrently. */
export async function visitAll(session: Session, places: readonly Place[]): Promise<readonly Visit[]> {
  return (await Promise.all(places.map((place) => visit(session, place)))).flat();
}
