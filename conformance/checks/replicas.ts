import { listOf, operations, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { heldIn, type Held } from "../places/walk.ts";
import { waysOf } from "../places/way.ts";
import type { Call } from "../target/call.ts";
import { freshValueOf } from "../target/created-user.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** A page of a list, read once. */
interface Reading {
  readonly exchange: Exchange;
  readonly held: Held;
  readonly records: ReadonlySet<string>;
}

/** How often `meta.total` of the plain list must fall for a closer look: other clients may remove a record. */
const enoughFalls = 2;

/** How often records must come back, after which they were not removed. */
const enoughReturns = 2;

/** How to take it: twice, with a pause, some pages several times. */
const closer = { rounds: 2, pause: 0.1, pages: 3, times: 6, size: 100 } as const;

/**
 * A list that lacks the same old records in some readings, with a lower total: a replica that never got them. Records
 * that other clients create and delete are others each time.
 */
export async function lacksInTurn(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  if (session.isQuick || fallsOf(session, operation) < enoughFalls) return [];
  const known = session.entries.slice(0, session.entries.length / 2).flatMap(({ call, exchange }) => {
    const isOwn = call.operation === operation && (call.as ?? "first") === "first" && isSuccess(exchange);
    return (isOwn ? heldIn(exchange)?.records : undefined) ?? [];
  });
  const old = new Set(known.filter((record) => freshValueOf(record) === undefined).map(canonical));
  const pages = await pagesOf(session, operation);
  const read = pages.map((): Reading[] => []);
  for (let round = 1; round <= closer.rounds; round += 1) {
    await session.wait(closer.pause * session.patience);
    for (let time = 1; time <= closer.times; time += 1) {
      for (const [index, query] of pages.entries()) {
        const exchange = await session.call({ operation, query, label: `closer look ${round}, reading ${time}` });
        const held = exchange instanceof Unavailable ? undefined : heldIn(exchange);
        if (exchange instanceof Unavailable || held === undefined) continue;
        read[index]?.push({ exchange, held, records: new Set(held.records.map(canonical)) });
      }
    }
    const totals = new Set(read.flat().map(({ held }) => held.total));
    if (totals.size !== 2) return [];
  }
  const most = Math.max(...read.flat().map(({ held }) => held.total));
  const isHigh = ({ held }: Reading): boolean => held.total === most;
  for (const [index, readings] of read.entries()) {
    const { true: high = [], false: low = [] } = Object.groupBy(readings, (one) => `${isHigh(one)}`);
    const elsewhere = [...low, ...(read[index - 1] ?? []).filter((one) => !isHigh(one))];
    const [one, other] = high;
    const returns = readings.filter(
      (reading, at) => isHigh(reading) && readings.slice(at - 1, at).some((before) => !isHigh(before)),
    );
    if (one === undefined || other === undefined || low[0] === undefined || returns.length < enoughReturns) continue;
    const lacking = [...one.records].filter(
      (record) =>
        old.has(record) &&
        high.every(({ records }) => records.has(record)) &&
        !elsewhere.some(({ records }) => records.has(record)),
    );
    if (lacking.length === 0 || lacking.length > most - low[0].held.total) continue;
    const text = `\`meta.total\` is ${most} and ${low[0].held.total} in turn: ${counted(lacking.length, operations[operation].record)} of the list ${lacking.length === 1 ? "is" : "are"} missing in some readings, each time the same`;
    const place = `${listOf(operation)}, read ${readings.length} times`;
    return [{ place, outcome: failed(text, one.exchange, low[0].exchange, other.exchange) }];
  }
  return [];
}

/** How often the total of the plain list fell from one reading to the next. */
function fallsOf({ entries }: Session, operation: ListOperationId): number {
  const totals = entries.flatMap(({ call, exchange }) => {
    const isPlain = call.operation === operation && (call.as ?? "first") === "first";
    const held = isPlain && (call.query ?? call.path ?? call.headers) === undefined ? heldIn(exchange) : undefined;
    return held === undefined || held.total === 0 ? [] : [held.total];
  });
  return totals.filter((total, index) => total < (totals[index - 1] ?? 0)).length;
}

/** The first pages of a list, as long as possible. */
async function pagesOf(session: Session, operation: ListOperationId): Promise<readonly NonNullable<Call["query"]>[]> {
  const [way] = await waysOf(session, operation);
  if (way === undefined) return [{}];
  const size = Math.min(way.maxSize ?? closer.size, closer.size);
  const sized = way.size === undefined ? {} : { [way.size]: String(size) };
  const plain = await session.call({ operation });
  const held = plain instanceof Unavailable ? undefined : heldIn(plain);
  const step = way.size === undefined ? (held?.records.length ?? 0) : size;
  const count = way.isByPlace && step > 0 ? Math.min(Math.ceil((held?.total ?? 0) / step), closer.pages) : 1;
  return Array.from({ length: count }, (_, index) => ({
    ...sized,
    ...(index === 0 && !way.isByPlace ? {} : way.choose(index, step, undefined)),
  }));
}
