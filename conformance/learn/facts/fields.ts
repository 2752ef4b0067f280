import type { Members } from "../../target/envelope.ts";
import { textOf } from "../../discovery/in-order.ts";

/** A name that a query can carry. */
const queryable = /^[^\s&=#?[\]]+$/;

/** More are not asked for: a query has an end. */
const mostFields = 100;

/** The fields of records that hold a text, a number or a truth value in some record, in the order they are seen. */
export function scalarFields(records: readonly Members[]): readonly string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .filter((name) => queryable.test(name) && records.some((record) => textOf(record, name) !== undefined))
    .slice(0, mostFields);
}
