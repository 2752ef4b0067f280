import { memoize } from "../target/memoize.ts";
import { isObject } from "../../fixtures/json.ts";
import { isGood, type Call } from "../target/call.ts";
import { awaitCreated, freshValue, look, totalsOf } from "../target/created-user.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { asksToWait, isSuccess, type Exchange } from "../target/exchange.ts";
import { recordKey } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { isComplete, readUsers, type UserList } from "./user-list.ts";
import type { Exploration, Visit } from "./visit.ts";
import { writeMore, type Growth, type Untried } from "./write-attempts.ts";

/** Creations: the same body twice, bodies that are to be refused, and several at once, of both accounts. */
export const writes: Exploration = {
  id: "writes",
  looksAt: "the same body twice, rejected bodies, concurrent creations of both accounts",
  explore: async (session) => (await writesOf(session)).visits,
};

/** A creation that the run asked for with the valid token of an account. */
export interface Write {
  readonly exchange: Exchange;
  /** In words that follow "on". */
  readonly place: string;
  readonly as: "first" | "second";
  /** What makes its body unlike all others. */
  readonly mark: string;
  readonly came: "accepted" | "refused" | "unknown";
}

/** What the run wrote, and what the lists of users show of it at the end. */
export interface Writes {
  readonly all: readonly Write[];
  readonly visits: readonly Visit[];
  /** `meta.total` of the first account before anything was created; absent where it is no count. */
  readonly totalBefore?: number | undefined;
  /** The users of each account at the end. */
  readonly first?: UserList | undefined;
  readonly second?: UserList | undefined;
  /** Whether `meta.total` of the first account was the same whenever it was seen. */
  readonly stoodStill?: boolean;
  /** The list of the first account, and the response that says that it is what it was before. */
  readonly stale?: readonly [list: Exchange, notModified: Exchange] | undefined;
  /** What refused creations added to the list of the first account, again and again. */
  readonly growth?: Growth | undefined;
  /** The places that were not tried, and why. */
  readonly untried: readonly Untried[];
}

/** Writes once for each session, by whoever asks first. */
export const writesOf: (session: Session) => Promise<Writes> = memoize(findWrites);

const nothing: Writes = { all: [], visits: [], untried: [] };

/** After how many milliseconds created users must still be there: they may be rolled back, or never be flushed. */
const settling = 2000;

/** The maximum part of the patience that this may cost. */
const shareOfPatience = 0.15;

async function findWrites(session: Session): Promise<Writes> {
  const sample = await session.call({ operation: "createUser" });
  if (sample instanceof Unavailable || !isSuccess(sample)) return nothing;
  // When it shows is measured before others follow.
  await awaitCreated(session, sample);
  const totalBefore = (await look(session))?.total;
  const { visits, untried, growth } = await writeMore(session, sample);
  if (!session.isQuick) await session.wait(Math.min(settling, shareOfPatience * session.patience));
  const all = session.entries.flatMap((entry) => writeIn(entry) ?? []);
  const first = await readUntil(session, "first", (list) => {
    const isShown = areShown(list, all, "first") ?? !showsFields(list, sample);
    return (isShown || !isComplete(list)) && countedBefore(list, all) !== totalBefore;
  });
  const second = await readUntil(
    session,
    "second",
    (list) => !isComplete(list) || (areShown(list, all, "second") ?? true),
  );
  const stoodStill = new Set(totalsOf(session.entries, "first")).size === 1;
  const stale = await staleCopy(session, sample, first);
  return { all, visits, totalBefore, stoodStill, first, second, growth, stale, untried };
}

/** How many of the users are not of this run, where a list is whole and `meta.total` does not count all there are. */
export function countedBefore({ users, total, isWhole }: UserList, all: readonly Write[]): number | undefined {
  if (!isWhole || total === undefined || users.length === total) return undefined;
  return users.filter(({ text }) => !all.some(({ mark }) => text.includes(mark))).length;
}

/** @returns whether all are that were accepted; `undefined` where none is, so that the list may not show them at all */
function areShown({ users }: UserList, all: readonly Write[], as: Write["as"]): boolean | undefined {
  const accepted = all.filter((write) => write.as === as && write.came === "accepted");
  const shown = accepted.filter(({ mark }) => users.some(({ text }) => text.includes(mark)));
  return shown.length === 0 && accepted.length > 0 ? undefined : shown.length === accepted.length;
}

/** Whether users are listed with texts in the fields that a creation sent fresh values in: then a new user shows them, too. */
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

/** How often a list is read again at once that moved meanwhile. */
const maxMoved = 2;

/** Reads a list at least twice where it does not show what it should, and as long as there is patience. */
async function readUntil(
  session: Session,
  as: Write["as"],
  isDone: (list: UserList) => boolean,
): Promise<UserList | undefined> {
  let waited = 0;
  for (let looks = 1; ; looks += 1) {
    const list = await readUsers(session, as, `at the end, look ${looks}`);
    // One that moved while its pages were read may not move again.
    const hasMoved = list !== undefined && list.total === undefined && list.evidence.length > 1;
    if (hasMoved && looks <= maxMoved) continue;
    if (list === undefined || isDone(list)) return list;
    const pause = Math.min(Math.max(waited / 2, 200), session.patience);
    if (pause === 0 && looks > 1) return list;
    await session.wait(pause);
    waited += pause;
  }
}

/** How often a changed list must be reported as unchanged. */
const timesStale = 3;

/** Asks, with the tag that the list had before anything was created, whether it has changed, where it has. */
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
    // A copy that is renewed later is no other copy.
    await session.wait(Math.min(Math.max(1.5 * lag, 300), session.patience));
  }
}

/** Whether two responses are envelopes of other records, or other totals. */
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
  const isOpen = status < 200 || status >= 500 || asksToWait(exchange);
  const came = isSuccess(exchange) ? "accepted" : isOpen ? "unknown" : "refused";
  const place = call.label ?? (call.body === undefined ? "the plain creation" : "a creation with another body");
  return { exchange, place, as: call.as === "second" ? "second" : "first", mark, came };
}
