import * as z from "zod/mini";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { isJson, isObject, own, tryParseJson } from "../../fixtures/values/json.ts";
import { optional, withDefault, wholeNumber } from "../../fixtures/values/schema.ts";
import type { JournalEntry } from "./entry.ts";

/** A matcher of an assertion library: `expect.any(String)`, `expect.objectContaining({ … })`. */
interface Matcher {
  asymmetricMatch(actual: unknown): boolean;
  /** Its name. */
  toString(): string;
  /** What it was made with. */
  readonly sample?: unknown;
}

export function isMatcher(value: unknown): value is Matcher {
  return typeof value === "object" && value !== null && "asymmetricMatch" in value;
}

/** Playwright declares matchers as objects with any members. */
const matcher = z.custom<Readonly<Record<string, unknown>>>(isMatcher);
const textOrMatcher = z.union([z.string(), matcher], "expected a string, or a matcher such as expect.any(String)");
const texts: z.ZodMiniType<readonly z.infer<typeof textOrMatcher>[]> = z.array(textOrMatcher);
const parameters = z.record(
  z.string(),
  z.union([textOrMatcher, texts], "expected a string, a list of strings, or a matcher"),
);

/** Which requests match; absent members match anything. */
export const matchSchema = z.strictObject({
  operation: optional(z.enum(operationIds), "The operation of the request."),
  method: optional(z.string(), "In any letter case."),
  path: optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:\/|https?:\/\/)[^?#]*$/,
          "expected a path below the base URL, such as /api/v1/users, or the whole URL of another service; its query is `query`",
        ),
      ),
    "The whole path below the base URL.",
  ),
  query: optional(
    parameters,
    "Parameters that must be present with these values; a list is all values of a repeated one.",
  ),
  headers: optional(
    z.record(z.string(), textOrMatcher),
    "Headers that must be present with these values; names in any letter case.",
  ),
  body: optional(
    z
      .unknown()
      .check(
        z.refine(
          (value) => isJson(value, isMatcher),
          "expected JSON, which may hold matchers such as expect.any(String)",
        ),
      ),
    "JSON that the body must contain: objects may have more members.",
  ),
  status: optional(z.int(), "0 if no response was sent."),
  account: optional(z.string(), "The id of the account of the token."),
  rule: optional(z.string(), "The reason for the response: a requirement id or a dialect key."),
  scenario: optional(z.string(), "The name of a scenario that changed the response."),
});

export type Match = z.infer<typeof matchSchema>;

/** The expected number of requests: a number, or bounds. */
const countSchema = z.union(
  [
    wholeNumber(0),
    z.strictObject({
      atLeast: z.optional(wholeNumber(0)),
      atMost: z.optional(wholeNumber(0)),
    }),
  ],
  "expected a number from 0, or { atLeast, atMost }",
);

export const expectationSchema = z.strictObject({
  match: z._default(matchSchema, {}),
  count: withDefault(countSchema, { atLeast: 1 }, "At least one by default."),
});

/** What was to be received, before its defaults. */
export type Expectation = z.input<typeof expectationSchema>;

export type Count = z.infer<typeof countSchema>;

/** More would not help the reader. */
const maxDifferences = 20;

/** The differences of an entry from a matcher, at most the first 20; empty if it matches. */
export function differences(entry: JournalEntry, match: Match): readonly string[] {
  const found: string[] = [];
  for (const [at, expected, actual] of comparisons(entry, match)) {
    if (expected === undefined || isSame(expected, actual)) continue;
    if (found.push(`${at}: expected ${showExpected(expected)}, was ${showExpected(actual)}`) === maxDifferences) break;
  }
  return found;
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
