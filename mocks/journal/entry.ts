import type { Call, Delivery, Reply, Why } from "../service/call.ts";
import { createCallMask, type IsKnownToken } from "./mask.ts";

/** What the journal keeps of a request: references only, so that keeping it is free. */
export interface JournalItem {
  /** Requests are numbered from 1 in the order of their arrival. */
  readonly number: number;
  /** When it arrived: milliseconds since 1970, by the simulation's clock. */
  readonly at: number;
  readonly call: Call;
  readonly reply: Reply;
}

/** The approximate memory of an entry, in bytes: its head, its body, and the response. */
export function bytesOf({ call, reply }: JournalItem): number {
  let bytes = 500 + call.path.length + call.query.length + call.body.byteLength + reply.body.length;
  for (const headers of [call.headers, reply.headers]) {
    for (const name of Object.keys(headers)) bytes += name.length + (headers[name]?.length ?? 0) + 32;
  }
  return bytes;
}

/** What is needed to show an entry in full; computed only when somebody reads it. */
export interface Reading {
  /** Other tokens are masked. */
  isKnownToken: IsKnownToken;
  /** The id of the account of a request's token. */
  accountOf: (call: Call, at: number) => string | undefined;
  /** Whether a rule is a key that the dialect does not declare: the response is based on a default. */
  isDefault: (rule: string) => boolean;
}

/** One request and its response as plain data, with the reason for the response. */
export interface JournalEntry {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly account?: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Status 0 if no response was sent. */
  readonly reply: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly delivery?: Delivery;
  };
  readonly why: Why & {
    readonly scenarios: readonly string[];
    /** The rule is a dialect key that was neither declared nor learned. */
    readonly isDefault?: true;
  };
}

const decoder = new TextDecoder();

export function toEntry(
  { number, at, call, reply }: JournalItem,
  { isKnownToken, accountOf, isDefault }: Reading,
): JournalEntry {
  const { status, delivery, why } = reply;
  const account = accountOf(call, at);
  const masks = createCallMask(isKnownToken);
  const sent = decoder.decode(call.body);
  masks.learn(call, sent);
  return {
    number,
    at: new Date(at).toISOString(),
    ...(account === undefined ? {} : { account }),
    request: { method: call.method, ...masks.call(call, sent) },
    reply: { status, ...masks.reply(reply), ...(delivery === undefined ? {} : { delivery }) },
    why: { ...why, scenarios: why.scenarios ?? [], ...(isDefault(why.rule) ? { isDefault: true } : {}) },
  };
}
