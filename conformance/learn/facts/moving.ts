import type { Direction } from "../../discovery/in-order.ts";
import type { Members } from "../../target/envelope.ts";
import { isUnset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { isListing, plainList, readList, sameRecords, type ListName, type Query } from "./list.ts";
import { startsSorted } from "./sorted.ts";

/** Whether a list is another one after a while: others are writing. */
export const isMoving = shared(async (learning: Learning, list: ListName): Promise<boolean> => {
  const before = await plainList(learning, list);
  const after = await readList(learning, list, {}, "after a while");
  return !isUnset(before) && (!isListing(after) || !sameRecords(before.page, after.page));
});

/**
 * Whether an order may have come about by itself: of a list that moves, what comes first may be the newest, so
 * the list without parameters is read again.
 */
export async function isNaturalOrder(
  learning: Learning,
  list: ListName,
  known: readonly Members[],
  asked: { readonly field: string; readonly direction: Direction; readonly query: Query },
): Promise<boolean> {
  if (!(await isMoving(learning, list))) return false;
  const { field, direction, query } = asked;
  const control = await readList(learning, list, {}, `to compare with ${new URLSearchParams(query).toString()}`);
  return !isListing(control) || startsSorted(control.page, known, field, direction);
}
