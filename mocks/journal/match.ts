import { isObject, tryParseJson, own } from "../../fixtures/values/json.ts";
import type { JournalEntry } from "./entry.ts";
import { isMatcher, type Match } from "./expectation.ts";

/** More would not help the reader. */
const maxDifferences = 20;

/** The differences of an entry from a matcher, at most the first 20; empty if it matches. */
export function differences(entry: JournalEntry, match: Match): readonly string[] {
  const texts: string[] = [];
  for (const [at, expected, actual] of comparisons(entry, match)) {
    if (expected === undefined || isSame(expected, actual)) continue;
    if (texts.push(`${at}: expected ${showExpected(expected)}, was ${showExpected(actual)}`) === maxDifferences) break;
  }
  return texts;
}

/** Values of JSON; the expected one may hold matchers. */
type Comparison = readonly [at: string, expected: unknown, actual: unknown];

function* comparisons({ request, reply, why, account }: JournalEntry, match: Match): Generator<Comparison, void> {
  const query = new URLSearchParams(request.query);
  const { scenario } = match;
  yield ["operation", match.operation, why.operation];
  yield ["method", match.method?.toUpperCase(), request.method];
  yield ["path", match.path, request.path];
  for (const [name, value] of Object.entries(match.query ?? {})) {
    const values = query.getAll(name);
    const single = values.find((one) => isSame(value, one)) ?? (values.length > 1 ? values : values[0]);
    yield [`query ${name}`, value, Array.isArray(value) ? values : single];
  }
  for (const [name, value] of Object.entries(match.headers ?? {})) {
    yield [`header ${name}`, value, own(request.headers, name.toLowerCase())];
  }
  if (match.body !== undefined) {
    const body = tryParseJson(request.body);
    yield* compareMembers(body === undefined ? "body as JSON" : "body", match.body, body);
  }
  yield ["status", match.status, reply.status];
  yield ["account", match.account, account];
  yield ["rule", match.rule, why.rule];
  const isActive = why.scenarios.some((text) => text === scenario || text.split(":")[0] === scenario);
  yield ["scenario", scenario, isActive ? scenario : why.scenarios.join(", ")];
}

/** An expected object may have fewer members than the actual one; anything else must be equal, or match. */
function* compareMembers(at: string, expected: unknown, actual: unknown): Generator<Comparison, void> {
  if (isMatcher(expected) || !isObject(expected) || !isObject(actual)) return yield [at, expected, actual];
  for (const [name, value] of Object.entries(expected))
    yield* compareMembers(`${at}.${name}`, value, own(actual, name));
}

/** Equal as JSON: the order of members does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (isMatcher(one)) return other !== undefined && one.asymmetricMatch(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

/** Long enough to tell values apart. */
const maxShown = 300;

/** A value as a message shows it; of a matcher its name and what it was made with. */
export function showExpected(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (!isMatcher(member)) return member;
    const { sample } = member;
    return { [String(member)]: typeof sample === "function" ? sample.name : (sample ?? null) };
  });
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
