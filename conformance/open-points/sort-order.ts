import { isObject } from "../../fixtures/values/json.ts";
import { byCodeUnits, orderOfTimes } from "../../fixtures/values/order.ts";
import type { Page } from "../log/model.ts";
import type { Members } from "../target/envelope.ts";
import { fieldText, fieldValue, type KnownRecords } from "./read-lists.ts";

export type Direction = "ascending" | "descending";

/**
 * Common collations of databases, since the document is silent about it: by code, without case, by the rules of a
 * language.
 */
const orders: readonly ((left: string, right: string) => number)[] = [
  byCodeUnits,
  (left, right) => byCodeUnits(left.toLowerCase(), right.toLowerCase()),
  (left, right) => left.localeCompare(right, "en"),
  (left, right) => left.localeCompare(right, "en", { sensitivity: "base" }),
  (left, right) => left.localeCompare(right, "en", { ignorePunctuation: true }),
  (left, right) => left.localeCompare(right, "en", { numeric: true }),
];

/**
 * Whether values are sorted by any of the common orders, or by time if all are times. Missing values may be at either end, and values other than
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
  const byTime = orderOfTimes(texts);
  const textOrders = byTime === undefined ? orders : [...orders, byTime];
  return areSorted(numbers, (left, right) => left - right) && textOrders.some((compare) => areSorted(texts, compare));
}

/**
 * Whether a page is the start of the whole list sorted by a field: it is sorted itself, and no other known record
 * belongs before its last one. This works even on a page of one record.
 */
export function startsSorted(
  page: Pick<Page, "records" | "keys">,
  known: Pick<KnownRecords, "records" | "keys">,
  field: string,
  direction: Direction,
): boolean {
  const values = presentValues(page.records.filter(isObject), field);
  if (values.length === 0 || !isInOrder(values, direction)) return false;
  const onPage = new Set(page.keys);
  const rest = known.records.filter((_, index) => !onPage.has(known.keys[index] ?? ""));
  return presentValues(rest, field).every((other) => isInOrder([values.at(-1), other], direction));
}

function presentValues(records: readonly Members[], field: string): readonly unknown[] {
  return records.filter((record) => fieldText(record, field) !== undefined).map((record) => fieldValue(record, field));
}
