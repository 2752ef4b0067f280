import { METHODS } from "node:http";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isServedPath } from "../adapters/playwright-route.ts";
import type { RecordedCall } from "../simulation/recorder/recording.ts";

/** The headers that a transport sets by itself; the service does not read them. */
const transportHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The request target: path and query. */
export function targetOf({ path, query }: Pick<RecordedCall, "path" | "query">): string {
  return query === "" ? path : `${path}?${query}`;
}

/** The headers of a request without those that a transport sets. */
export function sentHeaders({ headers }: Pick<RecordedCall, "headers">): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !transportHeaders.has(name)));
}

/** Why a recorded request cannot be sent over HTTP; `undefined` if it can. */
export function notOverHttp(call: RecordedCall): string | undefined {
  const { method, path } = call;
  if (!METHODS.includes(method) || method === "CONNECT") return `HTTP has no method ${JSON.stringify(method)}`;
  if (!/^\/[\u0021-\u00FF]*$/.test(targetOf(call)) || path.includes("?"))
    return "a request line cannot contain its path";
  const odd = Object.entries(sentHeaders(call)).find(
    ([name, value]) =>
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^(?![\t ])[\t\u0020-\u007E\u0080-\u00FF]*(?<![\t ])$/.test(value),
  );
  return odd === undefined ? undefined : `no request can carry its header ${JSON.stringify(odd[0])}`;
}

/** Why `fetch` cannot send a recorded request, or not to the mock; `undefined` if it can. */
export function notByFetch(call: RecordedCall, dialect: Dialect): string | undefined {
  const { method, path, query } = call;
  if (method === "TRACE" || method === "TRACK") return `fetch forbids ${method}`;
  const problem = notOverHttp(call);
  if (problem !== undefined) return problem;
  const url = new URL(`http://mock.example${targetOf(call)}`);
  const isKept = url.pathname === path && url.searchParams.toString() === new URLSearchParams(query).toString();
  if (!isKept) return `a URL cannot contain its path unchanged: it becomes ${url.pathname}${url.search}`;
  return isServedPath(path, dialect) ? undefined : "this path is left to the application";
}
