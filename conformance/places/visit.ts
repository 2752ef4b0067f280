import type { OperationId } from "../../fixtures/contract/operations.ts";
import { operationOf } from "../discovery/operation-of.ts";
import { callKey, isGood, type Call } from "../target/call.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import type { Session } from "../target/session.ts";

/** A place that a run looked at: what was asked there, and what came of it. */
export interface Visit {
  readonly operation: OperationId;
  /** In words that follow "on" or "in": `page 2 (?page=2)`, `the list sorted by name`. */
  readonly place: string;
  readonly call: Call;
  readonly exchange: Exchange;
  /**
   * Whether the target is known to serve such a request, so that a success which is no envelope is a fault. An unknown
   * parameter, an id or a page that does not exist may be refused by a success of another form (§7).
   */
  readonly isServed: boolean;
  /** Whether it is the moment that makes the place: the same request is made at others, too. */
  readonly isMomentary?: boolean;
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

/** What a call asked for, in words that follow "on": `listUsers?page=2 (second account)`. */
function placeOf({ operation, as, query, id, path }: Call): string {
  const names = Object.keys(query ?? {});
  const asked =
    names.length > 3
      ? ` with ${names.length} parameters`
      : names.length > 0
        ? `?${new URLSearchParams(query).toString()}`
        : "";
  const which = path ?? (id === undefined ? operation : `${operation} of "${id}"`);
  return `${which}${asked}${as === "second" ? " (second account)" : ""}`;
}

/** A call as a text, whenever it is made: what is read again is read at the same place. */
function anyTime({ moment, ...call }: Call): string {
  return callKey(call.operation === "createUser" && moment !== undefined ? { ...call, moment } : call);
}

/** Short requests first: an order that does not depend on which of several responses came first. */
export function inOneOrder(entries: readonly Entry[]): readonly Entry[] {
  const key = ({ call: { moment = "", ...call } }: Entry): string => `${moment} ${callKey(call)}`;
  const keyed = entries.map((entry) => ({ entry, key: key(entry) }));
  const compare = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1);
  return keyed.toSorted((one, other) => compare(one.key, other.key)).map(({ entry }) => entry);
}

/** Every response to an operation that a good token got in the run so far. */
export function servedIn(session: Session, operation: OperationId, visits: readonly Visit[]): readonly Served[] {
  const visited = new Map(visits.map((visit) => [visit.exchange, visit]));
  const lasting = visits.filter(({ isMomentary = false }) => !isMomentary);
  const known = new Map(lasting.map((visit) => [anyTime(visit.call), visit]));
  const order = new Map([...known.keys()].map((key, index) => [key, index]));
  const placeIn = ({ call }: Entry): number => order.get(anyTime(call)) ?? order.size;
  const entries = inOneOrder(session.entries).toSorted((one, other) => placeIn(one) - placeIn(other));
  return entries.flatMap(({ call, exchange }) => {
    if (!isGood(call) || operationOf(call) !== operation || !isSuccess(exchange)) return [];
    const isPlain = (call.query ?? call.id ?? call.path ?? call.body ?? call.text ?? call.headers) === undefined;
    const visit = visited.get(exchange) ??
      known.get(anyTime(call)) ?? { operation, call, place: placeOf(call), isServed: isPlain };
    return [{ ...visit, exchange }];
  });
}
