import {
  anyList,
  isStrict,
  lists,
  readList,
  rejectionOf,
  withoutFields,
  type Listing,
  type ListName,
  type Reading,
} from "./list.ts";
import { apart, findName, offsetNames, pageNames, valued } from "./names.ts";
import { ifKnown, isUnset, known, settled, type Unset } from "./observation.ts";
import { position } from "./page-parameters.ts";
import type { Position } from "./position-style.ts";
import { memoize } from "../target/memoize.ts";
import type { Source } from "./source.ts";

/** Whether a list is too short for a second page. */
export async function isShort(source: Source, list: ListName): Promise<boolean> {
  return (await anyList(source, list)).page.total < 2;
}

/** A query with many names at once; `page[number]` beside `page` may be rejected. */
async function withAll(source: Source, list: ListName, names: readonly string[], value: string): Promise<Reading> {
  const { page } = await anyList(source, list);
  const sent = withoutFields(names, page).filter((name) => !name.includes("["));
  return readList(source, list, valued(sent, value));
}

/** Whether page 1 of a list with one page is not that page: then the first is 0. */
async function isBeyond(source: Source, list: ListName, name: string): Promise<boolean> {
  const plain = (await anyList(source, list)).page;
  if (plain.page === 0) return true;
  const { page } = await readList(source, list, { [name]: "1" });
  return page === undefined || page.page > plain.page || page.keys.length < plain.keys.length;
}

/** The paging parameter of a short list: the one whose invalid values are rejected, or that of the other list. */
export const shownPosition = memoize(async (source: Source, list: ListName): Promise<Position> => {
  const found = await settled(position(source, list));
  if (!isUnset(found) || !(await isShort(source, list))) return known(found);
  for (const other of lists) {
    const alike = other === list ? undefined : await ifKnown(position(source, other));
    if (alike !== undefined) return { ...alike, isByName: true };
  }
  const names = withoutFields([...pageNames, ...offsetNames], (await anyList(source, list)).page);
  for (const group of apart(names)) {
    const rejection = await rejectionOf(source, list, valued(group, "x"));
    if (rejection === undefined) continue;
    if (await isStrict(source, list)) break;
    const name = await findName(group, 1, async (sent) =>
      (await rejectionOf(source, list, valued(sent.keys(), "x"))) === undefined ? undefined : 1,
    );
    if (name === undefined) continue;
    const style = pageNames.includes(name) ? "page" : "offset";
    const isZero = style === "offset" || (await isBeyond(source, list, name));
    return { style, name, first: isZero ? 0 : 1, isByName: true, evidence: [rejection] };
  }
  throw found;
});

/**
 * The response of a short list to this value in any of these parameters.
 * @throws Unset with the reason, if the list is longer, or rejected
 */
export async function withAny(
  source: Source,
  list: ListName,
  value: string,
  reason: Unset,
  names: readonly string[] = [...pageNames, ...offsetNames],
): Promise<Listing> {
  const reading = (await isShort(source, list)) ? await withAll(source, list, names, value) : undefined;
  if (reading?.page === undefined) throw reason;
  return reading;
}
