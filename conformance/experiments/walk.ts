import { listOperationIds, operationPath, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Facts } from "../log/facts.ts";
import type { Ask } from "../log/experiment.ts";
import type { AccountName, Exchange, Place, Probe, Page } from "../log/model.ts";
import { isNearSize, nextIn, nextLink, pageQuery, type Paging } from "../log/paging.ts";
import { makeFresh, pageNames, sizeNames } from "../log/parameter-names.ts";

/** A list to read page by page. */
interface WalkPlan {
  readonly operation: ListOperationId;
  readonly as?: AccountName;
  /** The requested page size; that of the target by default. */
  readonly size?: number;
  /** The parameters of a view, and what it is called. */
  readonly query?: Readonly<Record<string, string>>;
  readonly view?: string;
  readonly isFiltered?: true;
  readonly moment?: Place["moment"];
  readonly maxPages: number;
  /** Whether to look at the page after the last one. */
  readonly withBeyond?: boolean;
}

/** Reads a list page by page, then its first page again. */
export async function walkList(ask: Ask, facts: Facts, walk: WalkPlan): Promise<void> {
  const { operation, as = "first", size, view, isFiltered, moment, maxPages } = walk;
  const paging = facts.paging(operation);
  const place: Place = {
    ...(size === undefined ? {} : { size }),
    ...(view === undefined ? {} : { view }),
    ...(isFiltered === undefined ? {} : { isFiltered }),
    ...(moment === undefined ? {} : { moment }),
  };
  const plain: Probe = { operation, as, ...queryFor({ ...walk.query, ...sizeQuery(paging, size) }), place };
  const visited = new Set<string>();
  const usualLength = countPlainRecords(operation, facts, as);
  let last: Exchange | undefined;
  let length = 0;
  let isComplete = false;
  let number = 1;
  for (; number <= maxPages; number += 1) {
    const probe: Probe | undefined = last === undefined ? plain : pageProbe(facts, plain, paging, number, length, last);
    if (probe === undefined) break;
    last = await ask({ ...probe, place: { ...place, ...probe.place, page: number } });
    const page = facts.page(last);
    if (number === 1) length = readStep(page?.records.length ?? 0, size, usualLength);
    const isNew = addKeys(visited, page);
    if (page === undefined || page.records.length === 0 || (!isNew && number > 2)) break;
    isComplete = visited.size >= page.total;
    if (isComplete) break;
  }
  if (number === 1 && isComplete && walk.withBeyond !== true) {
    await ask({ ...plain, place: { ...place, page: 1, isAgain: true } });
    return;
  }
  if (last === undefined || (number === 1 && facts.page(last) === undefined)) return;
  if (walk.withBeyond === true && isComplete) {
    const beyond = isRandomAccess(paging) ? pageProbe(facts, plain, paging, number + 1, length, last) : undefined;
    if (beyond !== undefined) await ask({ ...beyond, place: { ...place, page: number + 1, isBeyondLast: true } });
  }
  if (number > maxPages && isRandomAccess(paging)) {
    const jumped = await askLastPage(ask, facts, { plain, paging, length, place, last });
    const { page = 1 } = jumped?.place ?? {};
    const beyond = jumped && pageProbe(facts, plain, paging, page + 1, length, jumped);
    if (walk.withBeyond === true && beyond !== undefined)
      await ask({ ...beyond, place: { ...place, page: page + 1, isBeyondLast: true } });
  }
  await ask({ ...plain, place: { ...place, page: 1, isAgain: true } });
}

interface LongWalk {
  readonly plain: Probe;
  readonly paging: Paging;
  readonly length: number;
  readonly place: Place;
  readonly last: Exchange;
}

/** The last page of a list with more pages than a walk reads. */
async function askLastPage(
  ask: Ask,
  facts: Facts,
  { plain, paging, length, place, last }: LongWalk,
): Promise<Exchange | undefined> {
  const total = facts.page(last)?.total ?? 0;
  const number = Math.ceil(total / length);
  const probe = Number.isSafeInteger(number) ? pageProbe(facts, plain, paging, number, length, last) : undefined;
  return probe === undefined ? undefined : await ask({ ...probe, place: { ...place, page: number } });
}

/** How many records the next page is further on: as many as were asked for, unless the target has other sizes. */
function readStep(length: number, size: number | undefined, usualLength: number): number {
  return size !== undefined && size <= usualLength && isNearSize(size, length) ? size : length;
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

export function sizeQuery({ size: name }: Paging, size: number | undefined): Readonly<Record<string, string>> {
  return name === undefined || size === undefined ? {} : { [name]: String(size) };
}

/** Makes queries that no cache knows, by an unknown parameter or by a page size that nobody has asked for. */
export function makeUnknownUrl(
  operation: ListOperationId,
  facts: Facts,
): (() => Readonly<Record<string, string>>) | undefined {
  if (facts.ignoresUnknown(operation)) return makeFresh;
  return facts.paging(operation).size === undefined ? undefined : () => makeUnusedSize(operation, facts);
}

/** A page size that nobody has asked for. */
export function makeUnusedSize(operation: ListOperationId, facts: Facts): Readonly<Record<string, string>> {
  const paging = facts.paging(operation);
  const requested = new Set(facts.log.map(({ probe }) => probe.query?.[paging.size ?? ""]));
  let size = 3;
  while (requested.has(String(size))) size += 1;
  return sizeQuery(paging, size);
}

/** A query for pages of one record, by the name that the target has for this list or for another, or by a common one. */
export function narrowQuery(operation: ListOperationId, facts: Facts): Readonly<Record<string, string>> {
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
export function* narrowProbes(
  operation: ListOperationId,
  facts: Facts,
  fresh: Readonly<Record<string, string>> = {},
): Generator<Probe> {
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
export function queryFor(query: Readonly<Record<string, string>>): Pick<Probe, "query"> {
  return Object.keys(query).length === 0 ? {} : { query };
}

export function withQuery(probe: Probe, query: Readonly<Record<string, string>>): Probe {
  return { ...probe, query: { ...probe.query, ...query } };
}

function addKeys(seen: Set<string>, page: Page | undefined): boolean {
  const before = seen.size;
  for (const key of page?.keys ?? []) seen.add(key);
  return seen.size > before;
}
