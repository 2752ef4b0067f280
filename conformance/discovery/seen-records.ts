import type { Members } from "../target/envelope.ts";
import { objectsOf, recordKey } from "../target/records.ts";
import {
  isMoving,
  longestReading,
  plainList,
  readList,
  type Listing,
  type ListName,
  type Page,
  type Query,
} from "./list.ts";
import { nextPage } from "./next-page.ts";
import { ifKnown, type Answer } from "./observation.ts";
import { bounds, pageQuery } from "./page-bounds.ts";
import { position, sizeName } from "./page-parameters.ts";
import { memoize } from "../target/memoize.ts";
import type { Source } from "./source.ts";
import { own } from "../../fixtures/own.ts";

/** The records of a list seen without filter or order. */
export interface Seen {
  readonly page: Page;
  readonly records: readonly Members[];
  /** Whether these are all records. */
  readonly isAll: boolean;
  readonly plain: Listing;
  /** The responses with them. */
  readonly evidence: readonly Answer[];
}

/** How far to read a list: at most N records, and at most N pages after the first. */
interface Extent {
  readonly records: number;
  readonly pages: number;
}

/** Enough records to know their format; with fewer, a few more pages are read. */
const enoughRecords: Extent = { records: 40, pages: 4 };

/** The known records of a list: the longest part read so far, and a few more pages if it is short. */
export const seenRecords = memoize((source: Source, list: ListName) => readUpTo(source, list, enoughRecords));

/** The longest known part of a list, extended as far as needed. */
export async function readUpTo(source: Source, list: ListName, extent: Extent): Promise<Seen> {
  const plain = await plainList(source, list);
  await ifKnown(bounds(source, list));
  const longest = await longestReading(source, list, await ifKnown(sizeName(source, list)));
  const byKey = new Map(longest.page.keys.map((key, index) => [key, longest.page.records[index]]));
  const evidence = [longest.answer];
  for (const { page, answer } of await furtherPages(source, list, plain.page, longest, extent)) {
    evidence.push(answer);
    for (const [index, key] of page.keys.entries()) byKey.set(key, page.records[index]);
  }
  const records = [...byKey.values()];
  const page = { ...plain.page, records, keys: [...byKey.keys()] };
  return { page, records: objectsOf(records), isAll: records.length >= longest.page.total, plain, evidence };
}

async function furtherPages(
  source: Source,
  list: ListName,
  plain: Page,
  longest: Listing,
  extent: Extent,
): Promise<readonly Listing[]> {
  const wanted = Math.min(extent.records, plain.total);
  const count = longest.page.keys.length;
  if (count >= wanted) return [];
  const isByPlace = (await ifKnown(position(source, list))) !== undefined;
  const next = isByPlace ? undefined : await ifKnown(nextPage(source, list));
  if (!isByPlace && next === undefined) return [];
  const size = await ifKnown(sizeName(source, list));
  const max = (await ifKnown(bounds(source, list)))?.maxSize;
  const isSized = size !== undefined && max !== undefined;
  const sized: Query = isSized ? { [size]: String(max) } : {};
  const length = isSized ? max : plain.keys.length;
  const listings: Listing[] = [];
  for (let step = 1; step <= extent.pages && count + listings.length * length < wanted; step += 1) {
    const last = (listings.at(-1) ?? longest).answer.exchange;
    const place = next === undefined ? await pageQuery(source, list, step, length) : next.after(last);
    if (place === undefined) break;
    const query = { ...sized, ...place };
    const reading = await ifKnown(readList(source, list, query));
    if (reading?.page !== undefined) listings.push(reading);
    else if (next !== undefined) break;
  }
  return listings;
}

/** A name that fits into a query. */
const queryable = /^[^\s&=#?[\]]+$/;

/** More are not requested: queries have a maximum length. */
const maxFields = 100;

/** The fields with a text, a number or a boolean in some record, in the order of first use. */
export function scalarFields(records: readonly Members[]): readonly string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .filter((name) => queryable.test(name) && records.some((record) => textOf(record, name) !== undefined))
    .slice(0, maxFields);
}

/**
 * Whether a page is the start of the whole list sorted by a field: it is sorted itself, and no other known record
 * belongs before its last one. This works even on a page of one record.
 */
export function startsSorted(
  page: Pick<Page, "records" | "keys">,
  others: readonly Members[],
  field: string,
  direction: Direction,
): boolean {
  const values = presentValues(objectsOf(page.records), field);
  if (values.length === 0 || !isInOrder(values, direction)) return false;
  const onPage = new Set(page.keys);
  const rest = others.filter((record) => !onPage.has(recordKey(record)));
  return presentValues(rest, field).every((other) => isInOrder([values.at(-1), other], direction));
}

function presentValues(records: readonly Members[], field: string): readonly unknown[] {
  return records.filter((record) => textOf(record, field) !== undefined).map((record) => record[field]);
}

/**
 * Whether the order may be a coincidence: in a changing list, the newest may come first, so the list without parameters
 * is read again.
 */
export async function isNaturalOrder(
  source: Source,
  list: ListName,
  others: readonly Members[],
  asked: { readonly field: string; readonly direction: Direction; readonly query: Query },
): Promise<boolean> {
  if (!(await isMoving(source, list))) return false;
  const { field, direction, query } = asked;
  const label = `to compare with ${new URLSearchParams(query).toString()}`;
  const control = await ifKnown(readList(source, list, {}, label));
  return control?.page === undefined || startsSorted(control.page, others, field, direction);
}

export type Direction = "ascending" | "descending";

/** A field's value in a query; `undefined` if it has none, or none that fits into a query. */
export function textOf(record: Members, field: string): string | undefined {
  const value = own(record, field);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

type Compare = (left: string, right: string) => number;

const byCodeUnits: Compare = (left, right) => (left === right ? 0 : left < right ? -1 : 1);

/**
 * Common collations of databases, since the document is silent about it: by code, without case, by the rules of a
 * language.
 */
const orders: readonly Compare[] = [
  byCodeUnits,
  (left, right) => byCodeUnits(left.toLowerCase(), right.toLowerCase()),
  (left, right) => left.localeCompare(right, "en"),
  (left, right) => left.localeCompare(right, "en", { sensitivity: "base" }),
  (left, right) => left.localeCompare(right, "en", { ignorePunctuation: true }),
  (left, right) => left.localeCompare(right, "en", { numeric: true }),
];

/**
 * Whether values are sorted by any of the common orders. Missing values may be at either end, and values other than
 * texts and numbers may be in any order.
 */
export function isInOrder(values: readonly unknown[], direction: Direction): boolean {
  const present = values.filter((value) => value !== null && value !== undefined);
  const numbers = present.filter((value) => typeof value === "number");
  const texts = present.filter((value) => typeof value === "string");
  const sign = direction === "ascending" ? 1 : -1;
  const areSorted = <Value>(list: readonly Value[], compare: (left: Value, right: Value) => number): boolean =>
    list.every((value, index) => {
      const before = list[index - 1];
      return index === 0 || before === undefined || sign * compare(before, value) <= 0;
    });
  return areSorted(numbers, (left, right) => left - right) && orders.some((compare) => areSorted(texts, compare));
}
