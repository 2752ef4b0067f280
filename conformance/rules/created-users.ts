import { findUniqueValues } from "../target/body.ts";
import { isSuccess } from "../target/exchange.ts";
import { parseJson } from "../target/parse-json.ts";
import { flattenRecord } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import type { AccountName, Exchange } from "../log/model.ts";
import { groupByRun, hasValidToken, readAccount } from "../log/exchanges.ts";
import { readOwnRecords } from "../log/ledger.ts";

/** A creation that was accepted, with the lists of users around it. */
export interface Creation {
  readonly exchange: Exchange;
  readonly account: AccountName;
  readonly marker: string;
  /** The lists of its account in the same experiment. */
  readonly before: readonly Exchange[];
  readonly after: readonly Exchange[];
  /** All lists of its account that were read later. */
  readonly later: readonly Exchange[];
  /** The accepted creations of the same account in the same experiment. */
  readonly together: readonly Exchange[];
  /** Those of both accounts, which may be of one organization. */
  readonly all: readonly Exchange[];
}

export function findCreations(exchanges: readonly Exchange[], facts: Facts): readonly Creation[] {
  return groupByRun(exchanges).flatMap((run) => {
    const all = run.filter((one) => isValidCreation(one) && isSuccess(one));
    return all.map((exchange): Creation => {
      const { marker = "", as, number } = exchange;
      const account = readAccount(exchange);
      const lists = listsAround(account, run).filter(({ place }) => place.header === undefined);
      return {
        exchange,
        account,
        marker,
        before: lists.filter((one) => one.place.moment === "before" && one.number < number),
        after: lists.filter((one) => one.place.moment === "after" && one.number > number),
        later: listsAround(account, facts.log).filter((one) => one.number > number),
        together: all.filter((one) => one.as === as),
        all,
      };
    });
  });
}

/** Whether a request creates a user as the document shows it. */
export function isValidCreation(exchange: Exchange): boolean {
  return exchange.marker !== undefined && !exchange.place.isInvalid && hasValidToken(exchange);
}

/** An account's lists of users around creations and at the end of a run. */
export function listsAround(account: AccountName, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((one) => isUserList(one) && one.as === account && one.place.moment !== undefined);
}

/** These lists by when they were read. */
export function groupByMoment(lists: readonly Exchange[]): readonly (readonly Exchange[])[] {
  return [...Map.groupBy(lists, (one) => `${one.experiment} ${one.round} ${one.place.moment}`).values()];
}

/** Whether an exchange is a list of users. */
export function isUserList(exchange: Exchange): boolean {
  return exchange.operation === "listUsers" && isSuccess(exchange);
}

/** Whether a list shows the user with this unique text. */
export function showsUser(list: Exchange, marker: string): boolean {
  return list.response?.body.toLowerCase().includes(marker.toLowerCase()) === true;
}

/** The first list after a request that shows the user with its unique text. */
export function findMarkedUser({ number, marker, request }: Exchange, facts: Facts): Exchange | undefined {
  if (marker === undefined || request.body?.includes(marker) !== true) return undefined;
  return facts.log.find((one) => one.number > number && isUserList(one) && showsUser(one, marker));
}

/**
 * The first list with the user of a request: by its unique text or, if the body has none, a record with all sent texts
 * that no earlier list has.
 */
export function findUser(
  { request: { body = "" }, marker = "" }: Exchange,
  { before, after }: Pick<Creation, "before" | "after">,
  facts: Facts,
): Exchange | undefined {
  if (body.includes(marker)) return after.find((one) => showsUser(one, marker));
  const texts = [...flattenRecord(parseJson(body)).values()].filter(
    (value) => typeof value === "string" && value !== "",
  );
  if (texts.length === 0 || before.length === 0) return undefined;
  const older = new Set(readKeys(before, facts));
  const hasTexts = (record: unknown): boolean => {
    const values = new Set(flattenRecord(record).values());
    return texts.every((text) => values.has(text));
  };
  return after.find((one) => facts.page(one)?.entries.some(({ key, record }) => !older.has(key) && hasTexts(record)));
}

export function readKeys(lists: readonly Exchange[], facts: Facts): readonly string[] {
  return facts.pages(lists).flatMap((page) => page.keys);
}

/** By how much the total grew between the first reading of a list and the last one. */
export function measureGrowth({ before, after }: Creation, facts: Facts): number | undefined {
  const [start] = before;
  const first = start && facts.page(start);
  const end = after.findLast((one) => one.request.url === start?.request.url);
  const last = end && facts.page(end);
  return first === undefined || last === undefined ? undefined : last.total - first.total;
}

/** Whether the last reading of an account's users has all of them, as a total says that counts them. */
export function isWhole(lists: readonly Exchange[], facts: Facts): boolean {
  const [first] = lists;
  if (first === undefined) return false;
  const { keys: known, total } = readOwnRecords("listUsers", readAccount(first), facts);
  if (known.size > total && total >= 0) return false;
  const start = lists.findLastIndex((one) => one.request.url === first.request.url);
  const pages = facts.pages(lists.slice(start));
  const keys = new Set(pages.flatMap((page) => page.keys));
  return pages.length > 0 && keys.size >= (pages[0]?.total ?? 0);
}

/** The readings of a list around creations that have all of its users. */
export function findWholeReadings(lists: readonly Exchange[], facts: Facts): readonly (readonly Exchange[])[] {
  return groupByMoment(lists).filter((reading) =>
    isWhole(
      reading.filter(({ place }) => place.header === undefined),
      facts,
    ),
  );
}

/** The unique texts of users that runs of orgkit created. */
export function findMarkers({ response }: Exchange): readonly string[] {
  return findUniqueValues(response?.body ?? "");
}
