import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { credentials } from "./credentials.ts";

/**
 * A request that a check asks for: an operation, and what differs from the plain authorized request. Checks change one
 * thing at a time; equal calls are sent once.
 */
export const callSchema = z.strictObject({
  operation: z.enum(operationIds),
  /** The credentials; the first token by default. */
  as: z.enum(credentials).optional(),
  /** If the credentials can be sent under several names, only this one. */
  only: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
  /** Replaces the first known id in the path. */
  id: z.string().optional(),
  /** Replaces the valid body of `createUser`; `{{unique}}` becomes a unique value. */
  body: z.json().optional(),
  /** A raw body with its content type, which may be empty; replaces `body`. `{{unique}}` is filled in. */
  text: z.strictObject({ type: z.string(), content: z.string() }).optional(),
  /** Replaces the operation's method; only with a safe one (RFC 9110 §9.2.1). */
  method: z.enum(["HEAD", "OPTIONS", "PROPFIND"]).optional(),
  /** Additional headers, with lower-case names; none may contain a secret. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Replaces the operation's path. */
  path: z.string().optional(),
  /** Sent on the connection of all these requests, one after another; otherwise a POST gets a new one. */
  isKept: z.literal(true).optional(),
  /** Tells a repeated request from the first: `before the rejections`. */
  label: z.string().optional(),
});

export type Call = Readonly<z.infer<typeof callSchema>>;

const keys = new WeakMap<Call, string>();

/** The key of a call in the record of a run: the same for equal calls. */
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
