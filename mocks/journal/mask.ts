import { hideInBody, hideInHeaders, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import type { Call, Reply } from "../service/call.ts";

/** Whether a token belongs to the world: those are not secrets. */
export type IsKnownToken = (token: string) => boolean;

const mask = "[masked]";

/** A shorter value may occur anywhere by chance, so it is masked only where it was sent. */
const leastElsewhere = 8;

interface MaskedCall extends Pick<Call, "path" | "query"> {
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Rests = Pick<Redactor, "text" | "body">;

const same = (text: string): string => text;

/**
 * Masks the secrets of requests by the names that carry them, and remembers them to mask them elsewhere. Masking does
 * not change responses: an unknown token stays an unknown token.
 */
export interface CallMask {
  /** Remembers the secrets of a request. */
  learn(call: Call, body: string): void;
  call(call: Call, body: string): MaskedCall;
  reply(reply: Reply): Pick<Reply, "headers" | "body">;
  /** Masks the secrets of requests in data that the service made, and nothing else. */
  body(body: string): string;
}

export function createCallMask(isKnown: IsKnownToken): CallMask {
  const redactor = createRedactor([], { pieces: false });
  const seen = new Set<string>();
  const isPublic = (value: string): boolean => isKnown(value.replace(/^\s*bearer +/i, ""));
  const hide = (value: string): string => {
    if (isPublic(value)) return value;
    if (value.length >= leastElsewhere && !seen.has(value)) redactor.add({ value, name: mask });
    seen.add(value);
    return mask;
  };
  const inReply: Masker = { hide: (value) => (seen.has(value) ? mask : value), rest: redactor.body };
  const maskedCall = ({ path, query, headers }: Call, body: string, { text, body: json }: Rests): MaskedCall => {
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return {
      path: hideInPath(path, { hide, rest: text }),
      query: hideInQuery(query, { hide, rest: text }),
      headers: hideInHeaders(Object.fromEntries(sent), { hide, rest: text }),
      body: hideInBody(body, { hide, rest: json }),
    };
  };
  return {
    learn: (call, body) => void maskedCall(call, body, { text: same, body: same }),
    call: (call, body) => maskedCall(call, body, redactor),
    reply: ({ headers, body }) => ({ headers: redactor.headers(headers), body: hideInBody(body, inReply) }),
    body: (body) => hideInBody(body, inReply),
  };
}
