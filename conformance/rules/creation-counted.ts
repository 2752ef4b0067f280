import { counted } from "../../fixtures/values/text.ts";
import { findUniqueValues } from "../target/body.ts";
import { asksToWait, isSuccess, isUnanswered } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import { accounts, type Exchange } from "../log/model.ts";
import { failed, passed, proven, type Check, markCertain } from "../log/rule.ts";
import {
  findCreations,
  findMarkedUser,
  findMarkers,
  findUser,
  isUserList,
  isWhole,
  measureGrowth,
  readKeys,
  showsUser,
  type Creation,
} from "./created-users.ts";
import { describeResponse, groupByRun } from "../log/exchanges.ts";
import { areApart } from "../log/ledger.ts";
import { isWrittenByOthers } from "../log/history.ts";

/** CREATE-02: a creation adds exactly one user, and the total counts it (§4, §2). */
export function* judgeGrowthByOne(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const checks: Check[] = [];
  for (const creation of findCreations(exchanges, facts)) {
    const { exchange, after, together, all, before } = creation;
    if (!isSuccess(exchange)) {
      const listWithUser = findMarkedUser(exchange, facts);
      const message = `the creation got ${describeResponse(exchange)}, and its user is listed`;
      // A gateway may lose the response of a service that has created the user.
      if (listWithUser !== undefined && !isUnanswered(exchange) && (exchange.response?.status ?? 0) >= 400)
        yield proven("CREATE-02", exchange, message, [listWithUser]);
      continue;
    }
    const growth = measureGrowth(creation, facts);
    if (growth === undefined || exchange !== together[0]) continue;
    if (
      isWrittenByOthers("listUsers", facts) ||
      haveUsersLeft(before, after, facts) ||
      hasOtherRun(before, after, facts)
    )
      continue;
    const theirs = all.length - together.length;
    const beside = theirs === 0 ? "" : `, and ${counted(theirs, "creation")} of the other account at the same time`;
    const message = `\`meta.total\` of the users grew by ${growth} with ${counted(together.length, "creation")}${beside}`;
    const lists = [...before.slice(0, 1), ...after.slice(-1)];
    const most = (areApart("listUsers", facts) ? together : all).length + countLate(creation, facts);
    // A total may be capped, or an estimate of a long list.
    if (!isWhole(before, facts) || !isWhole(after, facts)) continue;
    if (growth >= together.length && growth <= most) checks.push(passed("CREATE-02", exchange, message, lists));
    else if (findUser(exchange, creation, facts) !== undefined)
      checks.push(failed("CREATE-02", exchange, message, lists));
  }
  yield* confirmEachOther(checks);
}

/** How many users of earlier creations appear between the readings around a creation: they may show late. */
function countLate({ exchange, all, before, after }: Creation, { log }: Facts): number {
  return log.filter(({ marker, number }) => {
    if (marker === undefined || number >= exchange.number || all.some((one) => one.marker === marker)) return false;
    return !before.some((one) => showsUser(one, marker)) && after.some((one) => showsUser(one, marker));
  }).length;
}

/** CREATE-02: a page shows the user of a creation once, and the total counts all users that a whole list has (§2). */
export function* judgeCountedOnce(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const creation = exchanges.find((one) => one.marker !== undefined && isSuccess(one));
  if (creation === undefined) return;
  for (const account of accounts) {
    const lists = facts.log.filter((one) => isUserList(one) && one.as === account && one.place.moment !== undefined);
    for (const list of lists) {
      const markers = facts.page(list)?.records.map((one) => findUniqueValues(JSON.stringify(one))[0]) ?? [];
      const twice = markers.find((one, index) => one?.startsWith(facts.runId) && markers.indexOf(one) < index);
      if (twice === undefined) continue;
      yield proven("CREATE-02", creation, `a page of the list shows the user of one creation (${twice}) twice`, [list]);
      return;
    }
    const readings = Map.groupBy(lists, ({ experiment, round, place }) => `${experiment} ${round} ${place.moment}`);
    const ends = [...readings.values()].filter(([first]) => first?.place.moment === "end");
    const excess = ends.map((reading) => measureExcess(reading, facts));
    const hadExcess = [...readings.values()].some(
      (reading) => (reading[0]?.number ?? 0) < creation.number && measureExcess(reading, facts) > 0,
    );
    if (
      ends.length < 2 ||
      hadExcess ||
      isWrittenByOthers("listUsers", facts) ||
      !facts.identity("listUsers").isReliable
    )
      continue;
    if (excess.every((one) => one === 0))
      yield passed("CREATE-02", creation, "the list shows each new user once, and the total counts it", ends[0]);
    if (excess.some((one) => one <= 0)) continue;
    const message = `after the creations, the list has ${counted(excess.at(-1) ?? 0, "user")} more than \`meta.total\` counts`;
    yield proven(
      "CREATE-02",
      creation,
      message,
      ends.flatMap((reading) => reading.slice(0, 1)),
    );
  }
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
export function* judgeOlderUsers(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const checks: Check[] = [];
  for (const { exchange, before, after } of findCreations(exchanges, facts)) {
    if (!isSuccess(exchange) || !isWhole(before, facts) || !isWhole(after, facts)) continue;
    if (isWrittenByOthers("listUsers", facts) || !facts.identity("listUsers").isReliable) continue;
    const last = new Set(readKeys(after, facts));
    const missingKey = readKeys(before, facts).find((key) => !last.has(key));
    if (missingKey === undefined) checks.push(passed("CREATE-02", exchange, "the creation costs no older user"));
    else {
      const message = `an older user (${missingKey.slice(0, 60)}) is gone after the creation`;
      checks.push(failed("CREATE-02", exchange, message, [...before.slice(0, 1), ...after.slice(-1)]));
    }
  }
  yield* confirmEachOther(checks);
}

/** CREATE-02: users that were created apart have ids of their own; the ids of the users before them show which member it is. */
export function* judgeOwnIds(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const creation = exchanges.find((one) => one.marker !== undefined && isSuccess(one));
  if (creation === undefined || facts.identity("listUsers").ownId === undefined) return;
  for (const account of accounts) {
    const markers = new Map<string, string>();
    for (const list of exchanges.filter((one) => one.operation === "listUsers" && one.as === account)) {
      const page = facts.page(list);
      for (const [index, key] of (page?.keys ?? []).entries()) {
        const [marker] = findUniqueValues(JSON.stringify(page?.records[index]));
        if (marker === undefined || !marker.startsWith(facts.runId)) continue;
        if ((markers.get(key) ?? marker) !== marker) {
          yield proven("CREATE-02", creation, `two created users have the same id (${key.slice(0, 60)})`, [list]);
          return;
        }
        markers.set(key, marker);
      }
    }
    if (markers.size > 1) yield passed("CREATE-02", creation, "each created user has an id of its own");
  }
}

/** CREATE-02: a creation that is rejected for its body adds no user. */
export function* judgeInvalid(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
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
}

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
