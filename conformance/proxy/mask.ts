import { hideInBody, hideInHeaders, hideInPath, hideInQuery, type Hiding } from "../../fixtures/secrets/named.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import type { Exchange } from "../target/exchange.ts";
import { asEvidence } from "../target/exchange.ts";
import { toExchange, type Seen } from "./seen.ts";

/** Hides what passes by and is secret: tokens, cookies, keys and passwords, wherever they stand. */
export interface Mask {
  /** Remembers the secrets of a call, so that they are known in all that is shown from now on. */
  learn(seen: Pick<Seen, "requestHeaders" | "path" | "query"> & Partial<Seen>): void;
  exchange(seen: Seen): Exchange;
  /** A path with its query. */
  target(seen: Pick<Seen, "path" | "query">): string;
  text(text: string): string;
}

const hidden = "(hidden)";
const token = "$TOKEN";

/** How many secrets are remembered at least, the latest ones, and at most twice as many. */
const leastSecrets = 200;
/** A shorter text is no secret, and would stand in other words. */
const leastLength = 4;
/** The most characters of a body that a report shows. */
const mostOfBody = 2000;

export function createMask(baseUrl: string): Mask {
  let secrets = new Set<string>();
  let redactor = createRedactor([]);

  function remember(value: string): void {
    if (value.length < leastLength || secrets.has(value)) return;
    secrets.add(value);
    redactor.add({ value, name: token });
    if (secrets.size < 2 * leastSecrets) return;
    secrets = new Set([...secrets].slice(-leastSecrets));
    redactor = createRedactor([...secrets].map((secret) => ({ value: secret, name: token })));
  }

  /** What hides secrets in a call, or in its reply. */
  function hiding(rest: (known: Redactor) => (text: string) => string): Hiding {
    return { hide: () => hidden, rest: (text) => rest(redactor)(text) };
  }
  const inText = hiding(({ text }) => text);
  const inBody = hiding(({ body }) => body);
  const learning: Hiding = {
    hide: (value) => {
      // A cookie holds several values, and often but a word or a number.
      const parts = value.split(/;\s*/).map((part) => part.slice(part.indexOf("=") + 1));
      if (value.includes("=")) for (const part of parts.filter(({ length }) => length >= 12)) remember(part);
      remember(value);
      return value;
    },
    rest: (text) => text,
  };

  function headers(given: Readonly<Record<string, string>>): Record<string, string> {
    const { authorization, ...others } = hideInHeaders(given, inText);
    return authorization === undefined
      ? others
      : { authorization: authorization.replace(hidden, () => token), ...others };
  }

  const target: Mask["target"] = ({ path, query }) =>
    `${hideInPath(path, inText)}${query === "" ? "" : `?${hideInQuery(query, inText)}`}`;

  return {
    learn({ requestHeaders, path, query, requestBody, response }) {
      hideInHeaders(requestHeaders, learning);
      hideInPath(path, learning);
      hideInQuery(query, learning);
      hideInBody(requestBody ?? "", learning);
      hideInHeaders(response?.headers ?? {}, learning);
    },
    exchange(seen) {
      const { request, response } = toExchange(seen, baseUrl);
      return asEvidence(
        {
          request: {
            method: request.method,
            url: `${baseUrl}${target(seen)}`,
            headers: headers(request.headers),
            ...(request.body === undefined ? {} : { body: hideInBody(request.body, inBody) }),
          },
          response: { ...response, headers: headers(response.headers), body: hideInBody(response.body, inBody) },
        },
        mostOfBody,
      );
    },
    target,
    text: (text) => redactor.text(text),
  };
}
