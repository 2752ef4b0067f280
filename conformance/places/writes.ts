import { shared } from "../target/shared.ts";
import { isObject, type Json } from "../../fixtures/json.ts";
import { isGood, type Call } from "../target/call.ts";
import { awaitCreated, freshValue, look } from "../target/created-user.ts";
import { goodBody } from "../target/body.ts";
import { readJson } from "../target/envelope.ts";
import { asksToWait, isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { isComplete, readUsers, type UserList } from "./user-list.ts";
import type { Exploration, Visit } from "./visit.ts";

/** Creations: several at once, of both accounts, of the same body twice, and bodies that are to be refused. */
export const writes: Exploration = {
  id: "writes",
  looksAt: "creations of both accounts at once, the same body twice, bodies that are refused",
  explore: async (session) => (await writesOf(session)).visits,
};

/** A creation that the run asked for with the good token of an account. */
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
  /** The places that were not tried, and why. */
  readonly untried: readonly { readonly place: string; readonly reason: string }[];
}

/** Writes once for each session, by whoever asks first. */
export const writesOf: (session: Session) => Promise<Writes> = shared(findWrites);

const nothing: Writes = { all: [], visits: [], untried: [] };

/** The most creations at once. */
const maxAtOnce = 5;

async function findWrites(session: Session): Promise<Writes> {
  const sample = await session.call({ operation: "createUser" });
  if (sample instanceof Unavailable || !isSuccess(sample)) return nothing;
  // When it shows is measured before others follow.
  await awaitCreated(session, sample);
  const totalBefore = (await look(session))?.total;
  const { visits, untried } = session.isQuick ? nothing : await writeMore(session, sample);
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
  return { all, visits, totalBefore, first, second, untried };
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

/** Reads a list at least twice where it does not show what it should, and as long as there is patience. */
async function readUntil(
  session: Session,
  as: Write["as"],
  isDone: (list: UserList) => boolean,
): Promise<UserList | undefined> {
  let waited = 0;
  for (let looks = 1; ; looks += 1) {
    const list = await readUsers(session, as, `at the end, look ${looks}`);
    if (list === undefined || isDone(list)) return list;
    const pause = Math.min(Math.max(waited / 2, 200), session.patience);
    if (pause === 0 && looks > 1) return list;
    await session.wait(pause);
    waited += pause;
  }
}

function writeIn({ call, exchange }: { readonly call: Call; readonly exchange: Exchange }): Write | undefined {
  const mark = freshValue(exchange.request.body);
  if (mark === undefined || exchange.request.method !== "POST" || !isGood(call) || call.path !== undefined)
    return undefined;
  const status = exchange.response?.status ?? 0;
  const isOpen = status < 200 || status >= 500 || asksToWait(exchange);
  const came = isSuccess(exchange) ? "accepted" : isOpen ? "unknown" : "refused";
  const place = call.moment ?? (call.body === undefined ? "the plain creation" : "a creation with another body");
  return { exchange, place, as: call.as === "second" ? "second" : "first", mark, came };
}

async function writeMore(session: Session, sample: Exchange): Promise<Pick<Writes, "visits" | "untried">> {
  const mark = freshValue(sample.request.body);
  const sent = readJson({ body: sample.request.body ?? "" });
  if (mark === undefined || !isObject(sent)) {
    const reason = "the body has no {{unique}} in it that would tell its users from others (--create-body)";
    return { visits: [], untried: [{ place: "several creations at once", reason }] };
  }
  const visits: Visit[] = [];
  const untried: Writes["untried"][number][] = [];
  const room = async (): Promise<number> => session.maxCreated - (await session.creations()).length;
  const attempt = async (place: string, calls: readonly Call[], isServed: boolean): Promise<void> => {
    const made = await session.together(calls);
    if (made instanceof Unavailable) untried.push({ place, reason: withRemedy(made) });
    else for (const [index, call] of calls.entries()) visits.push(...visitOf(call, made[index], isServed));
  };
  for (const [place, call] of invalid(session, mark)) {
    if ((await room()) > 2) await attempt(place, [{ ...call, operation: "createUser", moment: place }], false);
  }
  const isAlone = (await session.call({ operation: "listUsers", as: "second" })) instanceof Unavailable;
  const left = await room();
  const count = Math.max(2, Math.min(maxAtOnce, left - 1));
  const atOnce = Array.from({ length: count }, (_, index): Call => ({
    operation: "createUser",
    as: isAlone || index % 2 === 0 ? "first" : "second",
    moment: `creation ${index + 1} of ${count} at once`,
  }));
  await attempt("several creations at once", atOnce, true);
  const twice: Call = { operation: "createUser", body: toJson(sent), moment: "the same body again" };
  await attempt("the same body again", [twice], true);
  return { visits, untried };
}

function withRemedy({ reason }: Unavailable): string {
  return reason.includes("a run creates at most") ? `${reason} (--max-created)` : `${reason} (--patience)`;
}

function visitOf(call: Call, exchange: Exchange | undefined, isServed: boolean): readonly Visit[] {
  const place = `${call.moment ?? "a creation"}${call.as === "second" ? " (second account)" : ""}`;
  return exchange === undefined ? [] : [{ operation: "createUser", place, call, exchange, isServed }];
}

/** Bodies that most services refuse: one that ends too early, and one that lacks a field. */
function invalid({ target }: Session, mark: string): readonly (readonly [string, Partial<Call>])[] {
  const body = goodBody(target);
  if (!isObject(body)) return [];
  const isFresh = (name: string): boolean => JSON.stringify(body[name]).includes("{{unique}}");
  const names = Object.keys(body).filter(isFresh);
  const [left] = names.slice(-1);
  const another = `${mark.slice(0, mark.indexOf("-"))}-${Date.now().toString(16).slice(-8)}`;
  const content = JSON.stringify(body).replaceAll("{{unique}}", another).slice(0, -1);
  return [
    ["a body that ends too early", { text: { type: "application/json", content } }],
    // A dialect declares which may lack (DECL-22).
    ...(names.length < 2 || left === undefined || target.dialect !== undefined
      ? []
      : [["a body that lacks a field", { body: toJson({ ...body, [left]: undefined }) }] as const]),
  ];
}

function toJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}
