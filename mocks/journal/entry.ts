import { hideInBody, hideInHeaders, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import type { Call, Reply, Why } from "../service/call.ts";

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
  readonly request: Pick<Call, "method" | "path" | "query"> & {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Status 0 if no response was sent. */
  readonly reply: Omit<Reply, "why">;
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

/** Whether a token belongs to the world: those are not secrets. */
export type IsKnownToken = (token: string) => boolean;

const mask = "[masked]";

/** A shorter value may occur anywhere by chance, so it is masked only where it was sent. */
const leastElsewhere = 8;

const same = (text: string): string => text;

/**
 * Masks the secrets of requests by the names that carry them, and remembers them to mask them elsewhere. Masking does
 * not change responses: an unknown token stays an unknown token.
 */
function createCallMask(isKnown: IsKnownToken) {
  const redactor = createRedactor([]);
  const seen = new Set<string>();
  const isPublic = (value: string): boolean => isKnown(value.replace(/^\s*bearer +/i, ""));
  const hide = (value: string): string => {
    if (isPublic(value)) return value;
    if (value.length >= leastElsewhere && !seen.has(value)) redactor.add({ value, name: mask });
    seen.add(value);
    return mask;
  };
  const inReply: Masker = { hide: (value) => (seen.has(value) ? mask : value), rest: redactor.body };
  const maskedCall = (
    { path, query, headers }: Call,
    body: string,
    { text, body: json }: Pick<Redactor, "text" | "body">,
  ) => {
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return {
      path: hideInPath(path, { hide, rest: text }),
      query: hideInQuery(query, { hide, rest: text }),
      headers: hideInHeaders(Object.fromEntries(sent), { hide, rest: text }),
      body: hideInBody(body, { hide, rest: json }),
    };
  };
  return {
    /** Remembers the secrets of a request. */
    learn: (call: Call, body: string): void => void maskedCall(call, body, { text: same, body: same }),
    call: (call: Call, body: string) => maskedCall(call, body, redactor),
    reply: ({ headers, body }: Reply) => ({ headers: redactor.headers(headers), body: hideInBody(body, inReply) }),
    /** Masks the secrets of requests in data that the service made, and nothing else. */
    body: (body: string): string => hideInBody(body, inReply),
  };
}
