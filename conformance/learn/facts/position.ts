import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, silenceSince, type Learning } from "../learning.ts";
import { offsetNames, pageNames } from "../names.ts";
import { findAlone, findName, type Followed } from "../search.ts";
import { isListing, plainList, readList, type ListName, type Page, type Query } from "./list.ts";
import { isMoving } from "./moving.ts";
import { longestReading } from "./order.ts";
import { isStrict, sizeName, withoutFields } from "./size-name.ts";

/** The parameter that chooses a page, and how: by number, or by the records before it. */
export interface Position {
  readonly style: "page" | "offset";
  readonly name: string;
  /** Whether only the name tells the style: pages of one record that count from 0 are offsets, too. */
  readonly isByName: boolean;
  readonly evidence: readonly Answer[];
}

const mostAlone = 8;

/** What a list is read by while its position parameter is sought. */
interface Sought {
  readonly learning: Learning;
  readonly list: ListName;
  readonly plain: Page;
  /** The keys of the list from its start, as far as they are known. */
  readonly order: readonly string[];
  readonly firstPage: number;
  /** The name of the size, where it is known. */
  readonly size: string | undefined;
}

/** The parameter by which a list is paged; unset where no known name is. */
export const position = shared(async (learning: Learning, list: ListName): Promise<Position | Unset> => {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  if (plain.page.total < 2)
    return unset(`there is only one record in the list of ${list}`, `an account with more ${list}`);
  const order = await longestReading(learning, list);
  const size = await sizeName(learning, list);
  const sought: Sought = {
    learning,
    list,
    plain: plain.page,
    order: isUnset(order) ? plain.page.keys : order.page.keys,
    firstPage: plain.page.page === 0 ? 0 : 1,
    size: typeof size === "string" ? size : undefined,
  };
  const silences = learning.silences.length;
  const names = withoutFields([...pageNames, ...offsetNames], plain.page).filter((name) => name !== size);
  const name =
    (await findName(names, distinct(sought), follows(sought))) ??
    ((await isStrict(learning, list)) ? await findAlone(commonest(names), follows(sought)) : undefined);
  if (name === undefined) {
    return (
      silenceSince(learning, silences) ?? unset(`no parameter of a known name leads to another page of the ${list}`)
    );
  }
  return (await styleOf(sought, name)) ?? unset(`\`${name}\` leads to other ${list} than a page or an offset would`);
});

function commonest(names: readonly string[]): readonly string[] {
  return names.filter((name) => pageNames.indexOf(name) < mostAlone && offsetNames.indexOf(name) < mostAlone / 2);
}

/** How many starts can be told apart: one for each record after the first that is known, or for each page. */
function distinct({ plain, size, order }: Sought): number {
  const pages = size === undefined ? Math.ceil(plain.total / plain.keys.length) : plain.total;
  return Math.max(1, Math.min(pages - 1, Math.max(order.length, 8) - 1, plain.total - 1));
}

/** Pages of one record where a size is known, so that a page and an offset lead to the same record. */
function start({ firstPage, size }: Sought, sent: ReadonlyMap<string, number>): Query {
  const starts = [...sent].map(([name, step]) => [name, String(pageNames.includes(name) ? step + firstPage : step)]);
  return { ...(size === undefined ? {} : { [size]: "1" }), ...Object.fromEntries(starts) };
}

function follows(sought: Sought): Followed {
  const { learning, list, plain, order, firstPage } = sought;
  return async (sent) => {
    const reading = await readList(learning, list, start(sought, sent));
    if (!isListing(reading)) return undefined;
    const { keys, page } = reading.page;
    // The number of the page holds while others write; the first record tells where the number says nothing.
    if (page > plain.page) return page - firstPage;
    const index = order.indexOf(keys[0] ?? "");
    return index > 0 && !(await isMoving(learning, list)) ? index : undefined;
  };
}

/** One call that a page and an offset answer differently; where none does, the name tells. */
async function styleOf(sought: Sought, name: string): Promise<Position | undefined> {
  const { learning, list, plain, firstPage, size } = sought;
  // A page of two in a list that counts from 0, or of one in a list that counts from 1: else both are the same.
  const length = size === undefined ? plain.keys.length : firstPage === 0 ? 2 : 1;
  const value = firstPage === 1 && plain.total > Math.max(2 * length, 3) ? 3 : 1 + firstPage;
  const query = { ...(size === undefined ? {} : { [size]: String(length) }), [name]: String(value) };
  const reading = await readList(learning, list, query);
  const style = isListing(reading) ? await styleIn(sought, reading.page, value, length) : undefined;
  if (style === undefined || !isListing(reading)) return byName(sought, name);
  return { style, name, isByName: false, evidence: [reading.answer] };
}

/** By where the page starts in the list, and by its number. */
async function styleIn(
  { learning, list, order, firstPage }: Sought,
  { keys, page }: Page,
  value: number,
  length: number,
): Promise<Position["style"] | undefined> {
  const real = Math.min(length, keys.length);
  const starts = { page: (value - firstPage) * real, offset: value };
  if (real === 0 || starts.page === starts.offset) return undefined;
  const byStart = matching(starts, order.indexOf(keys[0] ?? ""));
  const byNumber = matching({ page: value, offset: Math.floor(value / real) + firstPage }, page);
  const isContested = byStart !== undefined && byNumber !== undefined && byStart !== byNumber;
  // Records that others move tell nothing; else they tell more than a number.
  return isContested && (await isMoving(learning, list)) ? byNumber : (byStart ?? byNumber);
}

function matching(values: Readonly<Record<Position["style"], number>>, seen: number): Position["style"] | undefined {
  if (values.page === values.offset) return undefined;
  return seen === values.page ? "page" : seen === values.offset ? "offset" : undefined;
}

/** Where every page holds one record and counts from 0, nothing but the name tells a page from an offset. */
async function byName(sought: Sought, name: string): Promise<Position | undefined> {
  const reading = await readList(sought.learning, sought.list, start(sought, new Map([[name, 1]])));
  if (!isListing(reading)) return undefined;
  const style = pageNames.includes(name) ? "page" : "offset";
  return { style, name, isByName: true, evidence: [reading.answer] };
}
