import {
  isList,
  listOperationIds,
  operations,
  scopeOf,
  type ListOperationId,
} from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { flattenRecord, canonical } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import { areApart, readOwnRecords, type OwnRecords } from "../log/ledger.ts";
import { accounts, type AccountName, type Exchange, type Page } from "../log/model.ts";
import { isFresh } from "../log/parameter-names.ts";
import { failed, inconclusive, markCertain, passed, type Check, type Rule } from "../log/rule.ts";
import { groupByRun, describePlace, otherAccount, hasValidToken, quoteRecord } from "../log/exchanges.ts";
import { areGlobal, isBusy, isChanging } from "../log/history.ts";

/** SCOPE-…: no response shows an account records that only the other one has (§1, §5). */
export const judgeForeignRecords: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    if (!hasValidToken(exchange)) continue;
    const { operation, as } = exchange;
    if (!isList(operation)) continue;
    const page = facts.page(exchange);
    const own = readOwnRecords(operation, as, facts);
    const other = readOwnRecords(operation, otherAccount(as), facts);
    if (page === undefined || !own.isComplete || isSubset(other.texts, own.texts)) continue;
    const isApart = areApart(operation, facts);
    // A list that is none of one's own records, and all of the other account's, is a leak, however ids are given.
    const isOthersList =
      page.records.length > 1 &&
      page.records.every((record) => isOwnRecord(record, other) && !isOwnRecord(record, own));
    if (scopeOf(operation).owner === "organization" && !isApart && !isOthersList) continue;
    const foreign = page.entries.find(({ key, record }) => {
      if (facts.isCreated(record)) return false;
      if (isApart) return other.keys.has(key) && !own.keys.has(key);
      const isForeign =
        flattenRecord(record).size > 2 && isOwnRecord(record, other) && !isOwnRecord(record, own) && !own.keys.has(key);
      return isOthersList || isForeign;
    });
    const what = `${operation} of the ${as} account${describePlace(exchange)} shows no record of the other account`;
    if (foreign === undefined) yield passed(scopeOf(operation).requirement, exchange, what);
    else {
      const leak = failedFor(exchange, operation, as, foreign.record, facts);
      // Nobody can move a record that is an account's own, and unchanged, to another one.
      const isCertain = scopeOf(operation).owner === "account" && isApart && isOwnRecord(foreign.record, other);
      yield isCertain ? markCertain(leak) : leak;
    }
  }
};

/**
 * SCOPE-…: where an account's pages have more records than its total counts, no further page shows those
 * that the other account has on its first page (§1, §5).
 */
export const judgeFurtherPages: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    if (!hasValidToken(exchange)) continue;
    const { operation, as, place } = exchange;
    if (!isList(operation) || (place.page ?? 1) === 1) continue;
    const own = readOwnRecords(operation, as, facts);
    const other = readOwnRecords(operation, otherAccount(as), facts);
    if (own.keys.size <= own.total || isBusy(operation, facts) || !facts.identity(operation).isReliable) continue;
    const foreign = facts.page(exchange)?.records.find((record) => {
      const text = canonical(record);
      return flattenRecord(record).size > 2 && other.firstTexts.has(text) && !own.firstTexts.has(text);
    });
    if (foreign !== undefined) yield failedFor(exchange, operation, as, foreign, facts);
  }
};

function failedFor(
  exchange: Exchange,
  operation: ListOperationId,
  as: AccountName,
  foreign: unknown,
  facts: Facts,
): Check {
  const what = `${operation} of the ${as} account${describePlace(exchange)}`;
  const message = `${what} shows a record of the other account: ${quoteRecord(foreign)}`;
  return failed(
    scopeOf(operation).requirement,
    exchange,
    message,
    ownListExchanges(facts, operation, otherAccount(as)),
  );
}

function isOwnRecord(record: unknown, { texts }: OwnRecords): boolean {
  return texts.has(canonical(record));
}

function isSubset(some: OwnRecords["texts"], all: OwnRecords["texts"]): boolean {
  return some.size <= all.size && [...some.keys()].every((text) => all.has(text));
}

/** The plain list of an account, repeated with what it is evidence for. */
function ownListExchanges(facts: Facts, operation: Exchange["operation"], account: AccountName): readonly Exchange[] {
  return facts.plain(operation, account).slice(0, 1);
}

/** SCOPE-01: lists of two accounts have no record in common, where they are scoped to the account (§5). */
export const judgeCommonRecords: Rule = function* (exchanges, facts) {
  for (const operation of listOperationIds) {
    if (scopeOf(operation).owner === "account") yield* compareAccounts(operation, exchanges, facts);
  }
};

function* compareAccounts(operation: ListOperationId, exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const { requirement } = scopeOf(operation);
  const { record } = operations[operation];
  const [first, second] = [readOwnRecords(operation, "first", facts), readOwnRecords(operation, "second", facts)];
  const secondList = exchanges.find((one) => one.operation === operation && one.as === "second" && isSuccess(one));
  if (secondList === undefined || first.keys.size === 0 || second.keys.size === 0) return;
  const evidence = ownListExchanges(facts, operation, "first");
  const common = [...second.texts.keys()].filter((text) => first.texts.has(text));
  if (common.length === 0) {
    yield passed(requirement, secondList, `the accounts have no ${record} in common`, evidence);
    return;
  }
  const { isReliable } = facts.identity(operation);
  const commonKeys = [...second.keys].filter((key) => first.keys.has(key));
  if (!isReliable || commonKeys.length !== common.length) return;
  const smaller = Math.min(first.keys.size, second.keys.size);
  const isAll = common.length === first.texts.size && common.length === second.texts.size;
  // What others add meanwhile, one of two readings has.
  const isAlmostAll = isAll || (isChanging(operation, facts) && common.length >= 0.8 * smaller);
  if (isAlmostAll && common.length > 1) {
    const message = `both accounts get the same ${common.length} ${record}s`;
    const isLeak = areApart("listUsers", facts) && areGlobal([...second.texts.values()]);
    if (isLeak) yield failed(requirement, secondList, message, evidence);
    else yield inconclusive(requirement, secondList, `${message}, and nothing in them tells whose they are`);
    return;
  }
  // Numbers that count from 1 in each account are in both, one after the other; those of others lie between one's own.
  const isFew = 2 * common.length <= smaller;
  if (isFew || [first, second].some(({ keys }) => isInterrupted([...keys], new Set(commonKeys))))
    yield failed(
      requirement,
      secondList,
      `both accounts get the ${record} ${common[0]?.slice(0, 120) ?? ""}`,
      evidence,
    );
}

/**
 * SCOPE-01: a list that is whole without the other account's records does not have them the next time (§5): one of
 * several instances may not look at the account.
 */
export const judgeUnsteadyScope: Rule = function* (exchanges, facts) {
  for (const operation of listOperationIds) {
    const { requirement, owner } = scopeOf(operation);
    if (owner !== "account" || !facts.identity(operation).isReliable) continue;
    for (const as of accounts) {
      const own = readSmallest(operation, as, facts);
      const first = own.find(({ keys, total }) => keys.length === total);
      if (first === undefined) continue;
      const other = readSmallest(operation, otherAccount(as), facts);
      const theirs = new Map(other.flatMap(({ records }) => records.map((record) => [canonical(record), record])));
      const areTheirs = areGlobal([...theirs.values()]);
      const findForeign = ({ entries }: Page): Page["entries"] =>
        entries.filter(({ key, record }) => !first.keys.includes(key) && theirs.has(canonical(record)));
      for (const run of groupByRun(exchanges)) {
        const pages = readFirstPages(run, operation, as, facts);
        const whole = pages.find((page) => page.keys.join() === first.keys.join());
        const leak = pages.find(
          (page) => page.total > first.total && areLeaked(page.keys, findForeign(page), areTheirs),
        );
        // The smaller list comes back: others have not added to it.
        if (leak === undefined || whole === undefined || !isSeenAround(leak, own)) continue;
        const [foreign] = findForeign(leak);
        const message = `${operation} of the ${as} account has ${whole.total} records, and then ${leak.total}, with one of the other account: ${quoteRecord(foreign?.record)}`;
        const evidence = [...ownListExchanges(facts, operation, otherAccount(as)), whole.exchange];
        yield failed(requirement, leak.exchange, message, evidence);
      }
    }
  }
};

/** With fewer records, a copy of the list that lags may lack one that both accounts have. */
const enoughForeign = 2;

/** Whether records are the other account's alone: both may have the same, at an end of their lists. */
function areLeaked(keys: readonly string[], foreign: Page["entries"], areTheirs: boolean): boolean {
  return foreign.length >= enoughForeign && (areTheirs || isInterrupted(keys, new Set(foreign.map(({ key }) => key))));
}

/** Whether the list was the smallest before a page and after it. */
function isSeenAround({ exchange }: Page, smallest: readonly Page[]): boolean {
  const numbers = smallest.map((page) => page.exchange.number);
  return Math.min(...numbers) < exchange.number && exchange.number < Math.max(...numbers);
}

/** The first pages of an account's list in those of its states that has the fewest records. */
function readSmallest(operation: ListOperationId, as: AccountName, facts: Facts): readonly Page[] {
  const pages = readFirstPages(facts.exchanges(operation, as), operation, as, facts);
  const total = Math.min(...pages.map((page) => page.total));
  return pages.filter((page) => page.total === total);
}

/** The first pages of the whole list, also those of requests under way together. */
function readFirstPages(
  exchanges: readonly Exchange[],
  operation: ListOperationId,
  as: AccountName,
  facts: Facts,
): readonly Page[] {
  const starts = exchanges.filter(({ place: { view, trial, page = 1, isLinked }, ...one }) => {
    const isWhole = view === undefined || isFresh(view.slice(view.indexOf("=") + 1));
    const isFirst = page === 1 && trial === undefined && isLinked === undefined && one.probe.path === undefined;
    return one.operation === operation && one.as === as && isWhole && isFirst;
  });
  return facts.pages(starts);
}

/** Whether other keys lie between those of a set. */
function isInterrupted(keys: readonly string[], some: ReadonlySet<string>): boolean {
  const from = keys.findIndex((key) => some.has(key));
  const to = keys.findLastIndex((key) => some.has(key));
  return keys.slice(from, to).some((key) => !some.has(key));
}

/** SCOPE-…: the version of an account's list does not stand for another account's (§5). */
export const judgeTags: Rule = function* (exchanges) {
  for (const run of groupByRun(exchanges)) {
    const tagged = run.find(({ place }) => place.header === "another's ETag");
    if (tagged === undefined || !isList(tagged.operation)) continue;
    const { requirement } = scopeOf(tagged.operation);
    if (tagged.response?.status === 304) {
      yield failed(
        requirement,
        tagged,
        "the second account gets 304 for the ETag of the first one's list, and has another list",
        run.slice(0, 2),
      );
    } else yield passed(requirement, tagged, "the ETag of another account's list is another version");
  }
};
