import type { TrafficExchange } from "./exchange.ts";

export const baseUrl = "https://target.example/x";

/** Overrides for an exchange. */
export interface Changes {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string | undefined;
  readonly response?: TrafficExchange["response"];
  /** The body of the response. */
  readonly json?: unknown;
  readonly unread?: string;
}

/** An exchange that keeps every rule, for tests to change in one way. */
export function exampleTraffic(changes: Changes = {}): TrafficExchange {
  const { method = "GET", path = "/api/v1/users", query, requestBody: body, unread } = changes;
  const { requestHeaders: headers = { authorization: "Bearer a-token-of-tests" } } = changes;
  const json = JSON.stringify(changes.json ?? { data: [], meta: { page: 1, total: 0 } });
  return {
    request: {
      method,
      url: `${baseUrl}${path}${query === undefined ? "" : `?${query}`}`,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
    },
    response: changes.response ?? { status: 200, headers: { "content-type": "application/json" }, body: json, ms: 1 },
    ...(unread === undefined ? {} : { unread }),
  };
}
