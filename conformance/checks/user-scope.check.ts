import { turnLabel } from "../places/again.ts";
import { servedIn } from "../places/places.ts";
import type { Served } from "../places/visit.ts";
import { freshValueOf } from "../target/created-user.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isShort, type Success } from "../target/exchange.ts";
import { canonical, pageIn, recordKey } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onBothAccounts } from "./authorized.ts";
import { failed, notArising, passed, skipped, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import {
  accounts,
  commonPage,
  isListCall,
  hasTokenOf,
  listPages,
  pagingNames,
  type AccountName,
} from "./plain-lists.ts";
import type { Requirement } from "./requirement.ts";

/** §1: whose users an account sees. */
export const userScope: Requirement = {
  id: "SCOPE-03",
  level: "implied",
  sections: ["1"],
  operations: ["listUsers"],
  since: 2,
  rule: "no view of an organization's users shows users of another organization",
  quote: "It lists users of the organization (paginated) and creates user accounts.",
  why: "§1 says that the service lists users of the organization, and §5 authenticates an account. If two accounts list different users, each has its own organization. No page, order or filter may ever show one the users of the other.",
  good: 'first account: 200 {"data":[{"id":"u-1"}],…}; sorted: 200 {"data":[{"id":"u-1"}],…}',
  bad: 'first account: 200 {"data":[{"id":"u-1"}],…}; sorted: 200 {"data":[{"id":"u-9"},{"id":"u-1"}],…}, and u-9 belongs to the second account',
  fix: "Select by the organization of the token in every branch of the query (put alternatives in parentheses), and include it in the key of caches and of anything shared between requests.",
  call: { query: "sort=name" },
  order: "last",
  judge: (session, operation) =>
    onBothAccounts(session, operation, (first, second) => judgeUsers(session, [first, second])),
};

/** The users in the plain list of an account and its pages. */
interface Home {
  readonly users: readonly unknown[];
  /** Two keys of each user: all values, and the id. */
  readonly known: ReadonlySet<string>;
  /** Whether the list was read completely. */
  readonly isWhole: boolean;
}

async function judgeUsers(session: Session, plain: readonly [Success, Success]): Promise<Outcome> {
  const served = await servedIn(session, "listUsers");
  const shared = await sharedTag(session, served);
  if (shared !== undefined) return shared;
  const paging = await pagingNames(session, "listUsers", plain[0]);
  const [first, second] = accounts.map((name) => homeOf(served.filter(hasTokenOf(name)), paging));
  if (first === undefined || second === undefined) throw new Error("there are two accounts");
  if (first.users.length + second.users.length === 0) return skipped("neither account has a user", ...plain);
  const mixed = accounts.flatMap((name) => findMixUp(name, served, paging) ?? []);
  if (mixed[0] !== undefined) return mixed[0];
  if (first.users.some((user) => second.known.has(recordKey(user)))) {
    return notArising("the two accounts list the same users, or use the same ids", ...plain);
  }
  const places = [
    ...leaksTo("first", first, [second, plain[1]], served),
    ...leaksTo("second", second, [first, plain[0]], served),
  ];
  return overPlaces(passed(`${first.users.length} and ${second.users.length} users, none in common`, ...plain), places);
}

/** The failure if the accounts' lists had one ETag, though they differ, and the second account gets 304 for it. */
async function sharedTag(session: Session, served: readonly Served[]): Promise<Outcome | undefined> {
  const tagged = served.flatMap(({ call, exchange }) => {
    const tag = call.query === undefined ? exchange.response.headers["etag"] : undefined;
    const name = call.as === "second" ? "second" : "first";
    return tag === undefined ? [] : [{ tag, name, exchange, text: canonical(pageIn(exchange)?.records ?? []) }];
  });
  const [mine, theirs] = accounts.map((account) => tagged.filter(({ name }) => name === account));
  const isShared = mine?.some(({ tag, text }) => theirs?.some((other) => other.tag === tag && other.text !== text));
  if (isShared !== true) return undefined;
  const now = await session.call({ operation: "listUsers", label: "for its tag" });
  const { etag: tag, vary = "" } = now instanceof Unavailable ? {} : (now.response?.headers ?? {});
  // Caches keep variants apart that depend on this header.
  if (now instanceof Unavailable || tag === undefined || /authorization|\*/i.test(vary)) return undefined;
  const asked = await session.call({ operation: "listUsers", as: "second", headers: { "if-none-match": tag } });
  if (asked instanceof Unavailable || asked.response?.status !== 304) return undefined;
  const text = "the second account gets 304 for the ETag of the first account's list";
  return failed(`${text}: a shared cache shows one account the users of the other`, asked, now);
}

function homeOf(served: readonly Served[], paging: readonly string[]): Home {
  const pages = listPages(served, paging);
  const plain = commonPage(pages.get("{}") ?? []);
  const isOnePage = plain !== undefined && plain.records.length >= plain.total;
  const usual = isOnePage ? [plain] : [...pages.values()].flatMap((all) => commonPage(all) ?? []);
  const users = usual.flatMap(({ records }) => records).filter((user) => !isFresh(user));
  const totals = [...pages.values()].flat().map(({ total }) => total);
  return {
    users,
    known: new Set(users.flatMap((user) => [canonical(user), recordKey(user)])),
    isWhole: new Set(users.map(recordKey)).size >= Math.min(...totals),
  };
}

/**
 * Finds an account that once got exactly the other account's list, and at another time a list with none of its users.
 */
function findMixUp(name: AccountName, served: readonly Served[], paging: readonly string[]): Outcome | undefined {
  const read = served.flatMap((one) => {
    const { query = {}, label } = one.call;
    const isAtTurn = label === turnLabel;
    const isList = isAtTurn || isListCall(one.call, paging);
    const page = isList && isShort(one.exchange) ? pageIn(one.exchange) : undefined;
    return page === undefined || page.records.length === 0
      ? []
      : [
          {
            ...page,
            query,
            isMine: hasTokenOf(name)(one),
            isAtTurn,
            exchange: one.exchange,
            text: canonical(page.records),
          },
        ];
  });
  const mine = read.filter(({ isMine }) => isMine);
  const theirs = read.filter(({ isMine, isAtTurn }) => !isMine && !isAtTurn);
  const known = new Set(theirs.flatMap(({ keys }) => keys));
  const isWhole = theirs.every(({ total }) => total <= known.size);
  for (const { text, total, query, exchange } of mine) {
    const same = theirs.find((other) => other.text === text && other.total === total);
    // In a long list with users of both accounts, the other account's same page may not have been read.
    const own = mine.find(
      (other) =>
        other.total !== total &&
        (isWhole || canonical(other.query) === canonical(query)) &&
        !other.keys.some((key) => known.has(key)),
    );
    if (same === undefined || own === undefined) continue;
    const found = `the ${name} account was shown the list of the other account, with its total ${total}`;
    return failed(`${found}, and at another time its own, with ${own.total}`, same.exchange, exchange, own.exchange);
  }
  return undefined;
}

/** Whether the run created a user: CREATE-03 judges these. */
function isFresh(user: unknown): boolean {
  return freshValueOf(user) !== undefined;
}

/** The places at which an account received users that only the other account's list has. */
function leaksTo(
  name: AccountName,
  own: Home,
  [other, theirs]: readonly [Home, Success],
  served: readonly Served[],
): readonly AtPlace[] {
  if (!own.isWhole) return [];
  return served.filter(hasTokenOf(name)).map(({ place, exchange }): AtPlace => {
    const users = readEnvelope(exchange.response).data ?? [];
    const isForeign = (user: unknown): boolean =>
      !own.known.has(recordKey(user)) && !own.known.has(canonical(user)) && other.known.has(canonical(user));
    const count = users.filter((user) => !isFresh(user) && isForeign(user)).length;
    const text = `${count} of the users shown to the ${name} account are in the list of the other account, but not in its own`;
    return { place, outcome: count > 0 ? failed(text, exchange, theirs) : passed("its own users") };
  });
}
