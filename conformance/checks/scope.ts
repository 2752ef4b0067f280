import { hasId, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { turnLabel } from "../places/again.ts";
import { servedIn } from "../places/places.ts";
import type { Served } from "../places/visit.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { canonical, objectsOf, pageIn, recordKey } from "../target/records.ts";
import { areDrawn } from "../target/record-values.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, passed, skipped, type Outcome } from "./check.ts";
import { areTheSame, distinctRecords, equalRecords, type UsersIn } from "./identity.ts";
import { countsBoth } from "./counts-both.ts";
import { areUsersNumberedTogether, idIn } from "./one-numbering.ts";
import { accounts, commonPage, hasTokenOf, listPages, pagingNames, type AccountName } from "./plain-lists.ts";

/** A response to one of the accounts, with its records. */
interface Shown extends Served {
  readonly keys: ReadonlySet<string>;
  readonly isPlain: boolean;
}

/** Everything an account received in the run. */
interface Account {
  readonly name: AccountName;
  readonly shown: readonly Shown[];
  readonly records: readonly unknown[];
  /** Whether there are as many records as the largest total. */
  readonly isWhole: boolean;
  /** The records of the plain list and its pages, if it was read completely: other views must not have more. */
  readonly own?: ReadonlySet<string>;
}

/** Whether a record that one account received in the run belongs to the other. */
export async function judgeScope(
  session: Session,
  operation: OperationId,
  plain: readonly [Success, Success],
): Promise<Outcome> {
  const served = await servedIn(session, operation);
  const paging = await pagingNames(session, "listInvoices", plain[0]);
  const [first, second] = accounts.map((name) => accountIn(served, name, plain, paging));
  if (first === undefined || second === undefined) throw new Error("there are two accounts");
  if (first.records.length + second.records.length === 0) return skipped("neither account has an invoice", ...plain);
  const places = [...first.shown, ...second.shown].filter(({ isPlain }) => !isPlain);
  const reused = tagReused(session, operation, plain);
  if (reused !== undefined) return withPlaces(reused, places, () => true);
  const taken = findCacheMixUp(served, plain);
  if (taken !== undefined) return withPlaces(taken, places, () => true);
  const added = await countsBoth(session, served, plain);
  if (added !== undefined) return withPlaces(added, places, () => true);
  const shared = equalRecords(first.records, second.records);
  if (shared.length === 0) {
    const found = `${first.records.length} and ${counted(second.records.length, "invoice")}, none in common`;
    return withPlaces(passed(found, ...plain), places, () => true);
  }
  const keys = shared.map(canonical);
  const isForeign = shared.some((record) =>
    [first, second].some(({ own }) => own !== undefined && !own.has(canonical(record)) && !own.has(recordKey(record))),
  );
  const areWhole = first.isWhole && second.isWhole;
  const named = accountNamedIn(session, shared);
  if (named !== undefined) return withPlaces(failed(named.text, ...plain, named.rejected), places, () => true);
  if (!isForeign && !areTheSame(first.records, second.records, shared, areWhole, await usersOf(session))) {
    const reason = `${shared.length} invoices are equal in both lists, but nothing in them shows that they are the same: two accounts may have equal invoices`;
    return inconclusive(reason, ...plain);
  }
  const isOfFirst = (key: string): boolean => weightOf(key, first) >= weightOf(key, second);
  const { true: ofFirst = [], false: ofSecond = [] } = Object.groupBy(keys, (key) => `${isOfFirst(key)}`);
  const leaks = [leakOf(ofFirst, first, second), leakOf(ofSecond, second, first)].filter(
    ({ foreign }) => foreign.length > 0,
  );
  const found = `${leaks.map(({ text }) => text).join("; ")} (do the two tokens belong to different accounts?)`;
  const wrong = new Set(leaks.flatMap(({ foreign }) => foreign));
  const outcome = failed(found, ...new Set(leaks.flatMap(({ evidence }) => evidence)));
  return withPlaces(outcome, places, (shown) => !wrong.has(shown));
}

/** Members that name an account. */
const namesAnAccount = /^(?:account|tenant|customer)_?(?:id|no|nr|number|key|code|name)?$/i;

/**
 * The account that all these invoices name, if a subscription that the second account cannot get names it, too. Then
 * they belong to the first account alone.
 */
function accountNamedIn(session: Session, shared: readonly unknown[]) {
  const records = objectsOf(shared);
  const rejected = session.entries.find(
    ({ call, exchange }) =>
      hasId(call.operation) && call.id !== undefined && call.as === "second" && exchange.response?.status === 404,
  );
  const known = session.entries.find(
    ({ call: { operation, as = "first", id }, exchange }) =>
      rejected?.call.operation === operation && as === "first" && id === rejected.call.id && isSuccess(exchange),
  );
  const [subscription] = objectsOf((known?.exchange.response && readEnvelope(known.exchange.response).data) ?? []);
  if (rejected === undefined || subscription === undefined) return undefined;
  for (const [name, value] of Object.entries(subscription)) {
    const isName = namesAnAccount.test(name) && typeof value === "string";
    if (!isName || !records.every((record) => record[name] === value)) continue;
    const text = `both accounts were shown ${counted(records.length, "invoice")} with \`${name}\` ${JSON.stringify(value)}, the account of the subscription "${rejected.call.id}", which the second account does not get`;
    return { text, rejected: rejected.exchange };
  }
  return undefined;
}

/** Whether the two accounts list users with the same ids; "in part" if random ids are those of others, or of a part. */
async function usersOf(session: Session): Promise<UsersIn> {
  const lists = await Promise.all(
    accounts.map(async (as) => {
      const list = await session.call(as === "first" ? { operation: "listUsers" } : { operation: "listUsers", as });
      return list instanceof Unavailable || !isSuccess(list) ? undefined : pageIn(list);
    }),
  );
  const [mine, theirs] = lists;
  if (!mine?.keys.length || !theirs?.keys.length) return "in both";
  const known = new Set(theirs.keys);
  const shared = mine.keys.filter((key) => known.has(key));
  if (shared.length === 0) return (await areUsersNumberedTogether(session)) ? "in one sequence" : "apart";
  const alike = equalRecords(mine.records, theirs.records).length;
  // The run may have created users between the two readings.
  const isPart = Math.abs(mine.total - theirs.total) > session.maxCreated || 2 * alike < shared.length;
  // Counted from 1 in each account, they say nothing about other ids.
  return isPart && areDrawn(shared.map(idIn)) ? "in part" : "in both";
}

/** The failure if the first account gets 304 for the ETag of the second account's list, though the lists differ. */
function tagReused(session: Session, operation: OperationId, plain: readonly [Success, Success]): Outcome | undefined {
  const [own, foreign] = plain.map(({ response }) => readEnvelope(response).data?.map(canonical).join("\n"));
  const tag = plain[1].response.headers["etag"];
  const reused = session.entries.find(
    ({ call: { as = "first", headers, ...call }, exchange }) =>
      call.operation === operation &&
      as === "first" &&
      tag !== undefined &&
      headers?.["if-none-match"] === tag &&
      exchange.response?.status === 304,
  );
  if (reused === undefined || own === foreign) return undefined;
  const found = "the first account gets 304 for the ETag of the second account's list";
  return failed(`${found}: a shared cache shows one account the invoices of the other`, reused.exchange, ...plain);
}

/**
 * Whether an account once got exactly the other account's list, and at another time a list with another total and none
 * of these invoices: a cache confused the accounts.
 */
function findCacheMixUp(served: readonly Served[], plain: readonly [Success, Success]): Outcome | undefined {
  const turns = served.filter(({ call: { label, operation } }) => label === turnLabel && operation === "listInvoices");
  const readings = plain.map(
    (list, index) => [list, turns.find(hasTokenOf(accounts[index] ?? "first"))?.exchange] as const,
  );
  for (const [index, [list, turn]] of readings.entries()) {
    const [asked, shown] = [turn && pageIn(turn), pageIn(list)];
    if (turn === undefined || !asked?.keys.length || !shown?.keys.length || asked.total === shown.total) continue;
    const areOthers = !asked.keys.some((key) => shown.keys.includes(key));
    const others = readings[1 - index] ?? [];
    const taken = [list, turn].find((one, at) => hasSameList(one, others[at]));
    if (!areOthers || taken === undefined) continue;
    const found = `the ${accounts[index]} account was shown the list of the other account, and at another time its own`;
    return failed(`${found}: \`meta.total\` was ${shown.total} and ${asked.total}`, list, turn);
  }
  return undefined;
}

function hasSameList(one: Success, other: Success | undefined): boolean {
  const [mine, theirs] = [pageIn(one), other && pageIn(other)];
  return theirs !== undefined && mine?.total === theirs.total && mine.keys.join("\n") === theirs.keys.join("\n");
}

/** @param paging the parameters that select a page */
function accountIn(
  served: readonly Served[],
  name: AccountName,
  plain: readonly Success[],
  paging: readonly string[],
): Account {
  const own = served.filter(hasTokenOf(name));
  const read = own.map(({ exchange }) => readEnvelope(exchange.response));
  // Many responses are the same.
  const different = new Map(own.map(({ exchange: { response } }, index) => [response.body, read[index]?.data ?? []]));
  const records = distinctRecords([...different.values()].flat());
  const usual = [...listPages(own, paging).values()].flatMap((pages) => commonPage(pages) ?? []);
  const listed = distinctRecords(usual.flatMap((page) => page.records));
  const isListed = usual.length > 0 && usual.every((page) => page.total === listed.length);
  return {
    name,
    records,
    ...(isListed ? { own: new Set(listed.flatMap((record) => [canonical(record), recordKey(record)])) } : {}),
    shown: own.map((visit, index) => ({
      ...visit,
      keys: new Set(read[index]?.data?.map(canonical)),
      isPlain: plain.includes(visit.exchange),
    })),
    isWhole: read.every(({ meta }) => !(Number(meta?.["total"]) > records.length)),
  };
}

/** The maximum number of places in a message. */
const maxNamed = 3;

/**
 * A record belongs to the account whose plain list has it alone, or else to the one that received it in more places.
 */
function weightOf(key: string, { shown }: Account): number {
  return shown.reduce((sum, { keys, isPlain }) => sum + (keys.has(key) ? (isPlain ? 1000 : 1) : 0), 0);
}

/** The records of one account that the other received. */
function leakOf(leaked: readonly string[], home: Account, other: Account) {
  const holding = ({ shown }: Account): readonly Shown[] =>
    shown.filter(({ keys: held }) => leaked.some((key) => held.has(key)));
  const foreign = holding(other).toSorted((one, another) => Number(another.isPlain) - Number(one.isPlain));
  const isPlain = foreign[0]?.isPlain === true;
  const named = isPlain ? [] : foreign.slice(0, maxNamed).map(({ place }) => place);
  const more = isPlain ? 0 : foreign.length - named.length;
  const where = [...named, ...(more > 0 ? [counted(more, "more place")] : [])].join(", ");
  return {
    foreign,
    text: `${leaked.length} of the ${home.name} account's ${counted(home.records.length, "invoice")} are also in the ${other.name} account's list${where === "" ? "" : `, on ${where}`}`,
    evidence: [...holding(home).slice(0, 1), ...foreign.slice(0, isPlain ? 1 : maxNamed)].map(
      ({ exchange }) => exchange,
    ),
  };
}

function withPlaces(outcome: Outcome, shown: readonly Shown[], isGood: (shown: Shown) => boolean): Outcome {
  const places = shown.map((one) => ({
    place: one.place,
    ...(isGood(one)
      ? { status: "passed" as const }
      : { status: "failed" as const, reason: "an invoice of the other account" }),
  }));
  return { ...outcome, places };
}
