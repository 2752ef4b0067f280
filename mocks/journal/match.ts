import { isObject, jsonOf, type Json } from "../../fixtures/json.ts";
import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { own } from "../../fixtures/own.ts";
import type { JournalEntry } from "./entry.ts";

const textMap = z.record(z.string(), z.string());

/** Which requests match; absent members match anything. */
export const matchSchema = z.strictObject({
  operation: z.enum(operationIds).optional().describe("The operation of the request."),
  method: z.string().optional().describe("In any letter case."),
  path: z.string().optional().describe("The whole path below the base URL."),
  query: textMap.optional().describe("Parameters that must be present with these values."),
  headers: textMap.optional().describe("Headers that must be present with these values; names in any letter case."),
  body: z.json().optional().describe("JSON that the body must contain: objects may have more members."),
  status: z.int().optional().describe("0 if no response was sent."),
  account: z.string().optional().describe("The id of the account of the token."),
  rule: z.string().optional().describe("The reason for the response: a requirement id or a dialect key."),
  scenario: z.string().optional().describe("The name of a scenario that changed the response."),
});

export type Match = z.infer<typeof matchSchema>;
/** More would not help the reader. */
const maxDifferences = 20;

/** The differences of an entry from a matcher, at most the first 20; empty if it matches. */
export function differences(entry: JournalEntry, match: Match): readonly string[] {
  const found: string[] = [];
  for (const [at, expected, actual] of comparisons(entry, match)) {
    if (expected === undefined || isSame(expected, actual)) continue;
    if (found.push(`${at}: expected ${show(expected)}, was ${show(actual)}`) === maxDifferences) break;
  }
  return found;
}

type Comparison = readonly [at: string, expected: Json | undefined, actual: Json | undefined];

function* comparisons({ request, reply, why, account }: JournalEntry, match: Match): Generator<Comparison, void> {
  const query = new URLSearchParams(request.query);
  const { scenario } = match;
  yield ["operation", match.operation, why.operation];
  yield ["method", match.method?.toUpperCase(), request.method];
  yield ["path", match.path, request.path];
  for (const [name, value] of Object.entries(match.query ?? {})) {
    yield [`query ${name}`, value, query.get(name) ?? undefined];
  }
  for (const [name, value] of Object.entries(match.headers ?? {})) {
    yield [`header ${name}`, value, own(request.headers, name.toLowerCase())];
  }
  if (match.body !== undefined) {
    const body = jsonOf(request.body);
    yield* parts(body === undefined ? "body as JSON" : "body", match.body, body);
  }
  yield ["status", match.status, reply.status];
  yield ["account", match.account, account];
  yield ["rule", match.rule, why.rule];
  const isActive = why.scenarios.some((text) => text.split(":")[0] === scenario);
  yield ["scenario", scenario, isActive ? scenario : why.scenarios.join(", ")];
}

/** An expected object may have fewer members than the actual one; anything else must be equal. */
function* parts(at: string, expected: Json, actual: Json | undefined): Generator<Comparison, void> {
  if (!isObject(expected) || !isObject(actual)) return yield [at, expected, actual];
  for (const [name, value] of Object.entries(expected)) yield* parts(`${at}.${name}`, value, own(actual, name));
}

/** Equal as JSON: the order of members does not matter. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
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

function show(value: Json | undefined): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
