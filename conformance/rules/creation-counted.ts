import { counted } from "../../fixtures/values/text.ts";
import { findUniqueValues } from "../target/body.ts";
import { asksToWait, isSuccess, isUnanswered } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import { accounts, type Exchange } from "../log/model.ts";
import { failed, passed, proven, type Check, markCertain, type Rule } from "../log/rule.ts";
import {
  findCreations,
  findMarkedUser,
  findMarkers,
  findUser,
  isWhole,
  measureGrowth,
  readKeys,
  showsUser,
  type Creation,
  isValidCreation,
  listsAround,
  groupByMoment,
} from "./created-users.ts";
import { describeResponse, groupByRun } from "../log/exchanges.ts";
import { areApart } from "../log/ledger.ts";
import { isWrittenByOthers } from "../log/history.ts";

/** CREATE-02: a creation that the service rejects adds no user. A gateway may lose the response of one that adds it. */
export const judgeFailedCreations: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges.filter((one) => isValidCreation(one) && !isUnanswered(one))) {
    const listWithUser = (exchange.response?.status ?? 0) >= 400 ? findMarkedUser(exchange, facts) : undefined;
    const message = `the creation got ${describeResponse(exchange)}, and its user is listed`;
    if (listWithUser !== undefined) yield proven("CREATE-02", exchange, message, [listWithUser]);
  }
};

/** Creations between whole readings of a list that nobody else writes: what differs in them comes from the creations. */
function findComparable(exchanges: readonly Exchange[], facts: Facts): readonly Creation[] {
  if (isWrittenByOthers("listUsers", facts)) return [];
  return findCreations(exchanges, facts).filter(({ before, after }) => isWhole(before, facts) && isWhole(after, facts));
}

/** CREATE-02: a creation adds exactly one user, and the total counts it (§4, §2). */
export const judgeGrowthByOne: Rule = function* (exchanges, facts) {
  const checks: Check[] = [];
  for (const creation of findComparable(exchanges, facts)) {
    const { exchange, after, together, all, before } = creation;
    const growth = measureGrowth(creation, facts);
    if (growth === undefined || exchange !== together[0]) continue;
    if (haveUsersLeft(before, after, facts) || hasOtherRun(before, after, facts)) continue;
    const theirs = all.length - together.length;
    const beside = theirs === 0 ? "" : `, and ${counted(theirs, "creation")} of the other account at the same time`;
    const message = `\`meta.total\` of the users grew by ${growth} with ${counted(together.length, "creation")}${beside}`;
    const lists = [...before.slice(0, 1), ...after.slice(-1)];
    const most = (areApart("listUsers", facts) ? together : all).length + countLate(creation, facts);
    if (growth >= together.length && growth <= most) checks.push(passed("CREATE-02", exchange, message, lists));
    else if (findUser(exchange, creation, facts) !== undefined)
      checks.push(failed("CREATE-02", exchange, message, lists));
  }
  yield* confirmEachOther(checks);
};

/** How many users of earlier creations appear between the readings around a creation: they may show late. */
function countLate({ exchange, all, before, after }: Creation, { log }: Facts): number {
  return log.filter(({ marker, number }) => {
    if (marker === undefined || number >= exchange.number || all.some((one) => one.marker === marker)) return false;
    return !before.some((one) => showsUser(one, marker)) && after.some((one) => showsUser(one, marker));
  }).length;
}

/** CREATE-02: a page shows the user of a creation once, and the total counts all users that a whole list has (§2). */
export const judgeCountedOnce: Rule = function* (exchanges, facts) {
  const creation = exchanges.find((one) => one.marker !== undefined && isSuccess(one));
  if (creation === undefined) return;
  for (const account of accounts) {
    const lists = listsAround(account, facts.log);
    for (const list of lists) {
      const markers = readOwnUsers(list, facts).map(({ marker }) => marker);
      const twice = markers.find((one, index) => markers.indexOf(one) < index);
      if (twice === undefined) continue;
      yield proven("CREATE-02", creation, `a page of the list shows the user of one creation (${twice}) twice`, [list]);
      return;
    }
    const readings = groupByMoment(lists);
    const ends = readings.filter(([first]) => first?.place.moment === "end");
    const excess = ends.map((reading) => measureExcess(reading, facts));
    const earlier = readings.filter(([first]) => (first?.number ?? 0) < creation.number);
    const hadExcess = earlier.some((reading) => measureExcess(reading, facts) > 0);
    const isCertain = !isWrittenByOthers("listUsers", facts) && facts.identity("listUsers").isReliable;
    if (ends.length < 2 || hadExcess || !isCertain) continue;
    if (excess.every((one) => one === 0))
      yield passed("CREATE-02", creation, "the list shows each new user once, and the total counts it", ends[0]);
    if (excess.some((one) => one <= 0)) continue;
    const message = `after the creations, the list has ${counted(excess.at(-1) ?? 0, "user")} more than \`meta.total\` counts`;
    const starts = ends.flatMap((reading) => reading.slice(0, 1));
    yield proven("CREATE-02", creation, message, starts);
  }
};

/** The users on a page that this run created, with what identifies each. */
function readOwnUsers(list: Exchange, facts: Facts): readonly { readonly key: string; readonly marker: string }[] {
  const entries = facts.page(list)?.entries ?? [];
  return entries.flatMap(({ key, record }) => {
    const [marker] = findUniqueValues(JSON.stringify(record));
    return marker?.startsWith(facts.runId) === true ? [{ key, marker }] : [];
  });
}

/** How many more users the pages of a reading have than their totals count. */
function measureExcess(reading: readonly Exchange[], facts: Facts): number {
  const pages = facts.pages(reading);
  return new Set(pages.flatMap(({ keys }) => keys)).size - Math.max(...pages.map(({ total }) => total));
}

/** Whether users of the list before a creation are missing in its last reading after it: others remove users. */
function haveUsersLeft(before: readonly Exchange[], after: readonly Exchange[], facts: Facts): boolean {
  const still = new Set(readKeys(after.slice(-before.length), facts));
  return readKeys(before, facts).some((key) => !still.has(key));
}

/** Whether users that another run of orgkit created have arrived between two readings. */
function hasOtherRun(before: readonly Exchange[], after: readonly Exchange[], facts: Facts): boolean {
  const earlier = new Set(before.flatMap(findMarkers));
  return after.flatMap(findMarkers).some((marker) => !earlier.has(marker) && !marker.startsWith(facts.runId));
}

/** Two creations that fail alike confirm each other; the total grows by one for the others, or there is one only. */
function* confirmEachOther(checks: readonly Check[]): Generator<Check> {
  const failures = checks.filter(({ status }) => status === "failed");
  for (const check of checks) {
    const isAlike = check.status === "failed" && (failures.length > 1 || checks.length === 1);
    yield isAlike ? markCertain(check) : check;
  }
}

/** CREATE-02: a creation costs no older user. */
export const judgeOlderUsers: Rule = function* (exchanges, facts) {
  if (!facts.identity("listUsers").isReliable) return;
  const checks = findComparable(exchanges, facts).map(({ exchange, before, after }) => {
    const last = new Set(readKeys(after, facts));
    const missingKey = readKeys(before, facts).find((key) => !last.has(key));
    if (missingKey === undefined) return passed("CREATE-02", exchange, "the creation costs no older user");
    const message = `an older user (${missingKey.slice(0, 60)}) is gone after the creation`;
    return failed("CREATE-02", exchange, message, [...before.slice(0, 1), ...after.slice(-1)]);
  });
  yield* confirmEachOther(checks);
};

/** CREATE-02: users that were created apart have ids of their own; the ids of the users before them show which member it is. */
export const judgeOwnIds: Rule = function* (exchanges, facts) {
  const creation = exchanges.find((one) => one.marker !== undefined && isSuccess(one));
  if (creation === undefined || facts.identity("listUsers").ownId === undefined) return;
  for (const account of accounts) {
    const markers = new Map<string, string>();
    for (const list of exchanges.filter((one) => one.operation === "listUsers" && one.as === account)) {
      for (const { key, marker } of readOwnUsers(list, facts)) {
        if ((markers.get(key) ?? marker) !== marker) {
          yield proven("CREATE-02", creation, `two created users have the same id (${key.slice(0, 60)})`, [list]);
          return;
        }
        markers.set(key, marker);
      }
    }
    if (markers.size > 1) yield passed("CREATE-02", creation, "each created user has an id of its own");
  }
};

/** CREATE-02: a creation that is rejected for its body adds no user. */
export const judgeInvalidCreations: Rule = function* (exchanges, facts) {
  for (const run of groupByRun(exchanges)) {
    const invalid = run.filter((one) => one.place.isInvalid === true && !asksToWait(one));
    const totals = run.flatMap((one) =>
      one.operation === "listUsers" && one.as === "first" ? [facts.page(one)?.total] : [],
    );
    const isGrowing = invalid.length > 1 && !invalid.some(isSuccess) && growsWithEach(totals);
    for (const exchange of invalid) {
      if (exchange.response === undefined || isSuccess(exchange)) continue;
      const listWithUser = findMarkedUser(exchange, facts);
      const what = `the creation was rejected for its body (${describeResponse(exchange)})`;
      const growth = `${what}, and the list has one more user each time: ${totals.join(", ")}`;
      if (listWithUser !== undefined)
        yield proven("CREATE-02", exchange, `${what}, and its user is listed`, [listWithUser]);
      else if (isGrowing) yield proven("CREATE-02", exchange, growth, run.slice(1));
      else yield passed("CREATE-02", exchange, `${what}, and adds no user`);
    }
  }
};

/** Whether the total stays between two readings, and grows by one with each creation. */
function growsWithEach(totals: readonly (number | undefined)[]): boolean {
  const [first, again, ...after] = totals;
  return (
    first !== undefined &&
    first === again &&
    after.length > 1 &&
    after.every((total, index) => total === first + index + 1)
  );
}
