import type { Members } from "../../target/envelope.ts";
import { objectsOf } from "../../target/records.ts";
import { isUnset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { bounds } from "./bounds.ts";
import { isListing, plainList, readList, type ListName, type Listing, type Page, type Query } from "./list.ts";
import { longestReading } from "./order.ts";
import { position } from "./position.ts";
import { sizeName } from "./size-name.ts";

/** Records of a list, as many as were seen without filter or order. */
export interface Seen {
  readonly page: Page;
  readonly records: readonly Members[];
  /** Whether these are all there are. */
  readonly isAll: boolean;
  readonly plain: Listing;
  /** The answers that held them. */
  readonly evidence: readonly Answer[];
}

/** How far a list is read: up to so many records, and so many pages after the first. */
interface Extent {
  readonly records: number;
  readonly pages: number;
}

/** Enough to see what records are like; with fewer, a few pages more are read. */
const enough: Extent = { records: 40, pages: 4 };

/** What is known of the records of a list: the longest stretch that was read, and a few pages more if it is short. */
export const seenRecords = shared((learning: Learning, list: ListName) => readUpTo(learning, list, enough));

/** The longest stretch of a list that was read, and further pages as far as they are wanted. */
export async function readUpTo(learning: Learning, list: ListName, extent: Extent): Promise<Seen | Unset> {
  const plain = await plainList(learning, list);
  const longest = await longestReading(learning, list);
  if (isUnset(plain)) return plain;
  if (isUnset(longest)) return longest;
  const byKey = new Map(longest.page.keys.map((key, index) => [key, longest.page.records[index]]));
  const evidence = [longest.answer];
  for (const { page, answer } of await furtherPages(learning, list, plain.page, byKey.size, extent)) {
    evidence.push(answer);
    for (const [index, key] of page.keys.entries()) byKey.set(key, page.records[index]);
  }
  const records = [...byKey.values()];
  const page = { ...plain.page, records, keys: [...byKey.keys()] };
  return { page, records: objectsOf(records), isAll: records.length >= longest.page.total, plain, evidence };
}

async function furtherPages(
  learning: Learning,
  list: ListName,
  plain: Page,
  known: number,
  extent: Extent,
): Promise<readonly Listing[]> {
  const wanted = Math.min(extent.records, plain.total);
  if (known >= wanted) return [];
  const where = await position(learning, list);
  if (isUnset(where)) return [];
  const size = await sizeName(learning, list);
  const greatest = await bounds(learning, list);
  const most = isUnset(greatest) ? undefined : greatest.maxSize;
  const sized: Query = typeof size === "string" && most !== undefined ? { [size]: String(most) } : {};
  const listings: Listing[] = [];
  const length = Object.keys(sized).length === 0 ? plain.keys.length : (most ?? plain.keys.length);
  for (let step = 1; step <= extent.pages && known + listings.length * length < wanted; step += 1) {
    const value = where.style === "page" ? step + (plain.page === 0 ? 0 : 1) : step * length;
    const reading = await readList(learning, list, { ...sized, [where.name]: String(value) });
    if (isListing(reading)) listings.push(reading);
  }
  return listings;
}
