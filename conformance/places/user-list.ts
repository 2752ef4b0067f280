import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { canonical, recordKey } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { lookIn } from "../target/created-user.ts";
import type { Query } from "../discovery/list.ts";
import { responseTo } from "./visit.ts";
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

/** The maximum page size to request. */
const maxSize = 100;

/** Of a longer list, the first pages and as many of the last: a new user is usually at one end. */
const lastPages = 3;

/** The room on a page for users created meanwhile. */
const room = 5;

/**
 * Reads the list of users: on one large page, in pages by their places, concurrently, or page after page.
 * @returns `undefined` if it cannot be read
 */
export async function readUsers(
  session: Session,
  as: "first" | "second",
  label: string,
): Promise<UserList | undefined> {
  const ask = async (query?: Query): Promise<Exchange | undefined> => {
    const exchange = await responseTo(session, { operation: "listUsers", as, label, ...(query && { query }) });
    return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
  };
  const plain = await ask();
  if (plain === undefined) return undefined;
  const total = lookIn(plain)?.total;
  const held = usersOn(plain, 0).length;
  const [way] = total === undefined || held === 0 || held >= total ? [] : await waysOf(session, "listUsers");
  if (total === undefined || way === undefined) return listOf([plain], total !== undefined && held >= total);
  const { size: name, maxSize: known = way.isByPlace ? 0 : maxSize } = way;
  const size = Math.min(known, maxSize);
  const sized = name === undefined ? undefined : { [name]: String(size) };
  if (!way.isByPlace) {
    const pages = [(sized && (await ask(sized))) ?? plain];
    const queryAfter = (): Query | undefined => way.choose(pages.length, 0, pages.at(-1));
    for (let query = queryAfter(); query !== undefined && pages.length < maxPages.plain; query = queryAfter()) {
      const next = await ask({ ...sized, ...query });
      if (next === undefined) break;
      pages.push(next);
    }
    return listOf(pages, queryAfter() === undefined);
  }
  const large = sized !== undefined && size >= total + room ? await ask(sized) : undefined;
  if (large !== undefined && usersOn(large, 0).length >= (lookIn(large)?.total ?? Infinity))
    return listOf([large], true);
  const count = Math.ceil(total / held);
  const isWhole = count <= maxPages[session.isQuick ? "quick" : "plain"];
  const wanted = Array.from({ length: count }, (_, page) => page).slice(isWhole ? 1 : -lastPages);
  // One page more than expected, unless the last has room: users may be added meanwhile. The total may be anything.
  const isRoom = isWhole && count * held >= total + room;
  const pageAt = (page: number): Promise<Exchange | undefined> => ask(way.choose(page, held, undefined));
  const [beyond, read] = await Promise.all([isRoom ? undefined : pageAt(count), Promise.all(wanted.map(pageAt))]);
  const pages = read.filter((page) => page !== undefined);
  const list = listOf([plain, ...pages], isWhole && pages.length === read.length);
  const keys = new Set(list.users.map(({ key }) => key));
  const more = beyond === undefined ? [] : usersOn(beyond, count).filter(({ key }) => !keys.has(key));
  return { ...list, users: [...list.users, ...more] };
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
