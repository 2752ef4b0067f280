import { listOf, operations, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { longestReading } from "../discovery/list.ts";
import { hasNextPage, isLastPage } from "../discovery/next-page.ts";
import { ifKnown } from "../discovery/observation.ts";
import { sizeName } from "../discovery/page-parameters.ts";
import { sessionSource } from "../discovery/source.ts";
import type { ListWalks } from "../places/list-walks.ts";
import { schemeOf } from "../places/way.ts";
import { placeOf, servedIn } from "../places/places.ts";
import { lastOf } from "../places/trails.ts";
import type { Served } from "../places/visit.ts";
import { heldIn } from "../places/walk.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Session } from "../target/session.ts";
import { failed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";
import { pageAt, readPage, timesIn, type Reading, type Suspicion } from "./readings.ts";

/** A list, and all responses of the run with a part of it. */
export interface List {
  readonly session: Session;
  readonly operation: ListOperationId;
  readonly walks: ListWalks;
  readonly served: readonly Served[];
  /** The plain list. */
  readonly plain: Reading;
}

/**
 * The first page in another size or order with a total that the plain list did not have at that time or later.
 * @param isSortedToo whether orders count
 */
export async function otherTotals(list: List, isSortedToo: boolean): Promise<readonly Suspicion[]> {
  const { session, operation, walks, served } = list;
  const timeOf = timesIn(session);
  const timed = served
    .filter(({ call }) => isOfFirst(call) && (call.query ?? call.path) === undefined)
    .map(({ exchange }) => ({ total: heldIn(exchange)?.total, at: timeOf(exchange) }))
    .toSorted((one, another) => one.at - another.at);
  const walked = walks.trails.flatMap((trail) => lastOf(trail).walk.pages.slice(0, 1));
  const sized = walked.length > 0 ? walked : await longestOf(session, operation);
  const sorted = isSortedToo ? served.filter(({ isReordered }) => isReordered) : [];
  const other = [...sized, ...sorted].find(({ call, exchange }) => {
    const total = call.query !== undefined && isOfFirst(call) ? heldIn(exchange)?.total : undefined;
    const at = timeOf(exchange);
    const before = timed.findLast((one) => one.at < at)?.at ?? at;
    return total !== undefined && timed.every((one) => one.at < before || one.total !== total);
  });
  if (other === undefined) return [];
  const problemOf = ({ held: { total } }: Reading, { held: whole }: Reading): string | undefined =>
    total === whole.total
      ? undefined
      : `\`meta.total\` is ${total}, and ${whole.total} in the plain list: both count the same list`;
  return [{ place: placeOf(other.call), calls: [other.call, { operation }], problemOf, pause: session.patience }];
}

function isOfFirst({ as = "first" }: Served["call"]): boolean {
  return as === "first";
}

/** The longest page of a list with only a size parameter. */
async function longestOf(session: Session, operation: ListOperationId) {
  const list = listOf(operation);
  if (ifDeclared(() => dialectOf(session.target)?.declared.paging[list]) !== undefined) return [];
  const source = sessionSource(session);
  const size = await ifKnown(sizeName(source, list));
  const longest = size === undefined ? undefined : await ifKnown(longestReading(source, list, size));
  return longest === undefined ? [] : [longest.answer];
}

/** A page with fewer records than `meta.total` leaves for it. */
function tooShort(
  { session, operation }: List,
  { call }: Reading,
  { before = 0, room = Infinity, margin = 0, isEnd = false },
): Suspicion {
  const problemOf = ({ exchange, held: { records, total } }: Reading): string | undefined => {
    const due = Math.min(total - before, room);
    if (due - records.length <= margin || (isEnd && hasNextPage(exchange))) return undefined;
    const found = `${counted(records.length, operations[operation].record)} of ${due}`;
    return `\`meta.total\` is ${total}, but this page has ${found}${isEnd ? ", and links no next one" : ""}`;
  };
  return { place: placeOf(call), calls: [call], problemOf, pause: session.patience / 10 };
}

/**
 * First pages that have fewer records than the list, though a page has room for more, or that link no next page in a
 * linked list. Includes the other account's list.
 */
export async function shortLists(list: List): Promise<readonly Suspicion[]> {
  const { session, operation, walks, served, plain } = list;
  const isLinked = walks.way?.isByPlace === false;
  const theirs = await readPage(session, { operation, as: "second" });
  const lists = isLinked ? [] : [plain, ...(theirs === undefined ? [] : [theirs])];
  const room = isLinked ? Infinity : Math.max(1, ...lists.map(({ held }) => held.records.length));
  // A filtered list of users may lack those that the run has created; a search for another person does not.
  const late = operation === "listUsers" ? session.maxCreated : 0;
  const views = served.flatMap(({ call, exchange, isFirstPage = false, isSelected = false }) => {
    const page = isFirstPage || isSelected ? pageAt(call, exchange) : undefined;
    return page === undefined ? [] : [{ page, margin: isSelected ? 0 : late }];
  });
  // If nothing else leads to another page, one that is the last must have all records.
  const isOnly = walks.way === undefined && isLastPage(plain.exchange);
  const plains = lists.map((page) => ({ page, margin: 0, ...(isOnly && page === plain && { room: Infinity }) }));
  return [...plains, ...views].flatMap(({ page, ...view }) =>
    ifSuspect(tooShort(list, page, { room, ...view, isEnd: true }), page),
  );
}

/** Pages of the second account's list. */
export async function shortPages(list: List): Promise<readonly Suspicion[]> {
  const { session, operation, served } = list;
  const theirs = await readPage(session, { operation, as: "second" });
  const { total = 0, number: first = 1 } = theirs?.held ?? {};
  const scheme = total < 2 ? undefined : await schemeOf(session, listOf(operation), total);
  if (scheme === undefined) return [];
  const { size } = scheme;
  const queries = Array.from({ length: Math.ceil(total / size) }, (_, page) =>
    JSON.stringify(scheme.query(page, size)),
  );
  return served.flatMap(({ call, exchange }) => {
    const index = call.as === "second" && call.headers === undefined ? queries.indexOf(JSON.stringify(call.query)) : -1;
    const page = index < 1 ? undefined : pageAt(call, exchange);
    // In a list of two, pages that count from 0 show only by their numbers.
    if (page?.held.number !== first + index) return [];
    return ifSuspect(tooShort(list, page, { before: index * size, room: size }), page);
  });
}

function ifSuspect(suspicion: Suspicion, ...pages: readonly Reading[]): readonly Suspicion[] {
  return suspicion.problemOf(...pages) === undefined ? [] : [suspicion];
}

/** The plain list with fewer records if it is requested with other headers (an encoding, a language). */
export function shorterWithHeaders({ operation, served, plain }: List): readonly Suspicion[] {
  const problemOf = ({ held: one }: Reading, { held: other }: Reading): string | undefined =>
    one.total !== other.total || one.records.length >= other.records.length
      ? undefined
      : `${counted(one.records.length, operations[operation].record)}, and ${other.records.length} without these headers; \`meta.total\` is ${one.total} both times`;
  return served.flatMap(({ call, place, exchange }) => {
    const isPlain = isOfFirst(call) && (call.query ?? call.path) === undefined;
    const page = isPlain && call.headers !== undefined ? heldIn(exchange) : undefined;
    // A list may lose records, but not one page of it.
    if (page === undefined || page.records.length >= Math.min(plain.held.records.length, page.total)) return [];
    return [{ place, calls: [call, { operation }], problemOf }];
  });
}

/** Second pages of sorted, filtered and searched lists that do not continue the first. */
export function brokenViews({ session, operation, walks: { identity, way }, served }: List): readonly Suspicion[] {
  const { record } = operations[operation];
  // One of the pages may lack users that the run created.
  const margin = operation === "listUsers" ? session.maxCreated : 0;
  return served.flatMap(({ place, call, exchange, continues }) => {
    if (continues === undefined) return [];
    const { from } = continues;
    const problemOf = ({ held: first }: Reading, page: Reading): string | undefined => {
      const second = page.held;
      if (Math.abs(second.total - first.total) > margin)
        return `\`meta.total\` is ${second.total} on the second page, after ${first.total} on the first`;
      // A size that is followed in the plain list may be ignored in a view.
      if (from < first.records.length && second.records.length > from) return undefined;
      const known = new Set(identity.isReliable ? identity.keysOf(first.records).slice(0, from) : []);
      const again = identity.keysOf(second.records).filter((key) => known.has(key));
      const found = counted(second.records.length, record);
      if (again.length > 0) return `${again.length} of ${found} are on the first page, too`;
      const count = first.records.length + second.records.length;
      if (way?.isByPlace === false && !hasNextPage(page.exchange) && second.total - count > margin)
        return `the second page links no next one, and both have ${count} of ${counted(second.total, record)}`;
      const left = Math.min(first.total - from, from);
      if (way?.isByPlace !== true || second.records.length >= left) return undefined;
      return `the second page has ${found} of ${left}, since \`meta.total\` is ${first.total}`;
    };
    const pages = [pageAt(continues.call, continues.exchange), pageAt(call, exchange)];
    const [first, second] = pages;
    if (first === undefined || second === undefined) return [];
    return ifSuspect({ place, calls: [continues.call, call], problemOf }, first, second);
  });
}

/** The first pages of other views that number a list differently from the plain list. */
export async function findOtherNumbering(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const plain = await readPage(session, { operation });
  const first = plain?.held.number;
  if (plain === undefined || first === undefined) return [];
  return served.flatMap(({ call, place, exchange, isFirstPage = false }): readonly AtPlace[] => {
    const held = isFirstPage && call.as !== "second" ? heldIn(exchange) : undefined;
    if (held?.number === undefined || held.records.length === 0 || held.number === first) return [];
    const text = `\`meta.page\` is ${held.number}, and ${first} in the plain list: both are the first page`;
    return [{ place, outcome: failed(text, plain.exchange, exchange) }];
  });
}
