import type { Exchange, ExchangeResponse } from "../target/exchange.ts";

/** One call that passed, as it was sent and answered. Nothing in it is redacted: it is judged and forgotten. */
export interface Seen {
  readonly method: string;
  /** As the client sent it: without the path that the target's base URL ends in. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** `undefined` where none was sent. */
  readonly requestBody: string | undefined;
  readonly response: ExchangeResponse;
  /** Why the bodies cannot be judged: too large, or in an encoding that cannot be read. */
  readonly unread?: string;
}

/** The same in the form that checks judge. */
export function toExchange(seen: Seen, baseUrl: string): Exchange & { readonly response: ExchangeResponse } {
  const { method, path, query, requestHeaders, requestBody, response } = seen;
  return {
    request: {
      method,
      url: `${baseUrl}${path}${query === "" ? "" : `?${query}`}`,
      headers: { ...requestHeaders },
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    response,
  };
}
