import {
  areRandom,
  idName,
  isCommonValue,
  isWhole,
  flattenRecord,
  numbered,
  ownIdName,
  type Leaves,
} from "../target/record-values.ts";
import { canonical } from "../target/records.ts";

/** How to tell the records of a list apart. */
export interface Identity {
  /** Whether equal keys prove that two records are the same. */
  readonly isReliable: boolean;
  /** The path of their own ids, if these tell them apart: `.id`, `.user.id`. */
  readonly ownId: string | undefined;
  readonly keysOf: (records: readonly unknown[]) => readonly string[];
}

/**
 * Finds a key that identifies the records of a list by their values: a path at which each record has its own code,
 * address or number. Two equal records may still be different ones.
 * @param pages the records of each page
 * @param again the first of them, read again: values that change between two readings do not count
 */
export function findIdentity(pages: readonly (readonly unknown[])[], again: readonly unknown[] = []): Identity {
  const leavesByPage = pages.map((page) => page.map(flattenRecord));
  const all = leavesByPage.flat();
  const second = again.map(flattenRecord);
  const shared = [...(all[0]?.keys() ?? [])].filter((place) => all.every((leaves) => leaves.has(place)));
  const steady = shared.filter((place) => isSteady(leavesByPage[0] ?? [], second, place));
  // If a page has other records each time, no value is stable.
  for (const places of [steady, shared]) {
    const content = createContentKey(places);
    const candidates = places.filter((place) => leavesByPage.every((page) => isOwn(page, place, content)));
    const counts = new Map(candidates.map((place) => [place, new Set(all.map((leaves) => leaves.get(place))).size]));
    const most = Math.max(0, ...counts.values());
    const own = candidates.filter((place) => counts.get(place) === most && isIdentifying(all, place));
    const first = own.find((place) => ownIdName.test(place)) ?? own[0];
    if (first === undefined) continue;
    const isSure = ownIdName.test(first) || areRandom(all.map((leaves) => String(leaves.get(first))));
    return {
      isReliable: true,
      ownId: ownIdName.test(first) ? first : undefined,
      keysOf: memoizePages((record) => {
        const leaves = flattenRecord(record);
        // What is absent identifies nothing: newer records may have other members.
        if (!leaves.has(first)) return canonical(record);
        return isSure ? `${first}=${String(leaves.get(first))}` : content(leaves);
      }),
    };
  }
  return { isReliable: false, ownId: undefined, keysOf: memoizePages(canonical) };
}

/** Pages are compared in several ways, and may be long. */
function memoizePages(keyOf: (record: unknown) => string): Identity["keysOf"] {
  const keysOfPages = new WeakMap<readonly unknown[], readonly string[]>();
  return (records) => {
    const keys = keysOfPages.get(records) ?? records.map(keyOf);
    keysOfPages.set(records, keys);
    return keys;
  };
}

function createContentKey(places: readonly string[]): (leaves: Leaves) => string {
  return (leaves) => JSON.stringify(places.map((place) => leaves.get(place)));
}

/** Whether a second reading of a page has most values again. */
function isSteady(page: readonly Leaves[], again: readonly Leaves[], place: string): boolean {
  const values = new Set(again.map((leaves) => leaves.get(place)));
  const recurring = page.filter((leaves) => values.has(leaves.get(place))).length;
  return again.length === 0 || 2 * recurring >= Math.min(page.length, again.length);
}

/** Whether only equal records share a value on this page, and few do: records without an id may all look the same. */
function isOwn(page: readonly Leaves[], place: string, content: (leaves: Leaves) => string): boolean {
  const byValue = new Map<unknown, string>();
  const areEqual = page.every((leaves) => {
    const whole = content(leaves);
    const other = byValue.get(leaves.get(place));
    byValue.set(leaves.get(place), whole);
    return other === undefined || other === whole;
  });
  return areEqual && (ownIdName.test(place) || 2 * byValue.size >= page.length);
}

/** Whether values have the form of identifiers, or the name of one. */
function isIdentifying(all: readonly Leaves[], place: string): boolean {
  const values = all.map((leaves) => leaves.get(place)).filter((value) => value !== undefined);
  if (!values.every(isWhole)) return false;
  if (ownIdName.test(place)) return true;
  if (values.some(isCommonValue)) return false;
  return idName.test(place) || areRandom(values.map(String)) || values.every((value) => numbered(value) !== undefined);
}
