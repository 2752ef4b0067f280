import { hideInBody, hideInHeaders, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { asEvidence, type HttpExchange } from "../target/exchange.ts";

const hidden = "(hidden)";
/** The shell variable that stands for the tokens of clients. */
export const tokenVariable = "TOKEN";

/** The maximum number of secrets; the oldest are dropped first. */
const maxSecrets = 400;
/** A shorter text is not a secret, and occurs in other words. */
const minLength = 4;
/** The maximum characters of a body in a report. */
const shownBody = 2000;

/** Masks secrets in traffic: tokens, cookies, keys and passwords, everywhere. */
export class Mask {
  #secrets = new Map<string, string>();
  #redactor = createRedactor([]);
  readonly #masker: Masker = {
    hide: (value) => this.#secrets.get(value) ?? hidden,
    rest: (text) => this.text(text),
  };

  /** Remembers the secrets of an exchange, and masks them in all later output. */
  learn({ request, response }: HttpExchange): void {
    const { authorization, ...others } = request.headers;
    const learning = (name: string): Masker => ({
      hide: (value) => {
        this.#rememberParts(value, name);
        return value;
      },
      rest: (text) => text,
    });
    if (authorization !== undefined) hideInHeaders({ authorization }, learning(`$${tokenVariable}`));
    const rest = learning(hidden);
    hideInHeaders({ ...others, ...response?.headers }, rest);
    hideInUrl(request.url, rest);
    hideInBody(request.body ?? "", rest);
  }

  /** @param maxBody the maximum characters of a body in output */
  exchange({ request, response }: HttpExchange, maxBody = shownBody): HttpExchange {
    const { method, url, headers, body } = request;
    return asEvidence(
      {
        request: {
          method,
          url: this.url(url),
          headers: hideInHeaders(headers, this.#masker),
          ...(body === undefined ? {} : { body: this.#redactor.body(body) }),
        },
        ...(response && {
          response: {
            ...response,
            headers: hideInHeaders(response.headers, this.#masker),
            body: this.#redactor.body(response.body),
          },
        }),
      },
      maxBody,
    );
  }

  url(url: string): string {
    return hideInUrl(url, this.#masker);
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  /** A cookie contains several values, often only a word or a number. */
  #rememberParts(value: string, name: string): void {
    const parts = value.includes("=") ? value.split(/;\s*/).map((part) => part.slice(part.indexOf("=") + 1)) : [];
    for (const part of [...parts.filter(({ length }) => length >= 12), value]) this.#remember(part, name);
  }

  #remember(value: string, name: string): void {
    if (value.length < minLength || this.#secrets.has(value)) return;
    this.#secrets.set(value, name);
    this.#redactor.add({ value, name });
    if (this.#secrets.size < maxSecrets) return;
    this.#secrets = new Map([...this.#secrets].slice(-maxSecrets / 2));
    this.#redactor = createRedactor([...this.#secrets].map(([secret, shown]) => ({ value: secret, name: shown })));
  }
}

function hideInUrl(url: string, masker: Masker): string {
  const [path = "", ...query] = url.split("?");
  return `${hideInPath(path, masker)}${query.length === 0 ? "" : `?${hideInQuery(query.join("?"), masker)}`}`;
}
