import {
  listOperationIds,
  operationPath,
  type ListOperationId,
  type OperationId,
  isList,
} from "../../fixtures/contract/operations.ts";
import { present } from "../../fixtures/values/json.ts";
import type { Facts } from "../log/facts.ts";
import type { Ask } from "../log/experiment.ts";
import type { AccountName, Exchange, Place, Probe, Page, Query } from "../log/model.ts";
import { isNearSize, nextIn, nextLink, pageQuery, type Paging } from "../log/paging.ts";
import { makeFresh, pageNames, sizeNames } from "../log/parameter-names.ts";

/** Asks for the pages of one list, each by what those before it show. */
class PageReader {
  readonly exchanges: Exchange[] = [];
  readonly paging: Paging;
  /** How many records the next page is further on. */
  length = 0;
  readonly #ask: Ask;
  readonly #facts: Facts;
  readonly #plain: Probe;
  readonly #place: Place;

  constructor(ask: Ask, facts: Facts, operation: ListOperationId, { place, ...plain }: Omit<Probe, "operation">) {
    this.paging = facts.paging(operation);
    this.#ask = ask;
    this.#facts = facts;
    this.#plain = { operation, ...plain };
    this.#place = place ?? {};
  }

  /** @returns `undefined` if the list has no way to this page */
  async read(number: number, place: Place = { page: number }): Promise<Exchange | undefined> {
    const last = this.exchanges.at(-1);
    const isFirst = number === 1 || last === undefined;
    const probe = isFirst ? this.#plain : pageProbe(this.#facts, this.#plain, this.paging, number, this.length, last);
    if (probe === undefined) return undefined;
    const exchange = await this.#ask({ ...probe, place: { ...this.#place, ...place } });
    this.exchanges.push(exchange);
    return exchange;
  }
}

/** A list to read page by page. */
interface WalkPlan {
  readonly operation: ListOperationId;
  readonly as?: AccountName;
  /** The requested page size; that of the target by default. */
  readonly size?: number;
  /** The parameters of a view, and what it is called. */
  readonly query?: Query;
  readonly view?: string;
  readonly isFiltered?: true;
  readonly maxPages: number;
  /** Whether to look at the page after the last one. */
  readonly withBeyond?: boolean;
}

/** Reads a list page by page, then its first page again. */
export async function walkList(ask: Ask, facts: Facts, walk: WalkPlan): Promise<void> {
  const { operation, as = "first", size, view, isFiltered, maxPages, withBeyond } = walk;
  const query = { ...walk.query, ...sizeQuery(facts.paging(operation), size) };
  const place: Place = present({ size, view, isFiltered });
  const reader = new PageReader(ask, facts, operation, { as, ...queryFor(query), place });
  const visited = new Set<string>();
  const usualLength = countPlainRecords(operation, facts, as);
  let page: Page | undefined;
  let isComplete = false;
  let number = 1;
  for (; number <= maxPages; number += 1) {
    const exchange = await reader.read(number);
    if (exchange === undefined) break;
    page = facts.page(exchange);
    if (number === 1) reader.length = readStep(page?.records.length ?? 0, size, usualLength);
    const isNew = addKeys(visited, page);
    if (page === undefined || page.records.length === 0 || (!isNew && number > 2)) break;
    isComplete = visited.size >= page.total;
    if (isComplete) break;
  }
  if (number === 1 && page === undefined) return;
  if (isRandomAccess(reader.paging)) {
    // The last page of a list with more pages than a walk reads.
    const end = number > maxPages ? Math.ceil((page?.total ?? 0) / reader.length) : number;
    const isJump = number > maxPages && Number.isSafeInteger(end);
    if (isJump) await reader.read(end);
    if (withBeyond && (isJump || isComplete)) await reader.read(end + 1, { page: end + 1, isBeyondLast: true });
  }
  await reader.read(1, { page: 1, isAgain: true });
}

/** The lists among some operations that the token is accepted for. */
export function* servedLists(facts: Facts, of: readonly OperationId[]): Generator<ListOperationId> {
  for (const operation of of.filter(isList)) if (facts.isTokenValidFor(operation)) yield operation;
}

/** Page sizes at which most lists of users come whole; some targets have no pages of the larger one. */
const largeSizes = [100, 50];
/** The maximum number of pages that are read to find a user; more where only each page leads to the next. */
const maxPagesOfUsers = 6;
const maxLinkedPages = 10;

/**
 * Reads the users of an account, as far as a few requests show them: the first pages, and the end of the list.
 * @param isEnough whether its first page shows all that is asked for
 */
export async function readUsers(
  ask: Ask,
  facts: Facts,
  as: AccountName,
  moment: NonNullable<Place["moment"]>,
  isEnough: (first: Page) => boolean = () => false,
): Promise<readonly Exchange[]> {
  const size = largeSizes.find((one) => one > countPlainRecords("listUsers", facts) && !isWithoutEffect(one, facts));
  const sized = queryFor(sizeQuery(facts.paging("listUsers"), size));
  const connection: Pick<Probe, "connection"> = moment === "end" ? { connection: "new" } : {};
  const reader = new PageReader(ask, facts, "listUsers", { as, ...sized, ...connection, place: { moment } });
  const { paging, exchanges } = reader;
  await reader.read(1, {});
  const [page] = facts.pages(exchanges);
  const isRejected = size !== undefined && sized.query !== undefined && isWithoutEffect(size, facts);
  if (page === undefined) return isRejected ? readUsers(ask, facts, as, moment, isEnough) : exchanges;
  if (isEnough(page)) return exchanges;
  reader.length = Math.max(page.records.length, 1);
  const pages = Math.ceil(page.total / reader.length);
  const most = isRandomAccess(paging) ? maxPagesOfUsers : maxLinkedPages;
  // New users are usually at an end of a long list.
  const isLong = isRandomAccess(paging) && pages > most;
  const numbers = isLong ? [pages] : Array.from({ length: Math.min(pages, most) - 1 }, (_, index) => index + 2);
  for (const number of numbers) if ((await reader.read(number)) === undefined) break;
  // Nothing follows a last page that is not full.
  if (isLong && facts.pages(exchanges.slice(-1))[0]?.records.length === reader.length)
    await reader.read(pages + 1, { page: pages + 1, isBeyondLast: true });
  return exchanges;
}

/** How many records the next page is further on: as many as were asked for, unless the target has other sizes. */
function readStep(length: number, size: number | undefined, usualLength: number): number {
  return size !== undefined && size <= usualLength && isNearSize(size, length) ? size : length;
}

/** Whether the target rejects pages of this size, has them no larger than usual, or only the first one is of it. */
function isWithoutEffect(size: number, facts: Facts): boolean {
  const { size: name = "", isOnlyOfFirst } = facts.paging("listUsers");
  if (isOnlyOfFirst === true) return true;
  const usual = countPlainRecords("listUsers", facts);
  return facts.log.some((one) => {
    if (one.operation !== "listUsers" || one.probe.query?.[name] !== String(size)) return false;
    const page = facts.page(one);
    const status = one.response?.status ?? 0;
    if (page === undefined) return status >= 400 && status < 429;
    return page.records.length < page.total && page.records.length <= usual && (one.place.page ?? 1) === 1;
  });
}

/** The number of records on an account's plain page. */
export function countPlainRecords(operation: ListOperationId, facts: Facts, as: AccountName = "first"): number {
  return facts.firstPage(operation, as)?.records.length ?? 0;
}

export function isRandomAccess({ style }: Paging): boolean {
  return style === "page" || style === "offset";
}

/** The request of a page; `undefined` if the list has no way to it. */
export function pageProbe(
  facts: Facts,
  plain: Probe,
  paging: Paging,
  number: number,
  length: number,
  last: Exchange,
): Probe | undefined {
  const { style, parameter = "" } = paging;
  if (isRandomAccess(paging)) return withQuery(plain, pageQuery(paging, number - 1, length));
  if (style === "cursor") {
    const cursor = nextIn(last)?.value;
    return cursor === undefined ? undefined : withQuery(plain, { [parameter]: cursor });
  }
  return style === "link" ? linkProbe(facts, plain, last) : undefined;
}

/** The request that follows the link to the next page, if it leads to the target. */
export function linkProbe(facts: Facts, plain: Probe, last: Exchange): Probe | undefined {
  const link = nextLink(last, facts.target.baseUrl);
  if (link?.isBelowBase !== true) return undefined;
  const { query: _, ...rest } = plain;
  const path = link.path === operationPath(plain.operation) ? {} : { path: link.path };
  return { ...rest, ...path, ...queryFor(link.query) };
}

export function sizeQuery({ size: name }: Paging, size: number | undefined): Query {
  return name === undefined || size === undefined ? {} : { [name]: String(size) };
}

/** Makes queries that no cache knows, by an unknown parameter or by a page size that nobody has asked for. */
export function makeUnknownUrl(operation: ListOperationId, facts: Facts): (() => Query) | undefined {
  if (facts.ignoresUnknown(operation)) return makeFresh;
  return facts.paging(operation).size === undefined ? undefined : () => makeUnusedSize(operation, facts);
}

/** A page size that nobody has asked for. */
export function makeUnusedSize(operation: ListOperationId, facts: Facts): Query {
  const paging = facts.paging(operation);
  const requested = new Set(facts.log.map(({ probe }) => probe.query?.[paging.size ?? ""]));
  let size = 3;
  while (requested.has(String(size))) size += 1;
  return sizeQuery(paging, size);
}

/** A query for pages of one record, by the name that the target has for this list or for another, or by a common one. */
export function narrowQuery(operation: ListOperationId, facts: Facts): Query {
  return sizeQuery(likelyPaging(operation, facts), 1);
}

/** How pages are requested: as this list shows it, or as the others, or as in most targets where that changes nothing. */
function likelyPaging(operation: ListOperationId, facts: Facts): Paging {
  const own = facts.paging(operation);
  if (!facts.ignoresUnknown(operation)) return own;
  const [size = ""] = sizeNames;
  const [parameter = ""] = pageNames;
  const usual: Paging = { style: "page", parameter, first: 1, size };
  const all = [own, ...listOperationIds.map((list) => facts.paging(list)), usual];
  const positioned = own.style === "none" ? (all.find(isRandomAccess) ?? usual) : own;
  return { ...positioned, size: all.find((one) => one.size !== undefined)?.size ?? size };
}

/**
 * The second page of one record, and then the first: a cache whose key lacks a parameter returns one for the other, and
 * for the list that is asked for next.
 */
export function* narrowProbes(operation: ListOperationId, facts: Facts, fresh: Query = {}): Generator<Probe> {
  const paging = likelyPaging(operation, facts);
  const first = sizeQuery(paging, 1);
  const { style } = paging;
  if (style === "page" || style === "offset") {
    const second = pageQuery(paging, 1, 1);
    const names = new Map(Object.entries(second).map(([name, value]) => [name, Number(value)]));
    const isKnown = facts.paging(operation).style === style && Object.keys(fresh).length === 0;
    const place: Place = isKnown ? { page: 2, size: 1 } : { trial: { role: style, names } };
    yield { operation, query: { ...first, ...second, ...fresh }, place };
  }
  if (paging.size !== undefined) yield { operation, query: { ...first, ...fresh }, place: { size: 1 } };
}

/** A query, if it has parameters. */
export function queryFor(query: Query): Pick<Probe, "query"> {
  return Object.keys(query).length === 0 ? {} : { query };
}

export function withQuery(probe: Probe, query: Query): Probe {
  return { ...probe, query: { ...probe.query, ...query } };
}

function addKeys(seen: Set<string>, page: Page | undefined): boolean {
  const before = seen.size;
  for (const key of page?.keys ?? []) seen.add(key);
  return seen.size > before;
}
