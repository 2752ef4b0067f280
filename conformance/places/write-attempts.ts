import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { isObject, type Json } from "../../fixtures/json.ts";
import { createHash } from "node:crypto";
import { goodBody, isClosed, withFurtherLetters, withUnknownField } from "../target/body.ts";
import { isGood, type Call } from "../target/call.ts";
import { awaitCreated, freshValue, look, waitForSteadyTotal } from "../target/created-user.ts";
import { dialectOf } from "../target/dialect.ts";
import { readJson } from "../target/envelope.ts";
import { asksToWait, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { atOnce } from "./again.ts";
import { visit, type Visit } from "./visit.ts";
import { waysOf } from "./way.ts";

/** A place that was not tried, and why. */
export interface Untried {
  readonly place: string;
  readonly reason: string;
}

/** How much `meta.total` of the list grew each time a creation was rejected for its body. */
export interface Growth {
  readonly rejection: Exchange;
  readonly by: number;
  /** The list before and after it. */
  readonly evidence: readonly Exchange[];
}

/** What was sent after the first creation. */
interface Attempts {
  readonly visits: readonly Visit[];
  readonly untried: readonly Untried[];
  readonly growth?: Growth | undefined;
}

/** The maximum number of concurrent creations. */
const maxAtOnce = 5;

/** The minimum, for which budget is reserved. */
const roomAtOnce = 2;

/** The maximum number of additional consecutive creations: every Nth may fail. */
const maxInTurn = 2;

/**
 * Sends further creations: bodies that must be rejected, the same body again, and several concurrent ones of both
 * accounts.
 */
export async function writeMore(session: Session, sample: Exchange): Promise<Attempts> {
  const visits: Visit[] = [];
  const untried: Untried[] = [];
  const undeclared = undeclaredField(session);
  const room = async (): Promise<number> => session.maxCreated - (await session.creations()).length;
  const attempt = async (place: string, calls: readonly Call[], isServed: boolean): Promise<void> => {
    const made = await session.together(calls);
    if (made instanceof Unavailable) untried.push({ place, reason: withRemedy(made) });
    else for (const [index, call] of calls.entries()) visits.push(...visitOf(call, made[index], isServed));
  };
  if (session.isQuick) {
    if (undeclared !== undefined) await attempt("a creation with another body", [undeclared], true);
    return { visits, untried };
  }
  const mark = freshValue(sample.request.body);
  const sent = readJson({ body: sample.request.body ?? "" });
  if (mark === undefined || !isObject(sent)) {
    const reason = "the body has no {{unique}}, so its users cannot be identified (--create-body)";
    return { visits, untried: [{ place: "concurrent creations", reason }] };
  }
  const again: Call = { operation: "createUser", body: toJson(sent), label: againLabel };
  const repeat = (): Promise<void> => attempt(againLabel, [again], true);
  for (const [place, call] of invalid(session, mark)) {
    if ((await room()) > roomAtOnce) await attempt(place, [{ ...call, operation: "createUser", label: place }], false);
  }
  // Before other creations use up the limit.
  const growth = await growthByRejections(session, sample);
  if (growth instanceof Unavailable) untried.push({ place: "what rejected creations add", reason: withRemedy(growth) });
  const spared = isRejectedField(session) ? 1 : 0;
  // It may be rejected, so that more users can be created at once.
  const isAmong = !isUnique(session) && (await room()) - spared > maxAtOnce;
  if (!isAmong) await repeat();
  const isAlone = (await session.call({ operation: "listUsers", as: "second" })) instanceof Unavailable;
  const left = (await room()) - spared;
  const count = Math.max(undeclared === undefined ? roomAtOnce : 1, Math.min(maxAtOnce, isAmong ? left - 1 : left));
  const creations = Array.from({ length: count }, (_, index): Call => {
    if (index === 0 && undeclared !== undefined) return undeclared;
    const as = isAlone || index % 2 === 0 ? "first" : "second";
    const label = `creation ${index + 1} of ${count} at once`;
    return {
      operation: "createUser",
      as,
      label,
      // Each account has its own keys, and both may use the same key.
      ...(index < 2 && !isAlone ? { headers: { "idempotency-key": keyOf(mark) } } : {}),
      ...(index > 0 && index === count - 1 ? { body: withFurtherLetters(goodBody(session.target)) } : {}),
    };
  });
  const reading = atOnce(session, ...besideCreations);
  await attempt("concurrent creations", isAmong ? [...creations, again] : creations, true);
  visits.push(...(await reading), ...(await afterCreations(session)));
  // A failed creation is tried again by PATH-01.
  const toRepeat = visits.some(({ exchange }) => (exchange.response?.status ?? 0) >= 500) ? 1 : 0;
  for (let number = 1; number <= maxInTurn && (await room()) > spared + toRepeat; number += 1) {
    const label = `another creation, ${number}`;
    await attempt(label, [{ operation: "createUser", label }], true);
  }
  return { visits, untried, ...(growth instanceof Unavailable ? {} : { growth }) };
}

/** A key that identifies a repeated creation (draft-ietf-httpapi-idempotency-key-header). */
function keyOf(mark: string): string {
  const digits = createHash("sha256").update(mark).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-4$3-8$4-$5");
}

/** The list, read twice while users are created. */
const besideCreations = [
  "listUsers while users are created",
  [{ operation: "listUsers" }, { operation: "listUsers" }],
] as const;

/** The label of readings directly after creations, which may clear a cache that is then filled differently. */
export const afterLabel = "directly after creations";

/** Each account's invoices directly after creations, in the longest possible pages. */
async function afterCreations(session: Session): Promise<readonly Visit[]> {
  const [way] = await waysOf(session, "listInvoices");
  const size = way?.size === undefined ? {} : { query: { [way.size]: String(Math.min(way.maxSize ?? 100, 100)) } };
  const visits: Visit[] = [];
  for (const as of ["first", "second"] as const) {
    const isServed = as === "first";
    const place = `listInvoices ${afterLabel}${isServed ? "" : " (second account)"}`;
    const call: Call = { operation: "listInvoices", as, label: afterLabel, ...size };
    visits.push(...(await visit(session, { place, call, isServed })));
  }
  return visits;
}

function withRemedy({ reason }: Unavailable): string {
  return reason.includes("a run creates at most") ? `${reason} (--max-created)` : `${reason} (--patience)`;
}

/** The same body again: it may be rejected, also by a success of another form or status. */
const againLabel = "the same body again";

function visitOf(call: Call, exchange: Exchange | undefined, isCreation: boolean): readonly Visit[] {
  const isServed = isCreation && call.label !== againLabel;
  const place = `${call.label ?? "a creation with another body"}${call.as === "second" ? " (second account)" : ""}`;
  return exchange === undefined ? [] : [{ operation: "createUser", place, call, exchange, isServed }];
}

/**
 * The creation that DECL-24 judges, unless it must be rejected: as one of the concurrent ones, it creates no additional
 * user.
 */
function undeclaredField({ target }: Session): Call | undefined {
  const dialect = dialectOf(target)?.declared;
  const treated = dialect && ifDeclared(() => dialect.createUser.unknownFields);
  if (dialect === undefined || treated === undefined || treated === "reject" || isClosed(dialect)) return undefined;
  return { operation: "createUser", body: withUnknownField(target) };
}

/**
 * Whether the dialect declares that a body with an undeclared field is rejected: DECL-24 sends one, which may create a
 * user.
 */
function isRejectedField({ target }: Session): boolean {
  const dialect = dialectOf(target)?.declared;
  return dialect !== undefined && ifDeclared(() => dialect.createUser.unknownFields) === "reject";
}

/** Whether the dialect declares that the same body is rejected. */
function isUnique({ target }: Session): boolean {
  const dialect = dialectOf(target)?.declared;
  return dialect !== undefined && (ifDeclared(() => dialect.createUser.unique) ?? []).length > 0;
}

/** Bodies that most services reject: one without any field, a truncated one, and one that lacks a field. */
function invalid({ target }: Session, mark: string): readonly (readonly [string, Partial<Call>])[] {
  const body = goodBody(target);
  if (!isObject(body)) return [];
  const textOf = (name: string): string => JSON.stringify(body[name]);
  const names = Object.keys(body).filter((name) => textOf(name).includes("{{unique}}"));
  // Most services require an address.
  const left = names.find((name) => textOf(name).includes("@")) ?? names.at(-1);
  const another = `${mark.slice(0, mark.indexOf("-"))}-${Date.now().toString(16).slice(-8)}`;
  const content = JSON.stringify(body).replaceAll("{{unique}}", another).slice(0, -1);
  return [
    // An empty body hardly ever creates a user, so it does not use up the limit. With a dialect, DECL-22 sends one.
    ...(target.dialect === undefined ? [["an empty body", { body: {} }] as const] : []),
    ["a truncated body", { text: { type: "application/json", content } }],
    ...(names.length < 2 || left === undefined || target.dialect !== undefined
      ? []
      : [["a body without a required field", { body: toJson({ ...body, [left]: undefined }) }] as const]),
  ];
}

function toJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

/** Milliseconds for which the list must not change: uneven, so that no periodic client fits. */
const quiet = { first: 300, second: 700, last: 1200 };

/**
 * Repeats a rejected creation twice if the list seems to have its user. If the total grows by the same number each
 * time, but not before, between and after, for longer than a creation takes, other clients are not the cause.
 */
async function growthByRejections(session: Session, sample: Exchange): Promise<Growth | Unavailable | undefined> {
  const isRejected = ({ call, exchange }: { readonly call: Call; readonly exchange: Exchange }): boolean => {
    const status = exchange.response?.status ?? 0;
    const isPlain = (call.path ?? call.method) === undefined;
    return isPlain && isGood(call) && status >= 300 && status <= 500 && !asksToWait(exchange);
  };
  const strays = (await session.creations()).filter((made) => made.shownBy === "list" && isRejected(made));
  const isImmediate = (await awaitCreated(session, sample))?.lag === 0;
  if (strays.length === 0 || !isImmediate) return undefined;
  // Several creations share a reading of the list: the last one may be blamed for the first one's user.
  const isJson = ({ operation, text }: Call): boolean => operation === "createUser" && text === undefined;
  const sent = session.entries.filter((entry) => isJson(entry.call) && isRejected(entry));
  for (const { call } of new Set([...sent.slice(0, 1), ...strays])) {
    const growth = await repeatedGrowth(session, call);
    if (growth !== undefined) return growth;
  }
  return undefined;
}

async function repeatedGrowth(session: Session, call: Call): Promise<Growth | Unavailable | undefined> {
  const grow = async (label: string, milliseconds: number) => {
    const before = await waitForSteadyTotal(session, `before ${label}`, milliseconds);
    if (before?.total === undefined) return undefined;
    const rejection = await session.call({ ...call, label });
    if (rejection instanceof Unavailable) return rejection;
    const after = await look(session, `after ${label}`);
    if (after?.total === undefined) return undefined;
    const evidence = [before.exchange, after.exchange];
    return { rejection, by: after.total - before.total, total: after.total, evidence };
  };
  const once = await grow("a rejected body, repeated", quiet.first);
  if (once === undefined || once instanceof Unavailable) return once;
  if (once.by <= 0) return undefined;
  const twice = await grow("a rejected body, repeated again", quiet.second);
  if (twice === undefined || twice instanceof Unavailable) return twice;
  const last = await waitForSteadyTotal(session, "after the rejected bodies", quiet.last);
  return twice.by === once.by && last?.total === twice.total ? twice : undefined;
}
