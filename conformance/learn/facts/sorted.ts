import { isInOrder, textOf, type Direction } from "../../discovery/in-order.ts";
import { objectsOf } from "../../target/records.ts";
import type { Members } from "../../target/envelope.ts";
import { recordKey } from "../../target/records.ts";
import type { Page } from "./list.ts";

/**
 * Whether a page is the start of the whole list in the order of a field: it is in order itself, and no other known
 * record belongs before its last. So it shows on a page of one record, too.
 */
export function startsSorted(
  page: Pick<Page, "records" | "keys">,
  known: readonly Members[],
  field: string,
  direction: Direction,
): boolean {
  const values = presentValues(objectsOf(page.records), field);
  if (values.length === 0 || !isInOrder(values, direction)) return false;
  const onPage = new Set(page.keys);
  const others = presentValues(
    known.filter((record) => !onPage.has(recordKey(record))),
    field,
  );
  return others.every((other) => isInOrder([values.at(-1), other], direction));
}

/** The first of the directions in which the plain list does not start already, so that sorting by the field shows. */
export function tellingDirection(
  plain: Pick<Page, "records" | "keys">,
  known: readonly Members[],
  field: string,
  directions: readonly Direction[],
): Direction | undefined {
  return directions.find((direction) => !startsSorted(plain, known, field, direction));
}

function presentValues(records: readonly Members[], field: string): readonly unknown[] {
  return records.filter((record) => textOf(record, field) !== undefined).map((record) => record[field]);
}
