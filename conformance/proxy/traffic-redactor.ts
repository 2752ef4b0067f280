import { hideInBody, hideInHeaders, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import type { HttpExchange } from "../target/exchange.ts";

const hidden = "(hidden)";
/** The maximum number of secrets to keep; then the older half is dropped. */
const maxSecrets = 400;
/** A shorter text is not kept, since it occurs in other words; a part of a cookie may be an attribute. */
const [minLength, minPart] = [4, 12];

/** Masks what traffic names as a secret (tokens, cookies, keys, passwords), then and in all later exchanges. */
export class TrafficRedactor {
  #secrets = new Set<string>();
  #redactor = createRedactor([]);
  readonly #masker: Masker = {
    hide: (value) => {
      this.#remember(value);
      return hidden;
    },
    rest: (text) => this.text(text),
  };

  learn({ request, response }: HttpExchange): void {
    this.url(request.url);
    hideInHeaders(request.headers, this.#masker);
    hideInBody(request.body ?? "", this.#masker);
    hideInHeaders(response?.headers ?? {}, this.#masker);
    hideInBody(response?.body ?? "", this.#masker);
  }

  url(url: string): string {
    const [path = "", ...query] = url.split("?");
    const search = query.length === 0 ? "" : `?${hideInQuery(query.join("?"), this.#masker)}`;
    return hideInPath(path, this.#masker) + search;
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  body(body: string): string {
    return this.#redactor.body(body);
  }

  #remember(value: string): void {
    if (value.length < minLength || value === hidden || this.#secrets.has(value)) return;
    for (const secret of [value, ...value.split(/[=;,\s]+/).filter(({ length }) => length >= minPart)]) {
      this.#secrets.add(secret);
      this.#redactor.add({ value: secret, name: hidden });
    }
    if (this.#secrets.size < maxSecrets) return;
    this.#secrets = new Set([...this.#secrets].slice(-maxSecrets / 2));
    this.#redactor = createRedactor([...this.#secrets].map((secret) => ({ value: secret, name: hidden })));
  }
}
