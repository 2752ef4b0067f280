import { hideInHeaders, hideInPath, hideInQuery, hideInBody, type Masker } from "../../fixtures/secrets/named.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { asEvidence, type Exchange } from "../target/exchange.ts";

/** Masks secrets in traffic: tokens, cookies, keys and passwords, everywhere. */
export interface Mask {
  /** Remembers the secrets of an exchange, and masks them in all later output. */
  learn(exchange: Exchange): void;
  /** @param maxBody the maximum characters of a body in output */
  exchange(exchange: Exchange, maxBody?: number): Exchange;
  url(url: string): string;
  text(text: string): string;
}

const hidden = "(hidden)";
const token = "$TOKEN";

/** The maximum number of secrets; the oldest are dropped first. */
const minSecrets = 200;
/** A shorter text is not a secret, and occurs in other words. */
const minLength = 4;
/** The maximum characters of a body in a report. */
const shownBody = 2000;

export function createMask(): Mask {
  let secrets = new Map<string, string>();
  let redactor = createRedactor([]);

  function remember(value: string, name: string): void {
    if (value.length < minLength || secrets.has(value)) return;
    secrets.set(value, name);
    redactor.add({ value, name });
    if (secrets.size < 2 * minSecrets) return;
    secrets = new Map([...secrets].slice(-minSecrets));
    redactor = createRedactor([...secrets].map(([secret, shown]) => ({ value: secret, name: shown })));
  }

  const learning = (name: string): Masker => ({
    hide: (value) => {
      // A cookie contains several values, often only a word or a number.
      const parts = value.includes("=") ? value.split(/;\s*/).map((part) => part.slice(part.indexOf("=") + 1)) : [];
      for (const part of parts) if (part.length >= 12) remember(part, name);
      remember(value, name);
      return value;
    },
    rest: (text) => text,
  });
  const masker: Masker = {
    hide: (value) => secrets.get(value) ?? hidden,
    rest: (text) => redactor.text(text),
  };

  const url: Mask["url"] = (given) => {
    const [path = "", ...query] = given.split("?");
    return `${hideInPath(path, masker)}${query.length === 0 ? "" : `?${hideInQuery(query.join("?"), masker)}`}`;
  };

  return {
    learn({ request, response }) {
      const { authorization, ...others } = request.headers;
      if (authorization !== undefined) hideInHeaders({ authorization }, learning(token));
      const rest = learning(hidden);
      hideInHeaders({ ...others, ...response?.headers }, rest);
      const [path = "", ...query] = request.url.split("?");
      hideInPath(path, rest);
      hideInQuery(query.join("?"), rest);
      hideInBody(request.body ?? "", rest);
    },
    exchange({ request, response }, maxBody = shownBody) {
      const { body } = request;
      return asEvidence(
        {
          request: {
            method: request.method,
            url: url(request.url),
            headers: hideInHeaders(request.headers, masker),
            ...(body === undefined ? {} : { body: redactor.body(body) }),
          },
          ...(response && {
            response: {
              ...response,
              headers: hideInHeaders(response.headers, masker),
              body: redactor.body(response.body),
            },
          }),
        },
        maxBody,
      );
    },
    url,
    text: (text) => redactor.text(text),
  };
}
