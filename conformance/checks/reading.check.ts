import {
  isList,
  listOperationIds,
  operations,
  readOperationIds,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { servedIn } from "../places/places.ts";
import { heldIn, type Held } from "../places/walk.ts";
import { isGood } from "../target/call.ts";
import { totalSteps } from "../target/created-user.ts";
import { isShort, isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical, recordKey } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, passed } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import type { Requirement } from "./requirement.ts";

/** §4: what is read stays as it is. */
export const readingChangesNothing: Requirement = {
  id: "READ-01",
  level: "implied",
  sections: ["4"],
  operations: readOperationIds,
  since: 2,
  rule: "reading changes nothing: no record grows each time that it is read, no user is added, and no list loses what is read",
  quote: "| Method | Path | Purpose | Request payload | Response payload |",
  why: "§4 gives each operation a method and a purpose: GET lists or retrieves, POST creates. A client may repeat a GET as often as it likes (RFC 9110 §9.2.1). Times and counters of requests in a record may change.",
  good: 'twice 200 {"data":[{"id":"inv_1","lines":["a"]}],…}',
  bad: '200 {"data":[{"id":"inv_1","lines":["a"]}],…}, then 200 {"data":[{"id":"inv_1","lines":["a","a"]}],…}',
  fix: "Do not write in the handler of a GET: copy a stored record before you add to it, take a page with `slice` and not with `splice`, and keep a log of visits elsewhere.",
  order: "last",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      await servedIn(session, operation);
      const places = [
        ...growingRecords(session, operation),
        ...growingUsers(session, operation),
        ...lostByReading(session, operation),
        ...emptyAtOnce(session, operation),
      ];
      return overPlaces(passed("nothing grew or was lost by being read", sample), places);
    }),
};

/** The minimum number of times that a record or a list must grow. */
const enough = 5;

/** The maximum number of records per body to compare: if one grows, all do. */
const maxRecords = 50;

/** Records whose arrays are longer each time they are read. */
function growingRecords({ entries }: Session, operation: OperationId): readonly AtPlace[] {
  const read = new Map<string, { readonly size: number; readonly exchange: Exchange }[]>();
  for (const { call, exchange } of entries) {
    if (call.operation !== operation || !isGood(call) || !isSuccess(exchange)) continue;
    if (!isShort(exchange)) continue;
    for (const record of heldIn(exchange)?.records.slice(0, maxRecords) ?? []) {
      const key = recordKey(record) === canonical(record) ? canonical(withoutArrays(record)) : recordKey(record);
      const readings = read.get(key) ?? [];
      readings.push({ size: itemsIn(record), exchange });
      read.set(key, readings);
    }
  }
  for (const readings of read.values()) {
    const steps = readings.slice(1).map(({ size }, index) => size - (readings[index]?.size ?? size));
    const grew = steps.filter((step) => step > 0).length;
    // Responses may overtake each other.
    if (grew < enough || grew < 0.8 * steps.length) continue;
    const [first, last] = [readings[0], readings.at(-1)];
    const evidence = [first, last].flatMap((one) => (one === undefined ? [] : [one.exchange]));
    const text = `one ${operations[operation].record} that was read ${readings.length} times grew from ${first?.size} to ${last?.size} items in its arrays`;
    return [{ place: operation, outcome: failed(text, ...evidence) }];
  }
  return [];
}

/** What a record is known by that has no id. */
function withoutArrays(record: unknown): unknown {
  const members = Object.entries(Object(record)).filter(([, member]) => !Array.isArray(member));
  return Object.fromEntries(members);
}

/** The number of array items in a record, at any depth. */
function itemsIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, member) => sum + itemsIn(member), 0);
  return inner + (Array.isArray(value) ? value.length : 0);
}

/** Users that each request of an operation adds, unless their number is closer to the requests of another one. */
function growingUsers(session: Session, operation: OperationId): readonly AtPlace[] {
  const added = usersAdded(session, operation);
  if (added === undefined) return [];
  if (readOperationIds.some((other) => (usersAdded(session, other)?.misfit ?? Infinity) < added.misfit)) return [];
  const text = `\`meta.total\` of users grew each time by as many as there were requests of ${operation}`;
  return [{ place: operation, outcome: failed(text, ...added.exchanges) }];
}

/** The growth of the list, if each call of an operation, or each successful one, adds a user, and nothing else does. */
function usersAdded({ entries }: Session, operation: OperationId) {
  if (operation === "listUsers") return undefined;
  for (const isCounted of [isSuccess, ({ response }: Exchange) => response !== undefined]) {
    const steps = totalSteps(entries, ({ call, exchange }) => call.operation === operation && isCounted(exchange));
    const [busy, quiet] = [steps.filter(({ calls }) => calls > 0), steps.filter(({ calls }) => calls === 0)];
    const sizes = new Set(busy.map(({ by }) => by));
    // Responses may overtake each other.
    const isEach = busy.every(({ by, calls }) => by > 0 && Math.abs(by - calls) <= Math.max(2, 0.15 * calls));
    const isStill = quiet.filter(({ by }) => by !== 0).length <= 0.1 * quiet.length;
    if (busy.length < 3 || sizes.size < 2 || quiet.length < enough || !isEach || !isStill) continue;
    const misfit = busy.reduce((sum, { by, calls }) => sum + Math.abs(by - calls), 0);
    return { misfit, exchanges: busy.slice(0, 3).map(({ exchange }) => exchange) };
  }
  return undefined;
}

/** A page of a list, and the request and response with it. */
type Read = Held & Pick<Session["entries"][number], "call" | "exchange">;

/** The pages of a list that an account got, in order. */
function pagesRead(
  { entries }: Pick<Session, "entries">,
  operation: OperationId,
  account: "first" | "second",
): readonly Read[] {
  return entries.flatMap(({ call, exchange }): readonly Read[] => {
    const isIts = call.operation === operation && (call.as ?? "first") === account;
    const held = isIts ? heldIn(exchange) : undefined;
    return held === undefined ? [] : [{ ...held, call, exchange }];
  });
}

/** How many responses in turn must each take as many records off the list as they show. */
const enoughLosses = 3;

/** A list that each response makes shorter by the records that it shows: others do not remove just these each time. */
function lostByReading(session: Session, operation: OperationId): readonly AtPlace[] {
  if (!isList(operation)) return [];
  for (const as of ["first", "second"] as const) {
    const read = pagesRead(session, operation, as);
    // `meta.total` may be counted before or after the records are taken off.
    for (const offset of [0, 1]) {
      const losses = read.slice(1).map((later, index) => {
        const before = read[index];
        const shown = ((offset === 0 ? before : later)?.records ?? []).length;
        return shown > 1 && before !== undefined && before.total - later.total === shown;
      });
      const start = losses.findIndex((_, index) => losses.slice(index, index + enoughLosses).every(Boolean));
      const [first, ...later] = start < 0 || start + enoughLosses > losses.length ? [] : read.slice(start);
      if (first === undefined || !isGone(first, later)) continue;
      const shown = [first, ...later.slice(0, enoughLosses)];
      const text = `\`meta.total\` fell from ${shown[0]?.total} to ${shown.at(-1)?.total}, each time by the records of one response`;
      return [{ place: operation, outcome: failed(text, ...shown.map(({ exchange }) => exchange)) }];
    }
  }
  return [];
}

/** How long a list must be, and how often it must be read then, for its end to be a fault. */
const [enoughBefore, enoughAfter] = [5, 5];

/**
 * A list whose total never fell before, and that is empty in all later readings: other clients do not remove all records
 * between two readings, and keep the other list.
 */
function emptyAtOnce(session: Session, operation: OperationId): readonly AtPlace[] {
  if (!isList(operation)) return [];
  const { entries } = session;
  const read = pagesRead(session, operation, "first").filter(
    ({ call: { query, path, headers, method } }) => (query ?? path ?? headers ?? method) === undefined,
  );
  const from = read.findLastIndex(({ total, records }) => total > 0 || records.length > 0) + 1;
  const [before, after] = [read[from - 1], read[from]];
  if (before === undefined || after === undefined || read.length - from < enoughAfter) return [];
  const made = entries.filter(({ call, exchange }) => call.operation === "createUser" && isSuccess(exchange)).length;
  const isFalling = read.slice(1, from).some(({ total }, index) => total < (read[index]?.total ?? 0));
  if (isFalling || before.total - made < enoughBefore) return [];
  const later = { entries: entries.slice(entries.findIndex(({ exchange }) => exchange === after.exchange)) };
  const other = listOperationIds
    .filter((id) => id !== operation)
    .flatMap((id) => pagesRead(later, id, "first"))
    .find(({ records }) => records.length > 0);
  if (other === undefined) return [];
  const text = `\`meta.total\` fell from ${before.total} to 0 between two readings, and stayed 0, while ${other.call.operation} has records`;
  return [{ place: operation, outcome: failed(text, before.exchange, after.exchange, other.exchange) }];
}

/** Whether none of a response's records is shown later, though the same is requested again. */
function isGone({ records, exchange }: Read, later: readonly Read[]): boolean {
  const known = new Set(records.map(canonical));
  const isAgain = later.some((other) => other.exchange.request.url === exchange.request.url);
  return isAgain && !later.some((other) => other.records.some((record) => known.has(canonical(record))));
}
