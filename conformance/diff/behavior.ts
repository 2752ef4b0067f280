import { matchPath } from "../../fixtures/contract/operations.ts";
import { isObject, type JsonObject } from "../../fixtures/json.ts";
import { cursorsIn } from "../discovery/next-page.ts";
import type { Answer } from "../discovery/observation.ts";
import { evidenceLines } from "../learn/texts.ts";
import { visibleLine } from "../report/visible.ts";
import { callKey, type Call } from "../target/call.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { furtherCalls } from "./further-calls.ts";

/** A target that can get the same requests as another one. */
export interface Behavior {
  readonly baseUrl: string;
  /** A text about the target without field names that are data. */
  readonly mask: (text: string) => string;
  /** The requests sent to learn it, and their responses. */
  readonly answers: readonly Answer[];
  /** A body that creates a user, if that is allowed and one is known. */
  readonly createBody?: JsonObject | undefined;
  /** Sends further requests, and returns the conclusive responses. */
  readonly ask: (calls: readonly Call[]) => Promise<readonly Answer[]>;
}

/** A request with different responses from the two targets. */
export interface BehaviorDifference {
  readonly words: string;
  /** The request and its response, of each side. */
  readonly a: string;
  readonly b: string;
  /** How many other requests differ in the same way. */
  readonly others: number;
}

/** Compares the responses of two targets to the same requests: the first request of each kind of difference. */
export async function compareBehavior(
  a: Behavior,
  b: Behavior,
): Promise<{ readonly compared: number; readonly behaviors: readonly BehaviorDifference[] }> {
  const [known, alsoKnown] = [byKey(a.answers), byKey(b.answers)];
  const calls = new Map(furtherCalls([a.createBody, b.createBody]).map((call) => [callKey(call), call]));
  for (const [key, { call }] of [...known, ...alsoKnown]) if (call.label === undefined) calls.set(key, call);
  const missing = (of: ReadonlyMap<string, Answer>): Call[] =>
    [...calls].flatMap(([key, call]) => (of.has(key) ? [] : [call]));
  const inA = new Map([...known, ...byKey(await a.ask(missing(known)))]);
  const inB = new Map([...alsoKnown, ...byKey(await b.ask(missing(alsoKnown)))]);
  const pairs = [...inA].flatMap(([key, one]) => {
    const other = inB.get(key);
    return other === undefined ? [] : [[one, other] as const];
  });
  const found = new Map<string, BehaviorDifference>();
  for (const pair of pairs) {
    for (const { kind, words } of differencesOf(...pair, a)) {
      const before = found.get(kind);
      const [shownA, shownB] = [shown(pair[0], a), shown(pair[1], b)];
      found.set(kind, before ? { ...before, others: before.others + 1 } : { words, a: shownA, b: shownB, others: 0 });
    }
  }
  return { compared: pairs.length, behaviors: [...found.values(), ...memberDifferences(pairs, a, b)] };
}

/** Roles of ids, which have other names in each target. */
const idRoles: ReadonlySet<string | undefined> = new Set(["a known id", "an unknown id", "an ill-formed id"]);

/** The comparable responses, by request; those that depend on one target's records are not. */
function byKey(answers: readonly Answer[]): ReadonlyMap<string, Answer> {
  const found = new Map<string, Answer>();
  const cursors = new Set(answers.flatMap(({ exchange }) => cursorsIn(exchange)));
  for (const answer of answers) {
    const { call } = answer;
    if (Object.values(call.query ?? {}).some((value) => cursors.has(value))) continue;
    const isOfId = call.label !== undefined && idRoles.has(call.label);
    const isOwn = call.label !== undefined && !isOfId;
    if (isOwn || call.id !== undefined || call.as === "second" || call.method === "PROPFIND") continue;
    const key = isOfId ? `${call.label} ${call.as ?? "first"}` : callKey(call);
    if (!found.has(key)) found.set(key, answer);
  }
  return found;
}

/** Headers that matter to clients: those whose values are compared, and those whose presence is. */
const headers = {
  byValue: [
    "allow",
    "www-authenticate",
    "cache-control",
    "access-control-allow-origin",
    "access-control-allow-headers",
  ],
  byPresence: ["link", "etag", "location", "retry-after", "set-cookie"],
} as const;

interface KindOfDifference {
  /** The key of a kind of difference. */
  readonly kind: string;
  readonly words: string;
}

function differencesOf(one: Answer, other: Answer, { baseUrl, mask }: Behavior): readonly KindOfDifference[] {
  const [inA, inB] = [one.exchange.response, other.exchange.response];
  const [line = ""] = evidenceLines({ evidence: [one] }, { baseUrl, mask });
  const request = line.replace(/ → \d+$/, "");
  const said = (what: string, left: string, right: string): KindOfDifference => ({
    kind: `${what} ${left} ${right}`,
    words: `${what} of ${request} is ${left} in A, ${right} in B`,
  });
  if (inA.status !== inB.status) return [said("the status", String(inA.status), String(inB.status))];
  const types = [inA, inB].map((response) => (response.body === "" ? "" : mediaType(response.headers["content-type"])));
  const [typeA = "", typeB = ""] = types;
  const form = formDifference(...comparable(one, other), "");
  return [
    ...(typeA === typeB ? [] : [said("the media type", typeA || "none", typeB || "none")]),
    ...(form === undefined || typeA !== typeB
      ? []
      : [{ kind: `body ${form}`, words: `in the body of ${request}, ${form}` }]),
    ...headers.byValue.flatMap((name) => {
      const [left = "absent", right = "absent"] = [inA, inB].map(({ headers: { [name]: value } }) => inOrder(value));
      const both = left === "absent" || right === "absent" ? "" : " in both";
      return left === right ? [] : [{ ...said(`the header ${name}`, left, right), kind: `header ${name}${both}` }];
    }),
    ...headers.byPresence.flatMap((name) => {
      const [left, right] = [inA, inB].map((response) => (response.headers[name] === undefined ? "absent" : "there"));
      return left === undefined || right === undefined || left === right
        ? []
        : [said(`the header ${name}`, left, right)];
    }),
  ];
}

/**
 * The comparable parts of two bodies: not the records of lists, which depend on the target, and nothing of lists with
 * other totals, which may have other links.
 */
function comparable(one: Answer, other: Answer): readonly [unknown, unknown] {
  const [inA, inB] = [one.exchange.response, other.exchange.response];
  const isCreation = one.call.operation === "createUser" && one.call.method === undefined;
  if (isCreation || !isSuccess(one.exchange)) return [readJson(inA), readJson(inB)];
  const [a, b] = [readEnvelope(inA), readEnvelope(inB)];
  if (a.meta?.["total"] !== b.meta?.["total"]) return [undefined, undefined];
  return [
    { ...a.object, data: [] },
    { ...b.object, data: [] },
  ];
}

/** A list in a header, whose order does not matter. */
function inOrder(value: string | undefined): string | undefined {
  return value?.split(", ").toSorted().join(", ");
}

function mediaType(value = ""): string {
  return (value.split(";")[0] ?? "").trim().toLowerCase();
}

/** The first member that only one of two bodies has, or whose types differ. */
function formDifference(a: unknown, b: unknown, at: string): string | undefined {
  if (a === null || b === null || a === undefined || b === undefined) return undefined;
  const name = at === "" ? "the whole" : `\`${at}\``;
  if (Array.isArray(a) && Array.isArray(b)) return formDifference(a[0], b[0], `${at}[]`);
  if (isObject(a) && isObject(b)) {
    for (const member of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const path = at === "" ? member : `${at}.${member}`;
      if (!Object.hasOwn(a, member) || !Object.hasOwn(b, member)) {
        return `\`${path}\` is only in ${Object.hasOwn(a, member) ? "A" : "B"}`;
      }
      const deeper = formDifference(a[member], b[member], path);
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  }
  return typeOf(a) === typeOf(b) ? undefined : `${name} is a ${typeOf(a)} in A, a ${typeOf(b)} in B`;
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/** Members beside the records that only one target's successes have; some occur only on some pages. */
function memberDifferences(
  pairs: readonly (readonly [Answer, Answer])[],
  a: Behavior,
  b: Behavior,
): readonly BehaviorDifference[] {
  const successes = pairs.filter((pair) => pair.every(({ exchange }) => isSuccess(exchange)));
  const [inA, inB] = [membersOf(successes.map(([one]) => one)), membersOf(successes.map(([, other]) => other))];
  return [...new Set([...inA.keys(), ...inB.keys()])].flatMap((member): BehaviorDifference[] => {
    const [one, other] = [inA.get(member), inB.get(member)];
    if (one !== undefined && other !== undefined) return [];
    const index = successes.findIndex((pair) => pair.includes(one ?? other ?? pair[0]));
    const pair = successes[index];
    if (pair === undefined) return [];
    const words = `successes have \`${member}\` only in ${one === undefined ? "B" : "A"}`;
    return [{ words, a: shown(pair[0], a), b: shown(pair[1], b), others: 0 }];
  });
}

/** The members of successes, except those of records, each with the first response that has it. */
function membersOf(answers: readonly Answer[]): ReadonlyMap<string, Answer> {
  const found = new Map<string, Answer>();
  for (const answer of answers) {
    const visit = (value: unknown, at: string): void => {
      if (!found.has(at)) found.set(at, answer);
      if (at === "data") return;
      if (isObject(value))
        for (const [name, member] of Object.entries(value)) visit(member, at === "" ? name : `${at}.${name}`);
    };
    // The path could contain anything.
    if (answer.call.path === undefined || matchPath(answer.call.path) !== undefined)
      visit(readJson(answer.exchange.response), "");
  }
  return found;
}

/** A request and its response on one line, without anything from records. */
function shown(answer: Answer, { baseUrl, mask }: Behavior): string {
  const { headers: received, body } = answer.exchange.response;
  const [line = ""] = evidenceLines({ evidence: [answer] }, { baseUrl, mask });
  const text = isSuccess(answer.exchange) ? "" : ` ${mask(body)}`;
  return visibleLine(`${line} ${received["content-type"] ?? ""}${text}`.trim(), 240);
}
