import { counted } from "../../fixtures/text.ts";
import { isObject } from "../../fixtures/json.ts";
import { findUniqueValues } from "../target/body.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { asksToWait, isSuccess } from "../target/exchange.ts";
import { parseJson } from "../target/parse-json.ts";
import { leavesOf } from "../target/record-values.ts";
import { canonical } from "../target/records.ts";
import type { Facts } from "../judge/facts.ts";
import type { Account, Exchange } from "../judge/model.ts";
import { failed, inconclusive, passed, type Check } from "../judge/rule.ts";
import { groupByRun, markCertain, hasEnvelope, describeResponse, hasValidToken } from "./selection.ts";

/** A valid creation that succeeded, with the lists of users around it. */
interface Creation {
  readonly exchange: Exchange;
  readonly account: Account;
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

function findCreations(exchanges: readonly Exchange[], facts: Facts): readonly Creation[] {
  return groupByRun(exchanges).flatMap((run) => {
    const made = run.filter((one) => one.marker !== undefined && !one.place.isInvalid && hasValidToken(one));
    return made.map((exchange): Creation => {
      const { marker = "", as, number } = exchange;
      const isList = (one: Exchange): boolean => one.operation === "listUsers" && one.as === as && isSuccess(one);
      const lists = run.filter((one) => isList(one) && one.place.header === undefined);
      return {
        exchange,
        account: as === "second" ? "second" : "first",
        marker,
        before: lists.filter((one) => one.place.moment === "before" && one.number < number),
        after: lists.filter((one) => one.place.moment === "after" && one.number > number),
        later: facts.log.filter((one) => isList(one) && one.number > number && one.place.moment !== undefined),
        together: made.filter((one) => one.as === as && isSuccess(one)),
        all: made.filter(isSuccess),
      };
    });
  });
}

function shows(list: Exchange, marker: string): boolean {
  return list.response?.body.toLowerCase().includes(marker.toLowerCase()) === true;
}

/** The total of the last reading, and of the one before. */
function measureGrowth({ before, after }: Creation, facts: Facts): number | undefined {
  const [start] = before;
  const first = start && facts.page(start);
  const end = after.findLast((one) => one.request.url === start?.request.url);
  const last = end && facts.page(end);
  return first === undefined || last === undefined ? undefined : last.total - first.total;
}

/** The longest time after which a creation of this run was not listed yet, and then was, in milliseconds. */
function findDelay(facts: Facts): number {
  const delays = facts.log.map((creation) => {
    const { marker, number, as, receivedAt } = creation;
    if (marker === undefined || !isSuccess(creation)) return 0;
    const lists = facts.log.filter((one) => one.number > number && one.as === as && one.operation === "listUsers");
    const listed = lists.findIndex((one) => shows(one, marker));
    return listed < 1 ? 0 : (lists[listed - 1]?.sentAt ?? receivedAt) - receivedAt;
  });
  return Math.max(0, ...delays);
}

/** How long to wait for a user where others took this long. */
function enoughTime(delay: number): number {
  return delay < 300 ? delay : 1.5 * delay + 500;
}

/**
 * Whether a list shows what the creation sent: another user of this run shows it, or the earlier users have plain
 * addresses, and a field that was sent.
 */
function listsShowValues({ exchange, marker, before }: Creation, facts: Facts): boolean {
  const sent = fieldNames(parseJson(exchange.request.body ?? ""), (value) => String(value).includes(marker));
  if (sent.size === 0 || facts.listedMarkers.size > 0) return sent.size > 0;
  const records = before.flatMap((one) => facts.page(one)?.records ?? []);
  const isPlain = (record: unknown): boolean =>
    [...leavesOf(record).values()].some((value) => /^[^*•\s]+@[^*•\s]+\.[^*•\s]+$/.test(String(value)));
  const [first] = records;
  return records.every(isPlain) && [...fieldNames(first)].some((name) => sent.has(name));
}

/** The names of the fields, at any depth, whose value is of interest. */
function fieldNames(body: unknown, isOfInterest: (value: unknown) => boolean = () => true): ReadonlySet<string> {
  const leaves = [...leavesOf(body)].filter(([, value]) => isOfInterest(value));
  return new Set(leaves.map(([path]) => path.split(".").at(-1) ?? ""));
}

/** Whether the last reading of an account's users has all of them, as a total says that counts them. */
function isWhole(after: readonly Exchange[], facts: Facts): boolean {
  const { keys: known, total } = facts.own("listUsers", after[0]?.as === "second" ? "second" : "first");
  if (known.size > total && total >= 0) return false;
  const start = after.findLastIndex((one) => one.request.url === after[0]?.request.url);
  const pages = after.slice(start).flatMap((one) => facts.page(one) ?? []);
  const keys = new Set(pages.flatMap((page) => page.keys));
  return pages.length > 0 && keys.size >= (pages[0]?.total ?? 0);
}

/** The readings of a list that have all of its users. */
function wholeReadings(lists: readonly Exchange[], facts: Facts): readonly (readonly Exchange[])[] {
  const readings = Map.groupBy(lists, ({ experiment, place }) => `${experiment} ${place.moment ?? ""}`);
  return [...readings.values()].filter((reading) =>
    isWhole(
      reading.filter(({ place }) => place.header === undefined),
      facts,
    ),
  );
}

/** CREATE-01: the users that an earlier run created, and found in a list at its end, are still listed (§1). */
export function* judgeEarlierUsers(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const { text, account } of facts.target.earlierUsers) {
    const lists = exchanges.filter(
      (one) => one.operation === "listUsers" && one.as === account && one.place.moment !== undefined && isSuccess(one),
    );
    const [whole] = wholeReadings(lists, facts).flat();
    const shown = lists.find((one) => shows(one, text));
    const user = `the user that the earlier run created (${text})`;
    const operation = "createUser";
    if (shown !== undefined) yield { ...passed("CREATE-01", shown, `${user} is still listed`), operation };
    else if (whole !== undefined) {
      yield {
        ...markCertain(
          failed(
            "CREATE-01",
            whole,
            `${user} was listed at its end, and is gone: a restart lost it, unless someone removed it`,
          ),
        ),
        operation,
      };
    }
  }
}

/** CREATE-01: after a creation the new user is listed, and stays listed (§1). */
export function* judgeListed(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const creation of findCreations(exchanges, facts)) {
    const { exchange, marker, after, later } = creation;
    if (!isSuccess(exchange) || after.length === 0) continue;
    const message = `the user of ${exchange.as === "second" ? "the second account's creation" : "the creation"} (${marker})`;
    const firstShown = later.find((one) => shows(one, marker));
    const last = [...after, ...later].at(-1);
    if (firstShown !== undefined) {
      yield* judgeStaying(creation, firstShown, message, facts);
      continue;
    }
    const growth = measureGrowth(creation, facts);
    if ((last?.sentAt ?? 0) - exchange.receivedAt < enoughTime(findDelay(facts))) {
      yield inconclusive("CREATE-01", exchange, `${message} is not listed yet, and the run could not wait longer`);
      continue;
    }
    const isVisible = listsShowValues(creation, facts);
    const growing = growth === 1 ? ", but `meta.total` grew: the new user may lack the sent values" : "";
    if (isVisible ? isWhole(after, facts) : growth === 0 && !facts.isBusy("listUsers")) {
      yield markCertain(
        failed("CREATE-01", exchange, `${message} is on no page of the list${growing}`, last ? [last] : []),
      );
    } else if (!isVisible && (growth ?? 0) > 0)
      yield passed("CREATE-01", exchange, `${message} is counted`, after.slice(-1));
    // It is counted, and on a page that was not read.
    else if (isWhole(after, facts) || (growth ?? 0) <= 0)
      yield inconclusive("CREATE-01", exchange, `${message} was not found on the pages that were read`);
  }
}

/** Whether later readings of the same page, or the last complete one, have lost the user. */
function* judgeStaying(
  { exchange, marker, later }: Creation,
  firstShown: Exchange,
  message: string,
  facts: Facts,
): Generator<Check> {
  const whole = wholeReadings(
    later.filter(({ number }) => number > firstShown.number),
    facts,
  );
  const lost = whole.find((reading) => !reading.some((one) => shows(one, marker)));
  const [first] = lost ?? [];
  if (first !== undefined && othersRemove(exchange.as, facts)) {
    yield inconclusive("CREATE-01", exchange, `${message} is gone, but other clients remove users, too`);
  } else if (first !== undefined) {
    const seconds = Math.round((first.sentAt - exchange.receivedAt) / 100) / 10;
    yield markCertain(
      failed("CREATE-01", exchange, `${message} was listed, and is gone ${seconds} s after the creation`, [
        firstShown,
        first,
      ]),
    );
  } else yield passed("CREATE-01", exchange, `${message} is listed`, [firstShown]);
}

/** Whether users that this run did not create disappear from the complete lists around creations. */
function othersRemove(as: Exchange["as"], facts: Facts): boolean {
  if (!facts.identity("listUsers").isReliable) return false;
  const lists = facts.log.filter((one) => one.operation === "listUsers" && one.as === as && one.place.moment);
  const readings = [
    ...Map.groupBy(lists, ({ experiment, round, place }) => `${experiment} ${round} ${place.moment ?? ""}`).values(),
  ].filter((reading) => isWhole(reading, facts));
  const keys = readings.map((reading) => new Set(reading.flatMap((one) => olderUserKeys(one, facts))));
  return keys.some((some, index) => keys.slice(index + 1).some((later) => [...some].some((key) => !later.has(key))));
}

/** What identifies the users in a list that this run did not create. */
function olderUserKeys(list: Exchange, facts: Facts): readonly string[] {
  const page = facts.page(list);
  return (page?.keys ?? []).filter((_, index) => !JSON.stringify(page?.records[index]).includes(facts.runId));
}

/** CREATE-01: a list that changed with a creation is not said to be unchanged. */
export function* judgeChanges(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const asked = run.find(({ place }) => place.header === "the ETag of an earlier list");
    const creation = run.find((one) => one.marker !== undefined && isSuccess(one));
    if (asked === undefined || creation === undefined) continue;
    const lists = run.filter((one) => one !== asked && one.as === asked.as && one.request.url === asked.request.url);
    const [before, after] = [lists[0], lists.at(-1)].map((one) => one && facts.page(one));
    // A body that was sent before may update its user, and the list is the same.
    if (before === undefined || after === undefined) continue;
    if (before.total === after.total && before.keys.join() === after.keys.join()) continue;
    if (asked.response?.status === 304)
      yield markCertain(
        failed("CREATE-01", creation, "after the creation, the list of users is said to be unchanged (304)", [asked]),
      );
    else yield passed("CREATE-01", creation, "the list of users has another version after the creation", [asked]);
  }
}

/** Whether users of the list before a creation are missing in its last reading after it: others remove users. */
function haveUsersLeft(before: readonly Exchange[], after: readonly Exchange[], facts: Facts): boolean {
  const keysOf = (pages: readonly Exchange[]): readonly string[] => pages.flatMap((one) => facts.page(one)?.keys ?? []);
  const still = new Set(keysOf(after.slice(-before.length)));
  return keysOf(before).some((key) => !still.has(key));
}

/** Whether users that another run of orgkit created have arrived between two readings. */
function hasOtherRun(before: readonly Exchange[], after: readonly Exchange[], facts: Facts): boolean {
  const earlier = new Set(before.flatMap(findMarkers));
  return after.flatMap(findMarkers).some((marker) => !earlier.has(marker) && !marker.startsWith(facts.runId));
}

function findMarkers({ response }: Exchange): readonly string[] {
  return findUniqueValues(response?.body ?? "");
}

function isWrittenByOthers(facts: Facts): boolean {
  return facts.isBusy("listUsers") || facts.isChanging("listUsers");
}

/** CREATE-02: a creation adds exactly one user, and the total counts it (§4, §2). */
export function* judgeGrowthByOne(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const checks: Check[] = [];
  for (const creation of findCreations(exchanges, facts)) {
    const { exchange, marker, after, together, all, before } = creation;
    const listed = after.find((one) => shows(one, marker));
    if (!isSuccess(exchange)) {
      if (listed !== undefined && (exchange.response?.status ?? 0) >= 400) {
        yield markCertain(
          failed("CREATE-02", exchange, `the creation got ${describeResponse(exchange)}, and its user is listed`, [
            listed,
          ]),
        );
      }
      continue;
    }
    const growth = measureGrowth(creation, facts);
    if (growth === undefined || exchange !== together[0]) continue;
    if (isWrittenByOthers(facts) || haveUsersLeft(before, after, facts) || hasOtherRun(before, after, facts)) continue;
    const theirs = all.length - together.length;
    const beside = theirs === 0 ? "" : `, and ${counted(theirs, "creation")} of the other account at the same time`;
    const message = `\`meta.total\` of the users grew by ${growth} with ${counted(together.length, "creation")}${beside}`;
    const lists = [...before.slice(0, 1), ...after.slice(-1)];
    const isShared = !facts.areApart("listUsers") && growth > together.length && growth <= all.length;
    // A total may be capped, or an estimate of a long list.
    if (!isWhole(before, facts) || !isWhole(after, facts)) continue;
    if (growth === together.length || isShared) {
      checks.push(passed("CREATE-02", exchange, message, lists));
    } else if (listed !== undefined) checks.push(failed("CREATE-02", exchange, message, lists));
  }
  yield* confirmEachOther(checks);
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
  for (const creation of findCreations(exchanges, facts)) {
    const { exchange, before, after } = creation;
    if (!isSuccess(exchange) || !isWhole(before, facts) || !isWhole(after, facts)) continue;
    if (isWrittenByOthers(facts) || !facts.identity("listUsers").isReliable) continue;
    const last = new Set(after.flatMap((one) => facts.page(one)?.keys ?? []));
    const lost = before.flatMap((one) => facts.page(one)?.keys ?? []).find((key) => !last.has(key));
    if (lost === undefined) checks.push(passed("CREATE-02", exchange, "the creation costs no older user"));
    else
      checks.push(
        failed("CREATE-02", exchange, `an older user (${lost.slice(0, 60)}) is gone after the creation`, [
          ...before.slice(0, 1),
          ...after.slice(-1),
        ]),
      );
  }
  yield* confirmEachOther(checks);
}

/** CREATE-02: users that were created apart have ids of their own; the ids of the users before them show which member it is. */
export function* judgeOwnIds(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const creation = exchanges.find((one) => one.marker !== undefined && isSuccess(one));
  if (creation === undefined || !facts.identity("listUsers").hasOwnIds) return;
  for (const account of ["first", "second"] as const) {
    const users = new Map<string, { readonly marker: string; readonly list: Exchange }>();
    for (const list of exchanges.filter((one) => one.operation === "listUsers" && one.as === account)) {
      const page = facts.page(list);
      for (const [index, key] of (page?.keys ?? []).entries()) {
        const [marker] = findUniqueValues(JSON.stringify(page?.records[index]));
        if (marker === undefined || !marker.startsWith(facts.runId)) continue;
        const known = users.get(key);
        users.set(key, { marker, list });
        if (known === undefined || known.marker === marker) continue;
        yield markCertain(
          failed("CREATE-02", creation, `two created users have the same id (${key.slice(0, 60)})`, [list]),
        );
        return;
      }
    }
    if (users.size > 1) yield passed("CREATE-02", creation, "each created user has an id of its own");
  }
}

/** CREATE-02: a creation that is rejected for its body adds no user. */
export function* judgeInvalid(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const invalid = run.filter((one) => one.place.isInvalid === true && !asksToWait(one));
    const totals = run.flatMap((one) =>
      one.operation === "listUsers" && one.as === "first" ? [facts.page(one)?.total] : [],
    );
    for (const exchange of invalid) {
      const { marker = "", request } = exchange;
      if (exchange.response === undefined || isSuccess(exchange)) continue;
      const listed = facts.log.find(
        (one) =>
          one.number > exchange.number &&
          one.operation === "listUsers" &&
          request.body?.includes(marker) &&
          shows(one, marker),
      );
      const what = `the creation was rejected for its body (${describeResponse(exchange)})`;
      if (listed !== undefined)
        yield markCertain(failed("CREATE-02", exchange, `${what}, and its user is listed`, [listed]));
      else if (invalid.length > 1 && !invalid.some(isSuccess) && growsWithEach(totals))
        yield markCertain(
          failed(
            "CREATE-02",
            exchange,
            `${what}, and the list has one more user each time: ${totals.join(", ")}`,
            run.slice(1),
          ),
        );
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

/** CREATE-03: a created user belongs to the account that created it, and to no other (§2). */
export function* judgeOwners(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  if (!facts.areApart("listUsers")) return;
  for (const { exchange, account, marker } of findCreations(exchanges, facts)) {
    if (!isSuccess(exchange)) continue;
    const other: Account = account === "first" ? "second" : "first";
    const lists = facts.log.filter(
      (one) => one.operation === "listUsers" && one.as === other && one.number > exchange.number && isSuccess(one),
    );
    const list = lists.find((one) => shows(one, marker));
    const message = `the user that the ${account} account created`;
    if (list !== undefined)
      yield markCertain(failed("CREATE-03", exchange, `${message} is in the list of the ${other} account`, [list]));
    else if (lists.length > 0 && facts.listedMarkers.size > 0)
      yield passed("CREATE-03", exchange, `${message} is in its own list only`);
  }
}

/** CREATE-04: a response with one user has the new one (§4, §2). */
export function* judgeReturned(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const { exchange, marker, before } of findCreations(exchanges, facts)) {
    if (!hasEnvelope(exchange) || exchange.response === undefined) continue;
    const data = readEnvelope(exchange.response).data ?? [];
    const [record] = data;
    if (data.length !== 1 || !isObject(record)) continue;
    const text = JSON.stringify(record);
    const others = [...facts.createdMarkers].filter((one) => one !== marker);
    const older = before.find((one) =>
      facts.page(one)?.records.some((listed) => canonical(listed) === canonical(record)),
    );
    const foreign = others.find((one) => text.includes(one) && !text.includes(marker));
    if (older !== undefined)
      yield markCertain(
        failed("CREATE-04", exchange, `the creation returned a user that was listed before: ${text.slice(0, 120)}`, [
          older,
        ]),
      );
    else if (foreign !== undefined)
      yield markCertain(
        failed("CREATE-04", exchange, `the creation returned the user of another creation: ${text.slice(0, 120)}`),
      );
    else yield passed("CREATE-04", exchange, "the creation returned the new user");
  }
}

/** What faulty services make of a text. */
const corruptions: readonly (readonly [words: string, corrupt: (text: string) => string])[] = [
  ["escaped as in HTML", (text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll('"', "&quot;")],
  ["with escaped apostrophes", (text) => text.replaceAll("'", "&#39;")],
  ["with escaped apostrophes", (text) => text.replaceAll("'", "&#x27;")],
  ["with escaped quotes", (text) => text.replaceAll('"', "&quot;")],
  ["with doubled backslashes", (text) => text.replaceAll("\\", "\\\\")],
  ["in another encoding", (text) => Buffer.from(text).toString("latin1")],
  ["in another encoding", (text) => new TextDecoder("windows-1252").decode(Buffer.from(text))],
  ["with `?` for letters", (text) => text.replaceAll(/[^\0-\u007f]/g, "?")],
  ["with `?` for letters", (text) => text.replaceAll(/[^\0-\u00ff]/g, "?")],
  ["without some letters", (text) => text.replaceAll(/[^\0-\u007f]/g, "")],
  ["with replacement characters", (text) => text.replaceAll(/[^\0-\u007f]/g, "\uFFFD")],
];

/** CREATE-04: the list shows the new user with the values that were sent (§4). */
export function* judgeValues(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const { exchange, marker, later } of findCreations(exchanges, facts)) {
    const sent = readJson({ body: exchange.request.body ?? "" });
    if (!isSuccess(exchange) || !isObject(sent)) continue;
    for (const list of later.slice(-2)) {
      const records = (facts.page(list)?.records ?? []).filter(isObject);
      const record = records.find((one) => JSON.stringify(one).toLowerCase().includes(marker.toLowerCase()));
      if (record === undefined) continue;
      const problem = findValueProblem(
        sent,
        record,
        records.filter((one) => one !== record),
      );
      if (problem === undefined)
        yield passed("CREATE-04", exchange, "the list shows the values that were sent", [list]);
      else yield markCertain(failed("CREATE-04", exchange, problem, [list]));
    }
  }
}

type Members = Readonly<Record<string, unknown>>;

function findValueProblem(sent: Members, listed: Members, others: readonly Members[]): string | undefined {
  for (const [name, value] of Object.entries(sent)) {
    const shown = listed[name];
    if (typeof value !== "string" || shown === value) continue;
    const isUsual = others.some((one) => typeof one[name] === "string" && one[name] !== "");
    const isOwn = !others.some((one) => one[name] === null || one[name] === undefined || one[name] === "");
    if ((shown === null || shown === "" || shown === undefined) && isUsual && isOwn) {
      return `\`${name}\` of the new user is ${JSON.stringify(shown) ?? "absent"} in the list, not ${JSON.stringify(value)}`;
    }
    const corrupted = corruptions.find(
      ([, corrupt]) => typeof shown === "string" && corrupt(value) !== value && shown === corrupt(value),
    );
    if (corrupted !== undefined)
      return `\`${name}\` of the new user is listed ${corrupted[0]}: ${JSON.stringify(shown)}, not ${JSON.stringify(value)}`;
    const other = Object.entries(sent).find(
      ([field, text]) => field !== name && typeof text === "string" && text === shown,
    );
    if (other !== undefined) return `\`${name}\` of the new user has the value of \`${other[0]}\` in the list`;
  }
  return undefined;
}
