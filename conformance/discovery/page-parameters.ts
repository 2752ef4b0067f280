import { ifKnown, Unset, type Answer } from "./observation.ts";
import {
  isMoving,
  isStrict,
  longestReading,
  pageOf,
  plainList,
  readList,
  refusalOf,
  withoutFields,
  type ListName,
  type Page,
  type Query,
} from "./list.ts";
import { findAlone, findName, offsetNames, pageNames, sizeNames, valued, type Followed } from "./names.ts";
import { searched, shared, type Source } from "./source.ts";

/** So many of the most common names are tried one by one, where a target refuses names it does not know. */
const maxAlone = 8;

async function pagedList(source: Source, list: ListName): Promise<Page> {
  const { page } = await plainList(source, list);
  if (page.total > 1) return page;
  throw new Unset(`there is only one record in the list of ${list}`, `an account with more ${list}`);
}

/** The name of the parameter that sets the size of a page; unset where no known name does. */
export const sizeName = shared(async (source: Source, list: ListName): Promise<string> => {
  const plain = await pagedList(source, list);
  const alike = await pagedAsUsers(source, list);
  if (alike !== undefined) return alike.size;
  const names = withoutFields(sizeNames, plain);
  const ways =
    plain.keys.length > 1
      ? [{ values: plain.keys.length - 1, followed: shorter(source, list, plain) }]
      : [
          { values: 1, followed: longer(source, list) },
          { values: 1, followed: refusing(source, list) },
        ];
  const name = await searched(source, async () => {
    for (const { values, followed } of ways) {
      const found = await findName(names, values, followed);
      if (found !== undefined) return found;
    }
    const [way] = ways;
    const isAloneNeeded = way !== undefined && (await isStrict(source, list));
    return isAloneNeeded ? findAlone(names.slice(0, maxAlone), way.followed) : undefined;
  });
  if (name === undefined) throw new Unset(`no parameter of a known name changes how many ${list} a page holds`);
  return name;
});

/** Sizes below that of the plain page: within any bounds, and the length of the response names the size. */
function shorter(source: Source, list: ListName, { keys }: Page): Followed {
  return async (sent) => {
    const query = Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]));
    const { length } = (await pageOf(source, list, query))?.keys ?? keys;
    return length < keys.length ? length : undefined;
  };
}

/** Where a plain page holds one record, a page of two: either it comes, or it is refused as too large. */
function longer(source: Source, list: ListName): Followed {
  return async (sent) => {
    const query = valued(sent.keys(), "2");
    const isRefused = (await refusalOf(source, list, query)) !== undefined;
    if (isRefused) return (await isStrict(source, list)) ? undefined : 1;
    return (await pageOf(source, list, query))?.keys.length === 2 ? 1 : undefined;
  };
}

/** A size that is not a number, where it is refused. */
function refusing(source: Source, list: ListName): Followed {
  return async (sent) => {
    const refusal = await refusalOf(source, list, valued(sent.keys(), "x"));
    return refusal !== undefined && !(await isStrict(source, list)) ? 1 : undefined;
  };
}

/** The parameter that chooses a page, and how: by number, or by the records before it. */
export interface Position {
  readonly style: "page" | "offset";
  readonly name: string;
  /** Whether only the name tells the style: pages of one record that count from 0 are offsets, too. */
  readonly isByName: boolean;
  readonly evidence: readonly Answer[];
}

/** What a list is read by while its position parameter is sought. */
interface Sought {
  readonly source: Source;
  readonly list: ListName;
  readonly plain: Page;
  /** The keys of the list from its start, as far as they are known. */
  readonly order: readonly string[];
  readonly firstPage: number;
  /** The name of the size, where it is known. */
  readonly size: string | undefined;
}

async function soughtIn(source: Source, list: ListName, plain: Page, size: string | undefined): Promise<Sought> {
  const { page } = await longestReading(source, list, size);
  return { source, list, plain, order: page.keys, firstPage: plain.page === 0 ? 0 : 1, size };
}

/** The parameter by which a list is paged; unset where no known name is. */
export const position = shared(async (source: Source, list: ListName): Promise<Position> => {
  const plain = await pagedList(source, list);
  const size = await ifKnown(sizeName(source, list));
  const alike = await pagedAsUsers(source, list);
  if (alike !== undefined) return alike.position;
  const sought = await soughtIn(source, list, plain, size);
  const names = withoutFields([...pageNames, ...offsetNames], plain).filter((name) => name !== size);
  const name = await searched(
    source,
    async () =>
      (await findName(names, distinct(sought), follows(sought))) ??
      ((await isStrict(source, list)) ? findAlone(names.filter(isCommon), follows(sought)) : undefined),
  );
  if (name === undefined) throw new Unset(`no parameter of a known name leads to another page of the ${list}`);
  const found = (await styleOf(sought, name)) ?? (await styleByName(sought, name));
  if (found === undefined) throw new Unset(`\`${name}\` leads to other ${list} than a page or an offset would`);
  return found;
});

/** Most services page all lists alike: one request shows both names on the other list. */
const pagedAsUsers = shared(
  async (source: Source, list: ListName): Promise<{ size: string; position: Position } | undefined> => {
    if (list === "users") return undefined;
    const plain = await pagedList(source, list);
    const users = await ifKnown(position(source, "users"));
    const size = await ifKnown(sizeName(source, "users"));
    if (users === undefined || users.isByName || size === undefined || plain.keys.length < 2) return undefined;
    const found = await styleOf(await soughtIn(source, list, plain, size), users.name);
    if (found?.style !== users.style || found.asked === plain.keys.length) return undefined;
    const isFollowed = found.keys.length === found.asked && found.keys[0] !== plain.keys[0];
    return isFollowed ? { size, position: found } : undefined;
  },
);

function isCommon(name: string): boolean {
  return pageNames.indexOf(name) < maxAlone && offsetNames.indexOf(name) < maxAlone / 2;
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
  const { source, list, plain, order, firstPage, size } = sought;
  return async (sent) => {
    const page = await pageOf(source, list, start(sought, sent));
    if (page === undefined) return undefined;
    // The number of the page holds while others write; the first record shows where the number does not, or is wrong.
    const byNumber = page.page > plain.page ? page.page - firstPage : undefined;
    const index = order.indexOf(page.keys[0] ?? "");
    // Of pages longer than one record, a record's place is not the number of the page.
    const isShown = size === undefined && byNumber !== undefined;
    if (index <= 0 || index === byNumber || isShown) return byNumber;
    return (await isMoving(source, list)) ? byNumber : index;
  };
}

interface Styled extends Position {
  /** The records of the page, and how many it was asked to hold. */
  readonly keys: readonly string[];
  readonly asked: number;
}

/** One request that a page and an offset answer differently; where none does, the name tells. */
async function styleOf(sought: Sought, name: string): Promise<Styled | undefined> {
  const { source, list, plain, firstPage, size } = sought;
  // A page of two in a list that counts from 0, or of one in a list that counts from 1: else both are the same.
  const asked = size === undefined ? plain.keys.length : firstPage === 0 ? 2 : 1;
  const value = firstPage === 1 && plain.total > Math.max(2 * asked, 3) ? 3 : 1 + firstPage;
  const query = { ...(size === undefined ? {} : { [size]: String(asked) }), [name]: String(value) };
  const reading = await ifKnown(readList(source, list, query));
  if (reading?.page === undefined) return undefined;
  const style = await styleIn(sought, reading.page, value, asked);
  const { keys } = reading.page;
  return style && { style, name, isByName: false, evidence: [reading.answer], keys, asked };
}

/** By where the page starts in the list, and by its number. */
async function styleIn(
  { source, list, order, firstPage }: Sought,
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
  return isContested && (await isMoving(source, list)) ? byNumber : (byStart ?? byNumber);
}

function matching(values: Readonly<Record<Position["style"], number>>, seen: number): Position["style"] | undefined {
  if (values.page === values.offset) return undefined;
  return seen === values.page ? "page" : seen === values.offset ? "offset" : undefined;
}

/** Where every page holds one record and counts from 0, nothing but the name tells a page from an offset. */
async function styleByName(sought: Sought, name: string): Promise<Position | undefined> {
  const reading = await ifKnown(readList(sought.source, sought.list, start(sought, new Map([[name, 1]]))));
  if (reading?.page === undefined) return undefined;
  const style = pageNames.includes(name) ? "page" : "offset";
  return { style, name, isByName: true, evidence: [reading.answer] };
}
