import { isList, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { flattenRecord, isCommonValue, isDate, numbered, ownIdName, canonical } from "./records.ts";
import type { Facts } from "./facts.ts";
import { isOfWholeList, hasValidToken, readAccount } from "./exchanges.ts";
import type { AccountName, Exchange, Page } from "./model.ts";

/** One account's list as it was read in one go: pages from the first on, and what was read besides. */
export interface Reading {
  readonly operation: ListOperationId;
  readonly as: AccountName;
  /** In words, to follow "of". */
  readonly words: string;
  /** Successive pages from the first one. */
  readonly pages: readonly Page[];
  readonly first: Page;
  /** A page beyond the last one. */
  readonly beyond: Page | undefined;
  /** A later page that was read without those before it. */
  readonly jumped: Page | undefined;
  /** The first page, read again at the end. */
  readonly again: Page | undefined;
  /** The requested page size. */
  readonly size: number | undefined;
  readonly isView: boolean;
  /** What identifies the records, in their order. */
  readonly keys: readonly string[];
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
}

/** Why a list that seems wrong may be right: others write, or records move while it is read. */
export interface Excuse {
  /** In words, to follow "but". */
  readonly words: string;
  /** Whether records only moved: then their number, and the numbers of pages, are still certain. */
  readonly isMove: boolean;
}

/** How many moves to the front show that a list is in the order of activity, if nothing else happened to it. */
const enoughMoves = 2;

/** How many records may have moved for each request between two readings. */
const movesPerRequest = 1;

/** Cuts a log into readings: each first page begins one, and the first page read again ends it. */
export function findReadings(exchanges: readonly Exchange[], facts: Facts): readonly Reading[] {
  const runs = Map.groupBy(exchanges, ({ experiment, round, as, operation, place }) =>
    [experiment, round, as, operation, place.view, place.size, place.moment].join("\n"),
  );
  return [...runs.values()].flatMap((run) => {
    const drafts: Exchange[][] = [];
    for (const exchange of run) {
      const { operation, place } = exchange;
      if (!isList(operation) || !hasValidToken(exchange) || place.trial !== undefined) continue;
      if (place.isLinked === true || place.isConcurrent === true) continue;
      const isFirst = (place.page ?? 1) === 1 && place.isAgain !== true;
      if (isFirst) drafts.push([exchange]);
      else drafts.at(-1)?.push(exchange);
    }
    return drafts.flatMap((draft) => readDraft(draft, facts) ?? []);
  });
}

function readDraft(draft: readonly Exchange[], facts: Facts): Reading | undefined {
  const [start] = draft;
  if (start === undefined || !isList(start.operation)) return undefined;
  const { operation, place } = start;
  const again = draft.find((one) => one.place.isAgain === true) ?? findOtherFirst(draft, facts);
  // Where further pages come in another size than the first one, they do not continue it.
  const isFirstOnly = place.size !== undefined && facts.paging(operation).isOnlyOfFirst === true;
  const walked = isFirstOnly ? [start] : draft.filter((one) => one.place.isAgain !== true);
  const pages: Page[] = [];
  for (const exchange of walked) {
    const page = facts.page(exchange);
    const number = exchange.place.page ?? 1;
    if (page === undefined || exchange.place.isBeyondLast || number !== pages.length + 1) break;
    pages.push(page);
  }
  const [first] = pages;
  if (first === undefined) return undefined;
  const keys = pages.flatMap((page) => page.keys);
  const beyond = walked.find((one) => one.place.isBeyondLast === true);
  const jumped = walked.find((one) => (one.place.page ?? 0) > pages.length + 1 && one.place.isBeyondLast !== true);
  const isEnd = pages.at(-1)?.records.length === 0 || new Set(keys).size >= first.total || !walked.every(isSuccess);
  return {
    operation,
    as: readAccount(start),
    words: describeReading(start),
    pages,
    first,
    beyond: beyond && facts.page(beyond),
    jumped: jumped && facts.page(jumped),
    again: again && facts.page(again),
    size: place.size,
    isView: place.view !== undefined,
    keys,
    isWhole: isEnd && jumped === undefined && (pages.length > 1 || first.records.length >= first.total),
  };
}

/** At the end of a run, lists are read several times: another first page shows whether the list has changed. */
function findOtherFirst(draft: readonly Exchange[], { log }: Facts): Exchange | undefined {
  const [first] = draft;
  if (first === undefined || first.place.moment !== "end") return undefined;
  const others = log.filter(
    (one) =>
      !draft.includes(one) &&
      one.as === first.as &&
      one.place.moment === "end" &&
      one.request.url === first.request.url,
  );
  return others.find(({ number }) => number > first.number) ?? others.at(-1);
}

function describeReading({ as, operation, place }: Exchange): string {
  const size = place.size === undefined ? "" : ` in pages of ${place.size}`;
  const view = place.view === undefined ? "" : ` with \`${place.view}\``;
  return `${operation}${as === "second" ? " of the second account" : ""}${view}${size}`;
}

/**
 * Why nothing follows from a violation in this reading; `undefined` if nothing excuses it. A list that shrinks or grows
 * meanwhile is excused where its total changes; where the total is stale, only a repetition shows that others wrote.
 */
export function findExcuse(reading: Reading, facts: Facts): Excuse | undefined {
  return findChange(reading, facts) ?? findMoves(reading, facts);
}

/** Others changed the list while it was read: its first page, read again, is that of another list. */
function findChange({ operation, first, again, pages }: Reading, facts: Facts): Excuse | undefined {
  if (again === undefined) return undefined;
  if (again.total !== first.total) {
    const words = `other clients changed the list meanwhile: its total was ${first.total}, and then ${again.total}`;
    return { words, isMove: false };
  }
  const seenKeys = new Set(pages.flatMap(({ keys }) => keys));
  const others = again.entries.filter(({ key }) => !seenKeys.has(key)).map(({ record }) => record);
  const isOther = others.length > 0 && !areOlder(others, first.exchange, facts);
  if (!isOther || !facts.identity(operation).isReliable) return undefined;
  return { words: "other clients changed the list meanwhile: its first page has other records", isMove: false };
}

/** Whether records were in the list before a reading, with the same content: then nobody has added or changed them. */
function areOlder(records: readonly unknown[], { operation, as, number }: Exchange, facts: Facts): boolean {
  const earlier = facts.exchanges(operation, as).filter((one) => one.number < number);
  const texts = new Set(
    facts
      .pages(earlier)
      .flatMap((page) => page.records)
      .map(canonical),
  );
  return records.every((record) => texts.has(canonical(record)));
}

/**
 * The list is in the order of activity: whenever its first page was read again, single records had moved to its front,
 * and nothing else had happened. A list in a new order each time is not excused.
 */
function findMoves({ operation, as }: Reading, facts: Facts): Excuse | undefined {
  const firstPages = facts.exchanges(operation, as).filter((one) => isOfWholeList(one) && (one.place.page ?? 1) === 1);
  let moved = 0;
  for (const group of Map.groupBy(firstPages, ({ request }) => request.url).values()) {
    const pages = facts.pages(group);
    for (const [index, page] of pages.entries()) {
      const before = pages[index - 1];
      if (before === undefined || before.total !== page.total || before.keys.join() === page.keys.join()) continue;
      const requests = page.exchange.number - before.exchange.number + 1;
      const isMove = isMovedToFront(before.keys, page.keys, movesPerRequest * requests);
      if (isMove === false) return undefined;
      if (isMove === true) moved += 1;
    }
  }
  if (moved < enoughMoves) return undefined;
  return { words: "its records move to the front while it is read", isMove: true };
}

/**
 * Whether a page is an earlier one after records have moved to its front; `undefined` where most are new, so that
 * nothing shows what happened.
 * @param most the maximum number of them
 */
export function isMovedToFront(before: readonly string[], after: readonly string[], most: number): boolean | undefined {
  for (let moves = 0; moves <= Math.min(most, after.length); moves += 1) {
    const front = new Set(after.slice(0, moves));
    const rest = before.filter((key) => !front.has(key));
    const isExplained = after.slice(moves).every((key, index) => rest[index] === undefined || rest[index] === key);
    if (isExplained) return 2 * moves <= after.length ? true : undefined;
  }
  return false;
}

/** Whether someone else changes a list during the run: its first page, read again in one experiment, is another one. */
export function isBusy(operation: ListOperationId, facts: Facts): boolean {
  return facts.once(`busy ${operation}`, () => {
    const { isReliable } = facts.identity(operation);
    const firstPages = facts
      .exchanges(operation)
      .filter(({ place }) => place.moment === undefined && place.page === 1 && place.isFiltered === undefined);
    const runs = Map.groupBy(firstPages, ({ as, experiment, round, place }) =>
      [as, experiment, round, place.view, place.size].join(),
    );
    return differ(runs, ({ total, keys }) => `${total} ${isReliable ? keys.toSorted().join() : ""}`, facts);
  });
}

/** Whether the same request for a list got different records or totals before anything was created. */
export function isChanging(operation: ListOperationId, facts: Facts): boolean {
  return facts.once(`changing ${operation}`, () => {
    const created = facts.log.findIndex(({ marker }) => marker !== undefined);
    const before = facts.log.slice(0, created < 0 ? undefined : created);
    const lists = before.filter((one) => one.operation === operation && isOfWholeList(one));
    const urls = Map.groupBy(lists, ({ as, request }) => `${as} ${request.url}`);
    return differ(urls, ({ total, keys }) => `${total} ${keys.join()}`, facts);
  });
}

/** Whether the pages of any group differ. */
function differ(
  groups: ReadonlyMap<string, readonly Exchange[]>,
  describe: (page: Page) => string,
  facts: Facts,
): boolean {
  return [...groups.values()].some((group) => new Set(facts.pages(group).map(describe)).size > 1);
}

/** Whether others write a list during the run: then it may be another one at any time. */
export function isWrittenByOthers(operation: ListOperationId, facts: Facts): boolean {
  return isBusy(operation, facts) || isChanging(operation, facts);
}

/**
 * Whether records can be in one account only: they differ by more than a count, and have codes, or ids that do not count
 * from 1. Two accounts with one price may have the same months, amounts and numbers.
 */
export function areGlobal(records: readonly unknown[]): boolean {
  const leaves = records.map(flattenRecord);
  const contents = leaves.map((one) => [...one.values()].map((value) => (isDate(value) ? "" : toTemplate(value))));
  if (new Set(contents.map((content) => content.join("\n"))).size === 1) return false;
  return [...(leaves[0]?.keys() ?? [])].some((place) => {
    const values = leaves.map((one) => one.get(place) ?? "");
    if (new Set(values).size < values.length || values.some((value) => isDate(value) || isCommonValue(value)))
      return false;
    if (values.every((value) => typeof value === "string" && /[a-z]/i.test(value))) return true;
    return ownIdName.test(place) && Math.min(...values.map(Number)) > 1;
  });
}

/** A value without its number; only what is text or named as a number has one that counts. */
function toTemplate(value: string | number): string | number {
  return typeof value === "string" ? (numbered(value)?.template ?? value) : value;
}
