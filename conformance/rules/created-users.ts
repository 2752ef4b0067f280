import { findUniqueValues } from "../target/body.ts";
import { isSuccess } from "../target/exchange.ts";
import { parseJson } from "../target/parse-json.ts";
import { flattenRecord } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import type { AccountName, Exchange } from "../log/model.ts";
import { groupByRun, hasValidToken, readAccount } from "../log/exchanges.ts";
import { readOwnRecords } from "../log/ledger.ts";

/** A valid creation, with the lists of users around it. */
export interface Creation {
  readonly exchange: Exchange;
  readonly account: AccountName;
  readonly marker: string;
  /** The lists of its account in the same experiment. */
  readonly before: readonly Exchange[];
  readonly after: readonly Exchange[];
  /** All lists of its account that were read later. */
  readonly later: readonly Exchange[];
  /** The successful creations of the same account in the same experiment. */
  readonly together: readonly Exchange[];
  /** Those of both accounts, which may be of one organization. */
  readonly all: readonly Exchange[];
}

export function findCreations(exchanges: readonly Exchange[], facts: Facts): readonly Creation[] {
  return groupByRun(exchanges).flatMap((run) => {
    const creations = run.filter((one) => one.marker !== undefined && !one.place.isInvalid && hasValidToken(one));
    return creations.map((exchange): Creation => {
      const { marker = "", as, number } = exchange;
      const isList = (one: Exchange): boolean => isUserList(one) && one.as === as;
      const lists = run.filter((one) => isList(one) && one.place.header === undefined);
      return {
        exchange,
        account: readAccount(exchange),
        marker,
        before: lists.filter((one) => one.place.moment === "before" && one.number < number),
        after: lists.filter((one) => one.place.moment === "after" && one.number > number),
        later: facts.log.filter((one) => isList(one) && one.number > number && one.place.moment !== undefined),
        together: creations.filter((one) => one.as === as && isSuccess(one)),
        all: creations.filter(isSuccess),
      };
    });
  });
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
  return after.find((one) => {
    const { keys = [], records = [] } = facts.page(one) ?? {};
    return keys.some((key, index) => !older.has(key) && hasTexts(records[index]));
  });
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
  const readings = Map.groupBy(lists, ({ experiment, round, place }) => `${experiment} ${round} ${place.moment ?? ""}`);
  return [...readings.values()].filter((reading) =>
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
