import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { own } from "../../fixtures/own.ts";
import type { JournalEntry } from "./entry.ts";

const textMap = z.record(z.string(), z.string());

/** Which calls are meant; what is left out matters not. */
export const matchSchema = z.strictObject({
  operation: z.enum(operationIds).optional().describe("The operation that was called."),
  method: z.string().optional().describe("In any case."),
  path: z.string().optional().describe("The whole path below the base URL."),
  query: textMap.optional().describe("Parameters that must be there with these values."),
  headers: textMap.optional().describe("Headers that must be there with these values; names in any case."),
  body: z.json().optional().describe("JSON the body must hold: an object may have more members than these."),
  status: z.int().optional().describe("0 where no reply was sent."),
  account: z.string().optional().describe("The id of the account whose token the call carried."),
  rule: z.string().optional().describe("Why the reply is what it is: a requirement id or a dialect key."),
  scenario: z.string().optional().describe("The name of a scenario that had a hand in the reply."),
});

export type Match = z.infer<typeof matchSchema>;
type Json = z.core.util.JSONType;

/** In what an entry is not what was meant: empty where it is. */
export function differences(entry: JournalEntry, match: Match): readonly string[] {
  const { request, reply, why } = entry;
  const query = new URLSearchParams(request.query);
  return [
    ...differs("operation", match.operation, why.operation),
    ...differs("method", match.method?.toUpperCase(), request.method),
    ...differs("path", match.path, request.path),
    ...Object.entries(match.query ?? {}).flatMap(([name, value]) =>
      differs(`query ${name}`, value, query.get(name) ?? undefined),
    ),
    ...Object.entries(match.headers ?? {}).flatMap(([name, value]) =>
      differs(`header ${name}`, value, own(request.headers, name.toLowerCase())),
    ),
    ...bodyDifferences(match.body, request.body),
    ...differs("status", match.status, reply.status),
    ...differs("account", match.account, entry.account),
    ...differs("rule", match.rule, why.rule),
    ...scenarioDifferences(match.scenario, why.scenarios),
  ];
}

function differs(name: string, expected: Json | undefined, actual: Json | undefined): readonly string[] {
  return expected === undefined || isSame(expected, actual)
    ? []
    : [`${name}: expected ${show(expected)}, was ${show(actual)}`];
}

function scenarioDifferences(expected: string | undefined, actual: readonly string[]): readonly string[] {
  if (expected === undefined || actual.some((text) => text.split(":")[0] === expected)) return [];
  return [`scenario: expected ${expected}, was ${actual.length === 0 ? "none" : actual.join(", ")}`];
}

function bodyDifferences(expected: Json | undefined, body: string): readonly string[] {
  if (expected === undefined) return [];
  const actual = parse(body);
  if (actual === undefined) return [`body: expected ${show(expected)}, was no JSON`];
  return partDifferences("body", expected, actual);
}

/** An expected object is a part of the actual one; anything else must be equal. */
function partDifferences(at: string, expected: Json, actual: Json | undefined): readonly string[] {
  if (!isObject(expected) || !isObject(actual)) return differs(at, expected, actual);
  return Object.entries(expected).flatMap(([name, value]) =>
    partDifferences(`${at}.${name}`, value, own(actual, name)),
  );
}

/** Equal as JSON: the order of an object's members says nothing. */
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

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): Json | undefined {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function show(value: Json | undefined): string {
  return value === undefined ? "missing" : JSON.stringify(value);
}
