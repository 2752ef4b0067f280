import { counted } from "../../fixtures/counted.ts";
import { countOf, hasId, isComplete, type Listed, type UserList } from "../places/user-list.ts";
import { acceptedOf, isMiscounted } from "../places/older-users.ts";
import { showsFields, type Write, type Writes } from "../places/writes.ts";
import { freshValue, freshValueOf, shows, type Appearance } from "../target/created-user.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { recordKey } from "../target/records.ts";
import { failed, inconclusive, passed, skipped, type Outcome } from "./check.ts";
import { lostFields, valueIn } from "./created-values.ts";

/** The record in the response to a creation, if it has one. */
function returnedBy({ response }: Exchange): unknown {
  const [record, ...more] = response === undefined ? [] : (readEnvelope(response).data ?? []);
  return more.length === 0 ? record : undefined;
}

/** The users in a list that belong to a creation: by its unique value, or by the returned id. */
function madeBy(list: UserList | undefined, exchange: Exchange): readonly Listed[] {
  const mark = freshValue(exchange.request.body);
  const record = returnedBy(exchange);
  const key = record === undefined ? undefined : recordKey(record);
  // A store that lost users may give their ids to others.
  const isIts = ({ text, key: own }: Listed): boolean => own === key && [mark, undefined].includes(freshValue(text));
  return list?.users.filter((user) => (mark !== undefined && user.text.includes(mark)) || isIts(user)) ?? [];
}

export function judgePlain(
  creation: Success,
  showing: Appearance,
  { first: list, othersRemove = false }: Writes,
): Outcome {
  const { shown, lag, before, last } = showing;
  const when = lag === 0 ? "immediately" : `after ${lag / 1000} s`;
  const known = isSuccess(before.exchange) ? (readEnvelope(before.exchange.response).data ?? []) : [];
  const keys = new Set(known.map(recordKey));
  const isListed = madeBy(list, creation).some(({ key }) => !keys.has(key));
  if (isListed) {
    return passed(`listUsers shows the new user ${shown ? when : "at the end of the run"}`, creation);
  }
  const { status } = creation.response;
  const pages = list?.evidence ?? [];
  if (list !== undefined && isComplete(list) && !othersRemove) {
    if (shows(last, creation)) {
      return failed("the new user was listed, but not at the end of the run", creation, last.exchange, ...pages);
    }
    if (showsFields(list, creation)) {
      return failed(
        `createUser responded with ${status}, but the new user is on no page of listUsers`,
        creation,
        ...pages,
      );
    }
  }
  if (shown) return passed(`listUsers shows the new user ${when}`, creation, last.exchange);
  if (before.total === undefined || last.total === undefined) {
    return inconclusive("`meta.total` is not a count, and the new user is on no page that was read", last.exchange);
  }
  if (last.total !== before.total) {
    return inconclusive(
      "the list of users shrank during the check: other clients are writing",
      creation,
      last.exchange,
    );
  }
  return failed(
    `createUser responded with ${status}, but ${lag / 1000} s later \`meta.total\` of listUsers is still ${last.total} and the new user is not on its page`,
    creation,
    before.exchange,
    last.exchange,
  );
}

const tooSoon = "new users appear late, and too little time was left to see the last ones (--patience)";

/** Whether the lists show values sent with other accepted creations. */
function showsOthers({ all, ...lists }: Writes, mark: string): boolean {
  const others = all.filter((other) => other.mark !== mark && other.came === "accepted");
  return others.some((other) => lists[other.as]?.users.some(({ text }) => text.includes(other.mark)));
}

export function judgeOther({ exchange, as, mark }: Write, writes: Writes): Outcome {
  const list = writes[as];
  if (list === undefined) return skipped("the list of users cannot be read (see PATH-01)");
  if (madeBy(list, exchange).length > 0) return passed("listUsers shows the new user", exchange);
  if (!isComplete(list) || !(showsFields(list, exchange) || showsOthers(writes, mark)))
    return skipped("the list does not show the values that were sent");
  if (writes.othersRemove === true) return skipped("other clients remove users", ...list.evidence);
  if (writes.isSettled === false) return skipped(tooSoon, ...list.evidence);
  const status = exchange.response?.status ?? "no response";
  return failed(`responded with ${status}, but the new user is on no page of listUsers`, exchange, ...list.evidence);
}

/** Whether a client with a cached list learns that it has changed. */
export function judgeStale({ stale }: Writes): Outcome | undefined {
  if (stale === undefined) return undefined;
  const text = "responded with 304, as if no user had been created";
  return failed(text, stale[1], stale[0]);
}

/** Whether new users stay in the list, whichever replica shows it. */
export function judgeIntermittent({ unsteady }: Writes): Outcome | undefined {
  return unsteady && failed("long after the creation, the list shows the new user only now and then", ...unsteady);
}

/** Whether the list grew by more users than were created, and no other client was writing. */
function hasMoreThanCreated({ all, first, totalBefore, isQuiet = false }: Writes): boolean {
  const created = acceptedOf(all, "first").length;
  const { users = [], total = 0 } = first ?? {};
  return isQuiet && totalBefore !== undefined && users.length === total && total - totalBefore > created;
}

/** How many users the creations with one body created. */
export function judgeCount(group: readonly Write[], writes: Writes): Outcome {
  const { first, second, othersRemove = false } = writes;
  const [write] = group;
  const exchanges = group.map(({ exchange }) => exchange);
  if (write === undefined) return skipped("the body has no {{unique}}, so its user cannot be identified");
  const made = [first, second].map((list) => list?.users.filter(({ text }) => text.includes(write.mark)) ?? []);
  // Then a user that is listed again was added again, and has not moved to another page during the reading.
  const count = Math.max(...made.map(countOf), hasMoreThanCreated(writes) ? (made[0]?.length ?? 0) : 0);
  const evidence = [...exchanges, ...(first?.evidence ?? [])];
  const accepted = group.filter(({ came }) => came === "accepted");
  const most = group.filter(({ came }) => came !== "rejected").length;
  const status = exchanges.map(({ response }) => response?.status).join(" and ");
  if (count > most) {
    const what = most === 0 ? "rejected" : most === 1 ? "one creation" : `${most} creations`;
    return failed(`${what} (${status}), and ${counted(count, "user")} with these values in the list`, ...evidence);
  }
  const ids = accepted
    .map(({ exchange }) => returnedBy(exchange))
    .map((record) => ({ record, key: recordKey(record) }));
  const distinct = new Set(ids.filter(hasId).map(({ key }) => key)).size;
  if (count > 0 && count < distinct && first !== undefined && isComplete(first) && !othersRemove) {
    return failed(
      `created ${distinct} times (${status}), with as many ids, and the list holds ${counted(count, "user")} of them`,
      ...evidence,
    );
  }
  if (count > 0) return passed(`${counted(count, "user")} in the list of users`, ...exchanges);
  return accepted.length > 0
    ? skipped("the list does not show the values that were sent (see CREATE-01)", ...exchanges)
    : passed("rejected, and no user is in the list", ...exchanges);
}

/** Whether `meta.total` was correct before the run created users, and is wrong at its end. */
export function judgeTotal(writes: Writes): Outcome {
  const { all, totalBefore, first, gone = 0, isSettled = true } = writes;
  if (first === undefined) return skipped("the list of users cannot be read (see PATH-01)");
  const { users, total, isWhole, evidence } = first;
  if (!isWhole || total === undefined) {
    return skipped("the list of users is too long to count, or other clients are writing", ...evidence);
  }
  if (users.length === total) {
    if (gone > 0) {
      const text = `\`meta.total\` was ${totalBefore}; after creations it is ${total}, but ${counted(gone, "older user")} ${gone === 1 ? "is" : "are"} gone`;
      return failed(`${text}; none was missing at other times`, ...evidence);
    }
    return passed(`\`meta.total\` counts all ${counted(users.length, "user")} of the list`, ...evidence);
  }
  if (!isMiscounted(first, all, totalBefore)) {
    return skipped("`meta.total` was already wrong before, or other clients are writing", ...evidence);
  }
  if (!isSettled) return skipped(tooSoon, ...evidence);
  return miscounted(first, totalBefore);
}

function miscounted({ users, total, evidence }: UserList, before: number | undefined): Outcome {
  const text = `\`meta.total\` was ${before}; after creations the list holds ${counted(users.length, "user")}, and \`meta.total\` is ${total}`;
  return failed(text, ...evidence);
}

/** Whether creations of the first account cost the second one users, or the second's total does not count its new users. */
export function judgeElsewhere(writes: Writes): Outcome | undefined {
  const { goneElsewhere = 0, all, second, secondBefore, isSettled = true } = writes;
  const isLow = second?.total !== undefined && second.total < second.users.length;
  if (isLow && isSettled && isMiscounted(second, all, secondBefore)) return miscounted(second, secondBefore);
  if (goneElsewhere === 0) return undefined;
  const made = acceptedOf(all, "first").map(({ exchange }) => exchange);
  const text = `the second account lacks ${counted(goneElsewhere, "older user")}, one for each creation of the first meanwhile`;
  return failed(text, ...made, ...(second?.evidence ?? []));
}

/** Whether the listed and the returned user are the created one. */
export function judgeRecord({ exchange, mark, as }: Write, { all, [as]: list }: Writes): Outcome {
  const returned = returnedBy(exchange);
  const text = JSON.stringify(returned ?? null).toLowerCase();
  const mixed = all.find((other) => other.mark !== mark && text.includes(other.mark));
  const records = (exchange.response && readEnvelope(exchange.response).data) ?? [];
  const marks = records.map(freshValueOf);
  if (new Set(marks).size > 1 && !marks.includes(undefined)) {
    return failed("the response also has users of other creations", exchange);
  }
  if (mixed !== undefined) return failed("the response has the user of another creation", exchange, mixed.exchange);
  const users = list?.users ?? [];
  const made = users.filter((user) => user.text.includes(mark));
  const isReturned = ({ key }: Listed): boolean => returned !== undefined && key === recordKey(returned);
  const created = made.find(isReturned) ?? made[0] ?? users.find((user) => isReturned(user) && hasId(user));
  const evidence = [exchange, ...(list?.evidence ?? [])];
  if (created === undefined)
    return skipped("the list does not show the values that were sent (see CREATE-01)", ...evidence);
  const key = returned === undefined ? created.key : recordKey(returned);
  const others = users.filter((user) => user !== created && !made.includes(user));
  if (others.some((user) => user.key === key && namesOf(user.record) === namesOf(returned))) {
    return failed("the response has another user than the created one", ...evidence);
  }
  const twins = all.filter((other) => other.mark === mark && other.came !== "rejected");
  const isAlike = returned !== undefined && namesOf(returned) === namesOf(created.record) && hasId(created);
  if (twins.length === 1 && isAlike && key !== created.key) {
    return failed("the user has different ids in the response and in the list", ...evidence);
  }
  const older = others.filter((user) => !all.some((other) => user.text.includes(other.mark)));
  const lost = lostFields(exchange, created, older, returned);
  if (lost.length === 0) {
    return made.length === 0
      ? skipped("the list does not show the values that were sent", ...evidence)
      : passed("the list shows the values that were sent", exchange);
  }
  const shown = lost.map((name) => `\`${name}\` (${JSON.stringify(valueIn(created.record, name) ?? null)})`);
  return failed(`the user in the list does not have the sent value of ${shown.join(", ")}`, ...evidence);
}

function namesOf(record: unknown): string {
  return Object.keys(Object(record)).toSorted().join();
}
