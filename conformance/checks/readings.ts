import { responseTo } from "../places/visit.ts";
import { heldIn, type Held } from "../places/walk.ts";
import type { Call } from "../target/call.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";
import { failed, inconclusive } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** A request, and the page of a list in its response. */
export interface Reading {
  readonly call: Call;
  readonly exchange: Success;
  readonly held: Held;
}

/** The page in a response; `undefined` if it has none. */
export function pageAt(call: Call, exchange: Exchange): Reading | undefined {
  const held = heldIn(exchange);
  return held === undefined || !isSuccess(exchange) ? undefined : { call, exchange, held };
}

/** The page that a call gets; `undefined` if it gets none. */
export async function readPage(session: Session, call: Call): Promise<Reading | undefined> {
  const exchange = await responseTo(session, call);
  return exchange && pageAt(call, exchange);
}

/** Responses that contradict each other, unless the list changed between them. */
export interface Suspicion {
  readonly place: string;
  readonly calls: readonly Call[];
  /** What is wrong with the pages that these calls get, in words; `undefined` if nothing is. */
  readonly problemOf: (...pages: readonly Reading[]) => string | undefined;
  /** Milliseconds to wait before each reading. */
  readonly pause?: number;
}

/**
 * Reads the same again, twice: a list may have changed between two responses, and a replica may lag. Only what is wrong
 * each time in the same way is a fault; what is wrong in another way shows nothing.
 */
export async function confirm(
  session: Session,
  { place, calls, problemOf, pause = 0 }: Suspicion,
): Promise<readonly AtPlace[]> {
  const look = async (time: string) => {
    await session.wait(pause);
    const read = await Promise.all(calls.map((call) => readPage(session, { ...call, label: `${time}, for ${place}` })));
    const pages = read.filter((page) => page !== undefined);
    return { pages, problem: pages.length === calls.length ? problemOf(...pages) : undefined };
  };
  const first = await look("again");
  const second = first.problem === undefined ? first : await look("once more");
  if (second.problem === undefined) return [];
  const evidence = second.pages.map(({ exchange }) => exchange);
  const isSame = second.problem === first.problem;
  return [
    { place, outcome: isSame ? failed(second.problem, ...evidence) : inconclusive("the list changed", ...evidence) },
  ];
}

/** When a response came, in the order of the run. */
export function timesIn({ entries }: Session): (exchange: Exchange) => number {
  const order = new Map(entries.map(({ exchange }, index) => [exchange, index]));
  return (exchange) => order.get(exchange) ?? 0;
}
