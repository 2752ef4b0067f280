import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { credentials } from "./credentials.ts";

/**
 * One call to the target, as a check asks for it: an operation, and what is changed against the plain authorized
 * call. A rule is judged by changing one thing a call; two calls that are alike are sent once.
 */
export const callSchema = z.strictObject({
  operation: z.enum(operationIds),
  /** What it carries as `Authorization`; the first token by default. */
  as: z.enum(credentials).optional(),
  /** Where these credentials go by several names, this one alone. */
  only: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
  /** Instead of the first known id, where the path has one. */
  id: z.string().optional(),
  /** Instead of the good body of `createUser`; `{{unique}}` becomes a fresh value. */
  body: z.json().optional(),
  /** A body as it is sent, with its content type, empty for none; instead of `body`. `{{unique}}` is filled in. */
  text: z.strictObject({ type: z.string(), content: z.string() }).optional(),
  /** Instead of the operation's method; only a safe one (RFC 9110 §9.2.1). */
  method: z.enum(["HEAD", "OPTIONS", "PROPFIND"]).optional(),
  /** Further headers, by lower-case name; none that carries a secret. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Instead of the operation's path. */
  path: z.string().optional(),
  /** Tells a repeated request from the first: `before the refusals`. */
  label: z.string().optional(),
});

export type Call = Readonly<z.infer<typeof callSchema>>;

/** Whether it carries the token of one of the accounts as §5 has it. */
export function isGood({ as = "first" }: Call): boolean {
  return as === "first" || as === "second";
}

const keys = new WeakMap<Call, string>();

/** The key of a call in the record of a run: equal for equal calls. */
export function callKey(call: Call): string {
  const key = keys.get(call) ?? keyOf(call);
  keys.set(call, key);
  return key;
}

function keyOf(call: Call): string {
  return JSON.stringify(sorted({ ...call, as: call.as ?? "first" }));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
