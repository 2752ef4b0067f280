import { own } from "../../fixtures/own.ts";
import type { Members } from "../target/envelope.ts";

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
