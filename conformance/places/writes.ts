import { memoize } from "../target/memoize.ts";
import { isObject } from "../../fixtures/json.ts";
import { isGood, type Call } from "../target/call.ts";
import { awaitCreated, freshValue, look, shows, totalsOf } from "../target/created-user.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { asksToWait, isSuccess, type Exchange } from "../target/exchange.ts";
import { recordKey, shownPage } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { acceptedOf, changedOnlyByUs, goneElsewhere, goneFrom, isMiscounted, lacksOlder } from "./older-users.ts";
import { isComplete, readUsers, type UserList } from "./user-list.ts";
import type { Exploration, Visit } from "./visit.ts";
import { writeMore, type Growth, type Untried } from "./write-attempts.ts";

/** Creations: the same body twice, bodies that must be rejected, and concurrent ones of both accounts. */
export const writes: Exploration = {
  id: "writes",
  looksAt: "creations: the same body twice, rejected bodies, several at once by both accounts",
  explore: async (session) => (await writesOf(session)).visits,
};

/** A creation with the valid token of an account. */
export interface Write {
  readonly exchange: Exchange;
  /** In words, to follow "on". */
  readonly place: string;
  readonly as: "first" | "second";
  /** The unique value of its body. */
  readonly mark: string;
  readonly came: "accepted" | "rejected" | "unknown";
}

/** The writes of the run, and the lists of users at its end. */
export interface Writes {
  readonly all: readonly Write[];
  readonly visits: readonly Visit[];
  /** `meta.total` of the first account before all creations; absent if it is not a count. */
  readonly totalBefore?: number | undefined;
  /** The same of the second account. */
  readonly secondBefore?: number | undefined;
  /** The users of each account at the end. */
  readonly first?: UserList | undefined;
  readonly second?: UserList | undefined;
  /** Whether the first account's list was read for long enough: services may count users some time after they appear. */
  readonly isSettled?: boolean;
  /** Whether no other client was writing to the first account, and new users appear at once. */
  readonly isQuiet?: boolean;
  /** The number of the first account's older users that disappeared although no other client removes users. */
  readonly gone?: number;
  /** The number of older users that the second account lost, one for each creation of the first. */
  readonly goneElsewhere?: number;
  /** Whether other clients remove users of the first account: new ones may be missing, too. */
  readonly othersRemove?: boolean;
  /** The list of the first account, and the response that says it has not changed. */
  readonly stale?: readonly [list: Exchange, notModified: Exchange] | undefined;
  /** Two readings of a page, only one of which has a user that was created much earlier. */
  readonly unsteady?: readonly [having: Exchange, lacking: Exchange] | undefined;
  /** Repeated growth of the first account's list by rejected creations. */
  readonly growth?: Growth | undefined;
  /** The places that were not tried, and why. */
  readonly untried: readonly Untried[];
}

/** Writes once per session, for the first check that asks. */
export const writesOf: (session: Session) => Promise<Writes> = memoize(findWrites);

const nothing: Writes = { all: [], visits: [], untried: [] };

/** After how many milliseconds created users must still exist: they may be rolled back, or never be saved. */
const settling = 2000;

/** The maximum share of the patience for this. */
const shareOfPatience = 0.15;

/** How long the list is read at its end if new users appear late: a multiple of the first one's time, in milliseconds. */
const timesTheLag = 4;
const minSettled = 1000;

async function findWrites(session: Session): Promise<Writes> {
  const sample = await session.call({ operation: "createUser" });
  if (sample instanceof Unavailable || !isSuccess(sample)) return nothing;
  // Measures how long a creation takes to appear, before others follow.
  const showing = await awaitCreated(session, sample);
  const lag = showing?.shown === true ? showing.lag : 0;
  const totalBefore = (await look(session))?.total;
  const { visits, untried, growth } = await writeMore(session, sample);
  if (!session.isQuick) await session.wait(Math.min(settling, shareOfPatience * session.patience));
  // By now, a cached list of the other account is out of date.
  if (!session.isQuick) await session.call({ operation: "listUsers", as: "second", label: "after a while" });
  const all = session.entries.flatMap((entry) => writeIn(entry) ?? []);
  const [secondBefore] = totalsOf(session.entries, "second");
  const { list: first, waited } = await readUntil(session, "first", (list) => {
    const isShown = areShown(list, all, "first") ?? !showsFields(list, sample);
    return (isShown || !isComplete(list)) && !isMiscounted(list, all, totalBefore);
  });
  // Both accounts' lists show the same fields.
  const isShown = first !== undefined && areShown(first, all, "first") !== undefined;
  const { list: second } = await readUntil(
    session,
    "second",
    (list) =>
      !isComplete(list) || ((areShown(list, all, "second") ?? !isShown) && !isMiscounted(list, all, secondBefore)),
  );
  const isSettled = lag === 0 || waited >= Math.max(timesTheLag * lag, minSettled);
  const isQuiet = changedOnlyByUs(session, lag);
  const gone = first !== undefined && isQuiet ? goneFrom(first, all, totalBefore) : 0;
  const othersRemove = first !== undefined && !isQuiet && (await lacksOlder(session, first));
  const lost = goneElsewhere(second, all, session.entries);
  const stale = await staleCopy(session, sample, first);
  const unsteady = first === undefined || session.isQuick ? undefined : await shownAtTimes(session, all, first);
  return {
    all,
    visits,
    totalBefore,
    secondBefore,
    isSettled,
    isQuiet: isQuiet && lag === 0,
    gone,
    goneElsewhere: lost,
    othersRemove,
    first,
    second,
    growth,
    stale,
    unsteady,
    untried,
  };
}

/** How often to read the page of new users again: the readings may come from several replicas. */
const timesAgain = 2;

/** The first pause before all replicas must have a user, in milliseconds; later ones last until the patience ends. */
const catchingUp = 500;

/** Reads the page with most of the new users again, and keeps reading while one of them is missing now and then. */
async function shownAtTimes(session: Session, all: readonly Write[], first: UserList): Promise<Writes["unsteady"]> {
  const own = acceptedOf(all, "first");
  const shownOn = (read: Exchange): readonly Write[] =>
    own.filter(({ exchange }) => shows({ exchange: read, total: undefined }, exchange));
  const [best] = first.evidence.toSorted((one, other) => shownOn(other).length - shownOn(one).length);
  const call = session.entries.find(({ exchange }) => exchange === best)?.call;
  const expected = best === undefined ? [] : shownOn(best);
  if (call === undefined || expected.length === 0) return undefined;
  for (let [round, waited] = [1, 0]; ; round += 1) {
    const found: Exchange[] = [];
    for (let times = 1; times <= timesAgain; times += 1) {
      const read = await session.call({ ...call, label: `at the end, reading ${times} of round ${round}` });
      // TOTAL-01 covers lists that are empty now and then.
      if (!(read instanceof Unavailable) && (shownPage(read)?.records.length ?? 0) > 0) found.push(read);
    }
    const lacking = found.find((read) => shownOn(read).length < expected.length);
    const having = found.find((read) => shownOn(read).length === expected.length);
    if (lacking === undefined) return undefined;
    const pause = Math.min(Math.max(2 * waited, catchingUp), session.patience);
    // Other clients' users may have moved it to another page: then it is missing from every reading.
    if (pause === 0) return having && [having, lacking];
    await session.wait(pause);
    waited += pause;
  }
}

/** @returns whether all accepted users appear; `undefined` if none does, so that the list may not show them at all */
function areShown({ users }: UserList, all: readonly Write[], as: Write["as"]): boolean | undefined {
  const accepted = acceptedOf(all, as);
  const shown = accepted.filter(({ mark }) => users.some(({ text }) => text.includes(mark)));
  return shown.length === 0 && accepted.length > 0 ? undefined : shown.length === accepted.length;
}

/** Whether listed users have texts in the fields that creations make unique: then new users show theirs as well. */
export function showsFields({ users }: UserList, { request }: Exchange): boolean {
  const sent = readJson({ body: request.body ?? "" });
  if (!isObject(sent)) return false;
  const names = Object.keys(sent).filter((name) => freshValue(JSON.stringify(sent[name])) !== undefined);
  const isText = (record: unknown, name: string): boolean => {
    const value = isObject(record) ? record[name] : undefined;
    return typeof value === "string" && /^[^*•…]+$/.test(value);
  };
  return users.length > 0 && names.some((name) => users.every(({ record }) => isText(record, name)));
}

/** How often to read a list again that changed meanwhile. */
const maxMoved = 2;

/** Reads a list at least twice if it does not show the expected users, as long as there is patience. */
async function readUntil(
  session: Session,
  as: Write["as"],
  isDone: (list: UserList) => boolean,
): Promise<{ readonly list: UserList | undefined; readonly waited: number }> {
  let waited = 0;
  for (let looks = 1; ; looks += 1) {
    const list = await readUsers(session, as, `at the end, look ${looks}`);
    // A list that changed while its pages were read may not change again.
    const hasMoved = list !== undefined && list.total === undefined && list.evidence.length > 1;
    // An empty list may be an error that is treated as a result: see TOTAL-01.
    if ((hasMoved || list?.users.length === 0) && looks <= maxMoved) continue;
    if (list === undefined || isDone(list)) return { list, waited };
    const pause = Math.min(Math.max(waited, 200), session.patience);
    if (pause === 0 && looks > 1) return { list, waited };
    await session.wait(pause);
    waited += pause;
  }
}

/** How often a changed list must be reported as unchanged. */
const timesStale = 3;

/** Requests the list with its ETag from before all creations, if it has changed. */
async function staleCopy(session: Session, sample: Exchange, now: UserList | undefined): Promise<Writes["stale"]> {
  const before = await look(session);
  const tag = before?.exchange.response?.headers["etag"];
  const [list] = now?.evidence ?? [];
  if (before === undefined || tag === undefined || list === undefined || !isOther(before.exchange, list))
    return undefined;
  const { lag = 0 } = (await awaitCreated(session, sample)) ?? {};
  for (let times = 1; ; times += 1) {
    const label = `at the end, as before, look ${times}`;
    const asked = await session.call({ operation: "listUsers", headers: { "if-none-match": tag }, label });
    const plain = times === 1 ? list : await session.call({ operation: "listUsers", label });
    if (asked instanceof Unavailable || plain instanceof Unavailable) return undefined;
    if (asked.response?.status !== 304 || !isOther(before.exchange, plain)) return undefined;
    if (times === timesStale) return [plain, asked];
    // A cached copy that is renewed later is not stale.
    await session.wait(Math.min(Math.max(1.5 * lag, 300), session.patience));
  }
}

/** Whether two responses are envelopes with different records or totals. */
function isOther(one: Exchange, other: Exchange): boolean {
  const [before, after] = [one, other].map((exchange) => {
    const { data, meta } = isSuccess(exchange) ? readEnvelope(exchange.response) : {};
    return data === undefined ? undefined : { total: meta?.["total"], keys: data.map(recordKey) };
  });
  return before !== undefined && after !== undefined && JSON.stringify(before) !== JSON.stringify(after);
}

function writeIn({ call, exchange }: { readonly call: Call; readonly exchange: Exchange }): Write | undefined {
  const mark = freshValue(exchange.request.body);
  if (mark === undefined || exchange.request.method !== "POST" || !isGood(call) || call.path !== undefined)
    return undefined;
  const status = exchange.response?.status ?? 0;
  // After an internal error, nothing was created; after a gateway's error, the result is unknown.
  const isOpen = status < 200 || status > 500 || asksToWait(exchange);
  const came = isSuccess(exchange) ? "accepted" : isOpen ? "unknown" : "rejected";
  const place = call.label ?? (call.body === undefined ? "the plain creation" : "a creation with another body");
  return { exchange, place, as: call.as === "second" ? "second" : "first", mark, came };
}
