import { hideInBody, hideInHeaders, hideInPath, hideInQuery } from "../../fixtures/secrets/named.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
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
export function estimateBytes({ call, reply }: JournalItem): number {
  let bytes = 500 + call.path.length + call.query.length + call.body.byteLength + reply.body.length;
  for (const headers of [call.headers, reply.headers]) {
    for (const name of Object.keys(headers)) bytes += name.length + (headers[name]?.length ?? 0) + 32;
  }
  return bytes;
}

/** What is needed to show an entry in full; computed only when somebody reads it. */
export interface EntryContext {
  /** Other tokens are masked. */
  isKnownToken: IsKnownToken;
  /** The id of the account of a request's token. */
  findAccount: (call: Call, at: number) => string | undefined;
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
  { isKnownToken, findAccount, isDefault }: EntryContext,
): JournalEntry {
  const { status, delivery, why } = reply;
  const account = findAccount(call, at);
  const masked = maskSecrets(call, reply, isKnownToken);
  return {
    number,
    at: new Date(at).toISOString(),
    ...(account === undefined ? {} : { account }),
    request: { method: call.method, ...masked.request },
    reply: { status, ...masked.reply, ...(delivery === undefined ? {} : { delivery }) },
    why: { ...why, scenarios: why.scenarios ?? [], ...(isDefault(why.rule) ? { isDefault: true } : {}) },
  };
}

/** Whether a token belongs to the world: those are not secrets. */
export type IsKnownToken = (token: string) => boolean;

const mask = "[masked]";

/** A shorter value may occur anywhere by chance, so it is masked only where it was sent. */
const minHiddenLength = 8;

/**
 * Masks the secrets of a request by the names that carry them, and the same values elsewhere, also in the reply. Masking
 * does not change responses: an unknown token stays an unknown token.
 */
function maskSecrets(call: Call, reply: Reply, isKnown: IsKnownToken) {
  const redactor = createRedactor([]);
  const secrets = new Set<string>();
  const hide = (value: string): string => {
    if (isKnown(value.replace(/^\s*bearer +/i, ""))) return value;
    if (value.length >= minHiddenLength && !secrets.has(value)) redactor.add({ value, name: mask });
    secrets.add(value);
    return mask;
  };
  const body = decoder.decode(call.body);
  const sent = Object.entries(call.headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const hideInRequest = () => ({
    path: hideInPath(call.path, { hide, rest: redactor.text }),
    query: hideInQuery(call.query, { hide, rest: redactor.text }),
    headers: hideInHeaders(Object.fromEntries(sent), { hide, rest: redactor.text }),
    body: hideInBody(body, { hide, rest: redactor.body }),
  });
  // A secret may occur before the name that carries it, so all are found first.
  hideInRequest();
  const hideKnown = (value: string): string => (secrets.has(value) ? mask : value);
  return {
    request: hideInRequest(),
    reply: {
      headers: redactor.headers(reply.headers),
      body: hideInBody(reply.body, { hide: hideKnown, rest: redactor.body }),
    },
  };
}
