import { listOf, operations, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { heldIn } from "../places/walk.ts";
import { waysOf } from "../places/way.ts";
import type { Call } from "../target/call.ts";
import { freshValueOf } from "../target/created-user.ts";
import { canonical } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { failed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";
import { recordsOf } from "./over-time.ts";
import { readPage, type Reading } from "./readings.ts";

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
    const isOwn = call.operation === operation && (call.as ?? "first") === "first";
    return (isOwn ? heldIn(exchange)?.records : undefined) ?? [];
  });
  const old = new Set(known.filter((record) => freshValueOf(record) === undefined).map(canonical));
  const read = await readClosely(session, operation);
  const totals = new Set(read.flat().map(({ held }) => held.total));
  const most = Math.max(...totals);
  const isHigh = ({ held }: Reading): boolean => held.total === most;
  for (const [index, readings] of totals.size === 2 ? read.entries() : []) {
    const [high, low] = [readings.filter(isHigh), readings.filter((one) => !isHigh(one))];
    const [[one, other], [lower]] = [high, low];
    const returns = readings.filter((reading, at) => {
      const before = readings[at - 1];
      return isHigh(reading) && before !== undefined && !isHigh(before);
    });
    if (one === undefined || other === undefined || lower === undefined || returns.length < enoughReturns) continue;
    // A record that is missing on one page may be on the page before.
    const elsewhere = [...low, ...(read[index - 1] ?? []).filter((before) => !isHigh(before))];
    const lacking = [...recordsOf(one.held)].filter(
      (record) =>
        old.has(record) &&
        high.every(({ held }) => recordsOf(held).has(record)) &&
        !elsewhere.some(({ held }) => recordsOf(held).has(record)),
    );
    if (lacking.length === 0 || lacking.length > most - lower.held.total) continue;
    const text = `\`meta.total\` is ${most} and ${lower.held.total} in turn: ${counted(lacking.length, operations[operation].record)} of the list ${lacking.length === 1 ? "is" : "are"} missing in some readings, each time the same`;
    const place = `${listOf(operation)}, read ${readings.length} times`;
    return [{ place, outcome: failed(text, one.exchange, lower.exchange, other.exchange) }];
  }
  return [];
}

/** Readings of each page, until it is clear that the list does not alternate between two states. */
async function readClosely(session: Session, operation: ListOperationId): Promise<readonly (readonly Reading[])[]> {
  const pages = await pagesOf(session, operation);
  const read = pages.map((): Reading[] => []);
  for (let round = 1; round <= closer.rounds; round += 1) {
    await session.wait(closer.pause * session.patience);
    for (let time = 1; time <= closer.times; time += 1) {
      for (const [index, query] of pages.entries()) {
        const label = `closer look ${round}, reading ${time}`;
        const page = await readPage(session, { operation, query, label });
        if (page !== undefined) read[index]?.push(page);
      }
    }
    if (new Set(read.flat().map(({ held }) => held.total)).size !== 2) break;
  }
  return read;
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
  const held = (await readPage(session, { operation }))?.held;
  const step = way.size === undefined ? (held?.records.length ?? 0) : size;
  const count = way.isByPlace && step > 0 ? Math.min(Math.ceil((held?.total ?? 0) / step), closer.pages) : 1;
  return Array.from({ length: count }, (_, index) => ({
    ...sized,
    ...(index === 0 && !way.isByPlace ? {} : way.choose(index, step, undefined)),
  }));
}
