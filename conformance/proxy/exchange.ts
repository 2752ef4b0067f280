import type { HttpExchange, ExchangeResponse } from "../target/exchange.ts";

/** An exchange of someone else, with headers by lower-case name. Nothing in it is redacted. */
export interface TrafficExchange extends HttpExchange {
  readonly response: ExchangeResponse;
  /** Why the bodies cannot be judged: too large, or in an unsupported encoding. */
  readonly unread?: string;
}

/** The path of an exchange below the base URL. */
export function pathBelow(baseUrl: string, { request }: Pick<TrafficExchange, "request">): string {
  return request.url.slice(baseUrl.length).split(/[?#]/)[0] ?? "";
}
