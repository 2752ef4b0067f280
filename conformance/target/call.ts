import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import type { Credentials } from "./credentials.ts";

/**
 * A request that a check asks for: an operation, and what differs from the plain authorized request. Checks change one
 * thing at a time; equal calls are sent once.
 */
export interface Call {
  readonly operation: OperationId;
  /** The credentials; the first token by default. */
  readonly as?: Credentials;
  readonly query?: Readonly<Record<string, string>>;
  /** Replaces the first known id in the path. */
  readonly id?: string;
  /** Replaces the valid body of `createUser`; `{{unique}}` becomes a unique value. */
  readonly body?: Json;
  /** A raw body with its content type, which may be empty; replaces `body`. `{{unique}}` is filled in. */
  readonly text?: { readonly type: string; readonly content: string };
  /** Replaces the operation's method; only with a safe one (RFC 9110 §9.2.1). */
  readonly method?: "HEAD" | "OPTIONS" | "PROPFIND";
  /** Additional headers, with lower-case names; none may contain a secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the operation's path. */
  readonly path?: string;
  /** Tells a repeated request from the first: `before the rejections`. */
  readonly label?: string;
}

const keys = new WeakMap<Call, string>();

/** The key of a call in the record of a run: the same for equal calls. */
export function callKey(call: Call): string {
  const key = keys.get(call) ?? createKey(call);
  keys.set(call, key);
  return key;
}

function createKey(call: Call): string {
  return JSON.stringify(sortMembers({ ...call, as: call.as ?? "first" }));
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}
