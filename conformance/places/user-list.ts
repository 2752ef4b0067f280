import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical, recordKey } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { lookIn } from "../target/created-user.ts";
import { room, schemeOf } from "./paging-scheme.ts";
import { waysOf } from "./way.ts";

/** A user as a list shows it. */
export interface Listed {
  readonly record: unknown;
  readonly key: string;
  /** The index of its page among those read. */
  readonly page: number;
  /** The record in lower case for searching: a service may store values that way. */
  readonly text: string;
}

/** The users of an account, as far as they were read. */
export interface UserList {
  readonly users: readonly Listed[];
  /** `meta.total`, the same on each page; `undefined` if it is not a count or changed meanwhile. */
  readonly total: number | undefined;
  /** Whether all pages were read according to `meta.total`. */
  readonly isWhole: boolean;
  readonly evidence: readonly Exchange[];
}

/** The maximum number of pages to read completely. */
const maxPages = { plain: 12, quick: 3 } as const;

/** The page size to request if each page links the next. */
const maxSize = 100;

/** Of a longer list, the first pages and as many of the last: a new user is usually at one end. */
const lastPages = 3;

/**
 * Reads the list of users, its pages concurrently.
 * @returns `undefined` if it cannot be read
 */
export async function readUsers(
  session: Session,
  as: "first" | "second",
  label: string,
): Promise<UserList | undefined> {
  const ask: Ask = async (query) => {
    const exchange = await session.call({ operation: "listUsers", as, label, ...(query && { query }) });
    return exchange instanceof Unavailable || !isSuccess(exchange) ? undefined : exchange;
  };
  const plain = await ask();
  if (plain === undefined) return undefined;
  const total = lookIn(plain)?.total;
  const held = usersOn(plain, 0).length;
  if (total === undefined || held === 0 || held >= total) return listOf([plain], total !== undefined && held >= total);
  const onePage = await onePageOf(session, total, ask);
  if (onePage !== undefined) return onePage;
  const scheme = await schemeOf(session, "users", total);
  if (scheme === undefined) return followed(session, plain, ask);
  const count = Math.ceil(total / scheme.size);
  const isWhole = count <= (session.isQuick ? maxPages.quick : maxPages.plain);
  const isFirst = scheme.size === held;
  const numbers = Array.from({ length: count }, (_, index) => index).slice(isFirst ? 1 : 0);
  const wanted = isWhole ? numbers : numbers.slice(-lastPages);
  // One page more than expected, unless the last has room: users may be added meanwhile. The total may be anything.
  const isRoom = isWhole && count * scheme.size >= total + room;
  const pageAt = (page: number): ReturnType<typeof ask> => ask(scheme.query(page, scheme.size));
  const [beyond, read] = await Promise.all([isRoom ? undefined : pageAt(count), Promise.all(wanted.map(pageAt))]);
  const pages = read.filter((page) => page !== undefined);
  const list = listOf(isFirst || !isWhole ? [plain, ...pages] : pages, isWhole && pages.length === read.length);
  const known = new Set(list.users.map(({ key }) => key));
  const more = beyond === undefined ? [] : usersOn(beyond, count).filter(({ key }) => !known.has(key));
  return { ...list, users: [...list.users, ...more] };
}

/** Requests a page; `undefined` if it does not exist. */
type Ask = (query?: Readonly<Record<string, string>>) => Promise<Exchange | undefined>;

/** The whole list on one large page, if the target has such. */
async function onePageOf(session: Session, total: number, ask: Ask): Promise<UserList | undefined> {
  const [way] = session.isQuick ? [] : await waysOf(session, "listUsers");
  const size = Math.min(way?.maxSize ?? 0, maxSize);
  if (way?.size === undefined || size < total + room) return undefined;
  const page = await ask({ [way.size]: String(size) });
  const count = page === undefined ? 0 : usersOn(page, 0).length;
  return page === undefined || count < (lookIn(page)?.total ?? Infinity) ? undefined : listOf([page], true);
}

/** Reads a list in which each page links the next, with the largest possible pages. */
async function followed(session: Session, plain: Exchange, ask: Ask): Promise<UserList> {
  const way = (await waysOf(session, "listUsers")).find(({ isByPlace }) => !isByPlace);
  if (way === undefined) return listOf([plain], false);
  const sized = way.size === undefined ? undefined : { [way.size]: String(Math.min(way.maxSize ?? maxSize, maxSize)) };
  const pages = [(sized && (await ask(sized))) ?? plain];
  const queryAfter = (): ReturnType<typeof way.choose> => way.choose(pages.length, 0, pages.at(-1));
  for (let query = queryAfter(); query !== undefined && pages.length < maxPages.plain; query = queryAfter()) {
    const next = await ask({ ...sized, ...query });
    if (next === undefined) break;
    pages.push(next);
  }
  return listOf(pages, queryAfter() === undefined);
}

function listOf(pages: readonly Exchange[], isWhole: boolean): UserList {
  const totals = new Set(pages.map((page) => lookIn(page)?.total));
  const [total] = totals;
  return { users: pages.flatMap(usersOn), total: totals.size === 1 ? total : undefined, isWhole, evidence: pages };
}

function usersOn({ response }: Exchange, page: number): readonly Listed[] {
  const data = response === undefined ? [] : (readEnvelope(response).data ?? []);
  return data.map((record) => ({
    record,
    key: recordKey(record),
    page,
    text: JSON.stringify(record).toLowerCase(),
  }));
}

/** Whether a record has an id that distinguishes it from similar ones. */
export function hasId({ record, key }: Pick<Listed, "record" | "key">): boolean {
  return key !== canonical(record);
}

/**
 * The number of different users: by their ids, or, without ids, those of one page. A user that moves to another page
 * during the reading counts once.
 */
export function countOf(users: readonly Listed[]): number {
  if (users.some(hasId)) return new Set(users.map(({ key }) => key)).size;
  const perPage = [...Map.groupBy(users, ({ page }) => page).values()];
  return Math.max(0, ...perPage.map((some) => some.length));
}

/** Whether all users counted by `meta.total` were read: then an absent user is missing. */
export function isComplete({ isWhole, users, total }: UserList): boolean {
  return isWhole && total !== undefined && new Set(users.map(({ key }) => key)).size >= total;
}
