import { hideInBody, hideInHeaders, hideInPath, hideInQuery } from "../../fixtures/secrets/named.ts";
import { runSteps, type Steps } from "../../fixtures/values/steps.ts";
import { mapTexts } from "../../fixtures/values/json.ts";
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

/** @param isMasked false for what is compared, never shown */
export function toEntry(item: JournalItem, context: EntryContext, isMasked = true): JournalEntry {
  return runSteps(toEntryInSteps(item, context, isMasked));
}

/** `toEntry`, in steps: masking a large body takes time. */
export function* toEntryInSteps(
  { number, at, call, reply }: JournalItem,
  { isKnownToken, findAccount, isDefault }: EntryContext,
  isMasked = true,
): Steps<JournalEntry> {
  const { status, delivery, why } = reply;
  const account = findAccount(call, at);
  const texts = isMasked ? yield* maskOnce(call, reply, isKnownToken) : readTexts(call, reply);
  return {
    number,
    at: new Date(at).toISOString(),
    ...(account === undefined ? {} : { account }),
    request: { method: call.method, ...texts.request },
    reply: { status, ...texts.reply, ...(delivery === undefined ? {} : { delivery }) },
    why: { ...why, scenarios: why.scenarios ?? [], ...(isDefault(why.rule) ? { isDefault: true } : {}) },
  };
}

/** Whether a token belongs to the world: those are not secrets. */
type IsKnownToken = (token: string) => boolean;

const mask = "[masked]";

/** A shorter value may occur anywhere by chance, so it is masked only where it was sent. */
const minHiddenLength = 8;

/** A request with more secrets is not an ordinary one; it is masked as a whole. */
const maxSecrets = 200;
const maskedWhole = `[masked: more than ${maxSecrets} secrets]`;

/** The texts of a request and its response as they are shown. */
interface MaskedTexts {
  readonly request: Omit<JournalEntry["request"], "method">;
  readonly reply: Pick<Reply, "headers" | "body">;
}

/** The last result for each request, and what was asked for it: which tokens are known may change. */
const results = new WeakMap<Call, { readonly texts: MaskedTexts; readonly asked: ReadonlyMap<string, boolean> }>();

function* maskOnce(call: Call, reply: Reply, isKnown: IsKnownToken): Steps<MaskedTexts> {
  const result = results.get(call);
  if (result !== undefined && [...result.asked].every(([token, answer]) => isKnown(token) === answer)) {
    return result.texts;
  }
  const asked = new Map<string, boolean>();
  const texts = yield* maskSecrets(call, reply, (token) => {
    const answer = asked.get(token) ?? isKnown(token);
    asked.set(token, answer);
    return answer;
  });
  results.set(call, { texts, asked });
  return texts;
}

/**
 * Masks the secrets of a request by the names that carry them, and the same values elsewhere, also in the reply. Masking
 * does not change responses: an unknown token stays an unknown token.
 */
function* maskSecrets(call: Call, reply: Reply, isKnown: IsKnownToken): Steps<MaskedTexts> {
  const secrets = new Set<string>();
  const hide = (value: string): string => {
    if (secrets.has(value) || secrets.size > maxSecrets) return mask;
    if (isKnown(value.replace(/^\s*bearer +/i, ""))) return value;
    secrets.add(value);
    return mask;
  };
  const texts = readTexts(call, reply);
  const { request } = texts;
  const unchanged = (text: string): string => text;
  const hideInRequest = (rest: (text: string) => string): MaskedTexts["request"] => ({
    path: hideInPath(request.path, { hide, rest }),
    query: hideInQuery(request.query, { hide, rest }),
    headers: hideInHeaders(request.headers, { hide, rest }),
    body: hideInBody(request.body, { hide, rest: unchanged }),
  });
  // A secret may occur before the name that carries it, so all are found first.
  hideInRequest(unchanged);
  yield;
  if (secrets.size > maxSecrets) return mapTexts(texts, () => maskedWhole);
  const long = [...secrets].filter(({ length }) => length >= minHiddenLength);
  const redactor = createRedactor(long.map((value) => ({ value, name: mask })));
  const hideKnown = (value: string): string => (secrets.has(value) ? mask : value);
  const hidden = hideInRequest(redactor.text);
  yield;
  return {
    request: { ...hidden, body: yield* redactor.bodyInSteps(hidden.body) },
    reply: {
      headers: redactor.headers(reply.headers),
      body: yield* redactor.bodyInSteps(hideInBody(reply.body, { hide: hideKnown, rest: unchanged })),
    },
  };
}

/** The texts as they were sent. */
function readTexts({ path, query, headers, body }: Call, reply: Reply): MaskedTexts {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    request: { path, query, headers: Object.fromEntries(sent), body: decoder.decode(body) },
    reply: { headers: reply.headers, body: reply.body },
  };
}
