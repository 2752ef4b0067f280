import { isSuccess } from "../target/exchange.ts";
import { parseJson } from "../target/parse-json.ts";
import { flattenRecord, ownIdName } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import type { AccountName, Exchange } from "../log/model.ts";
import { inconclusive, passed, proven, type Check, type Rule } from "../log/rule.ts";
import {
  findCreations,
  findWholeReadings,
  measureGrowth,
  showsUser,
  type Creation,
  listsAround,
} from "./created-users.ts";
import { groupByRun } from "../log/exchanges.ts";
import { isBusy } from "../log/history.ts";

/** CREATE-01: users that an earlier run created, and found in a list at its end, are still listed. */
export const judgeEarlierUsers: Rule = function* (exchanges, facts) {
  for (const { text, account } of facts.target.earlierUsers) {
    const list = listsAround(account, exchanges).find((one) => showsUser(one, text));
    const message = `the user that the earlier run created (${text}) is still listed`;
    if (list !== undefined) yield { ...passed("CREATE-01", list, message), operation: "createUser" };
  }
};

/** The users that an earlier run created, and that no list shows now: the document does not say who may remove users. */
export function findRemovedUsers(exchanges: readonly Exchange[], facts: Facts): readonly string[] {
  return facts.target.earlierUsers
    .filter(({ text, account }) => {
      const lists = listsAround(account, exchanges);
      return findWholeReadings(lists, facts).length > 0 && !lists.some((one) => showsUser(one, text));
    })
    .map(({ text }) => text);
}

/** CREATE-01: after a creation the new user is listed, and stays listed (§1). */
export const judgeListed: Rule = function* (exchanges, facts) {
  for (const creation of findCreations(exchanges, facts)) {
    const { account, marker, after, later } = creation;
    if (after.length === 0) continue;
    const user = `the user of ${account === "second" ? "the second account's creation" : "the creation"} (${marker})`;
    const firstShown = later.find((one) => showsUser(one, marker));
    yield* firstShown === undefined
      ? judgeAbsence(creation, user, facts)
      : judgeStaying(creation, firstShown, user, facts);
  }
};

/** Whether a user that no list shows must be in one of them. */
function* judgeAbsence(creation: Creation, user: string, facts: Facts): Generator<Check> {
  const { exchange, after, later } = creation;
  const growth = measureGrowth(creation, facts);
  const last = [...after, ...later].at(-1);
  if ((last?.sentAt ?? 0) - exchange.receivedAt < allowForDelay(findDelay(facts))) {
    yield inconclusive("CREATE-01", exchange, `${user} is not listed yet, and the run could not wait longer`);
    return;
  }
  const isVisible = listsShowValues(creation, facts);
  const growing = growth === 1 ? ", but `meta.total` grew: the new user may lack the sent values" : "";
  const isAbsent = isVisible
    ? findWholeReadings(later, facts).length > 0 || hasSameEnd(creation, facts)
    : growth === 0 && !isBusy("listUsers", facts);
  if (isAbsent) {
    yield proven("CREATE-01", exchange, `${user} is on no page of the list${growing}`, last ? [last] : []);
  } else if (!isVisible && (growth ?? 0) > 0)
    yield passed("CREATE-01", exchange, `${user} is counted`, after.slice(-1));
  else {
    const counted = (growth ?? 0) > 0 ? "is counted, and " : "";
    const pages = new Set(after.map(({ request }) => request.url)).size;
    const message = `${user} ${counted}was not found on the ${pages} pages that were read`;
    yield inconclusive("CREATE-01", exchange, message);
  }
}

/** Whether a list of many pages ends as before a creation: a user that was added would be there, or move the others. */
function hasSameEnd({ before, after }: Creation, facts: Facts): boolean {
  const last = before.findLast(({ place }) => !place.isBeyondLast);
  const again = after.findLast(({ request }) => request.url === last?.request.url);
  const [first, end, same] = [before[0], last, again].map((one) => one && facts.page(one));
  if (first === undefined || end === undefined || same === undefined || before.length < 2) return false;
  const beyond = after.findLast(({ place }) => place.isBeyondLast);
  const isLast = same.records.length < first.records.length || (beyond && facts.page(beyond)?.records.length === 0);
  return isLast === true && same.total === end.total && same.keys.join() === end.keys.join();
}

/** Whether later readings of the same page, or the last complete one, have lost the user. */
function* judgeStaying(
  { exchange, account, marker, later }: Creation,
  firstShown: Exchange,
  user: string,
  facts: Facts,
): Generator<Check> {
  const whole = findWholeReadings(
    later.filter(({ number }) => number > firstShown.number),
    facts,
  );
  const isShown = (reading: readonly Exchange[]): boolean => reading.some((one) => showsUser(one, marker));
  const firstLost = whole.findIndex((reading) => !isShown(reading));
  const [lost] = whole[firstLost] ?? [];
  const shownAgain = whole.slice(firstLost).find(isShown);
  if (lost === undefined) yield passed("CREATE-01", exchange, `${user} is listed`, [firstShown]);
  else if (shownAgain !== undefined) {
    // A copy of the list that lags has it in the end.
    const [last = lost] = whole.findLast((reading) => !isShown(reading)) ?? [];
    const isLate = last.sentAt - exchange.receivedAt > Math.max(facts.patience, allowForDelay(findDelay(facts)));
    const message = `${user} is listed by some responses and not by others`;
    yield isLate
      ? proven("CREATE-01", exchange, `${message}, still ${readSeconds(exchange, last)} s after the creation`, [
          ...shownAgain.slice(0, 1),
          last,
        ])
      : inconclusive("CREATE-01", exchange, `${message}: copies of the list differ`);
  } else if (othersRemove(account, facts))
    yield inconclusive("CREATE-01", exchange, `${user} is gone, but other clients remove users, too`);
  else {
    const message = `${user} was listed, and is gone ${readSeconds(exchange, lost)} s after the creation`;
    yield proven("CREATE-01", exchange, message, [firstShown, lost]);
  }
}

/** The seconds, to one digit, from the response to a creation to a later request. */
function readSeconds(creation: Exchange, later: Exchange): number {
  return Math.round((later.sentAt - creation.receivedAt) / 100) / 10;
}

/** The longest time after which a page had no user of this run yet that it then had, in milliseconds. */
function findDelay(facts: Facts): number {
  const delays = facts.log.map((creation) => {
    const { marker, number, as, receivedAt } = creation;
    if (marker === undefined || !isSuccess(creation)) return 0;
    const lists = facts.log.filter((one) => one.number > number && one.as === as && one.operation === "listUsers");
    const shown = lists.find((one) => showsUser(one, marker));
    const before = lists.findLast((one) => one.number < (shown?.number ?? 0) && one.request.url === shown?.request.url);
    return before === undefined ? 0 : before.sentAt - receivedAt;
  });
  return Math.max(0, ...delays);
}

/** How long to wait for a user where others took this long. */
function allowForDelay(delay: number): number {
  return delay < 300 ? delay : 1.5 * delay + 500;
}

/**
 * Whether a list shows what the creation sent: another user of this run shows it, or the earlier users have plain
 * addresses, and a field that was sent.
 */
function listsShowValues({ exchange, marker, before }: Creation, facts: Facts): boolean {
  const names = fieldNames(parseJson(exchange.request.body ?? ""), (value) => String(value).includes(marker));
  // A service may give users ids of its own instead of those that are sent.
  const sent = new Set([...names].filter((name) => !ownIdName.test(name)));
  if (sent.size === 0 || facts.listedMarkers.size > 0) return sent.size > 0;
  const records = facts.pages(before).flatMap((page) => page.records);
  const isPlain = (record: unknown): boolean =>
    [...flattenRecord(record).values()].some((value) => /^[^*•\s]+@[^*•\s]+\.[^*•\s]+$/.test(String(value)));
  const [first] = records;
  return records.every(isPlain) && [...fieldNames(first)].some((name) => sent.has(name));
}

/** The names of the fields, at any depth, whose value is of interest. */
function fieldNames(body: unknown, isOfInterest: (value: unknown) => boolean = () => true): ReadonlySet<string> {
  const leaves = [...flattenRecord(body)].filter(([, value]) => isOfInterest(value));
  return new Set(leaves.map(([path]) => path.split(".").at(-1) ?? ""));
}

/** Whether users that this run did not create disappear from the complete lists around creations. */
function othersRemove(account: AccountName, facts: Facts): boolean {
  if (!facts.identity("listUsers").isReliable) return false;
  const keys = findWholeReadings(listsAround(account, facts.log), facts).map((reading) => {
    const entries = facts.pages(reading).flatMap((page) => page.entries);
    return new Set(entries.filter(({ record }) => !facts.isCreated(record)).map(({ key }) => key));
  });
  return keys.some((some, index) => keys.slice(index + 1).some((later) => [...some].some((key) => !later.has(key))));
}

/** CREATE-01: a list that changed with a creation is not said to be unchanged. */
export const judgeChanges: Rule = function* (exchanges, facts) {
  for (const run of groupByRun(exchanges)) {
    const revalidation = run.find(({ place }) => place.header === "the ETag of an earlier list");
    const creation = run.find((one) => one.marker !== undefined && isSuccess(one));
    if (revalidation === undefined || creation === undefined) continue;
    const lists = run.filter(
      (one) => one !== revalidation && one.as === revalidation.as && one.request.url === revalidation.request.url,
    );
    const [before, after] = [lists[0], lists.at(-1)].map((one) => one && facts.page(one));
    // A body that was sent before may update its user, and the list is the same.
    if (before === undefined || after === undefined) continue;
    if (before.total === after.total && before.keys.join() === after.keys.join()) continue;
    const unchanged = "after the creation, the list of users is said to be unchanged (304)";
    if (revalidation.response?.status === 304) yield proven("CREATE-01", creation, unchanged, [revalidation]);
    else
      yield passed("CREATE-01", creation, "the list of users has another version after the creation", [revalidation]);
  }
};
