import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { RecordedCall } from "../simulation/recorder/recording.ts";
import { notByFetch, notOverHttp, sentHeaders } from "./sendable.ts";

const dialect = dialectSchema.parse({});

function call(changed: Partial<RecordedCall> = {}): RecordedCall {
  return { number: 1, at: 0, method: "GET", path: "/api/v1/users", query: "", headers: {}, ...changed };
}

test("headers that a transport sets are not sent again", () => {
  const headers = { host: "x", connection: "close", "content-length": "3", authorization: "Bearer t", "x-own": "1" };
  expect(sentHeaders({ headers })).toStrictEqual({ authorization: "Bearer t", "x-own": "1" });
});

const noPath = "a request line cannot contain its path";
const noHeader = (name: string): string => `no request can carry its header "${name}"`;
const becomes = (path: string): string => `a URL cannot contain its path unchanged: it becomes ${path}`;
const left = "this path is left to the application";

/** Why it cannot be sent over HTTP, and by `fetch` if the reason differs. */
const cases: readonly (readonly [Partial<RecordedCall>, string | undefined, byFetch?: string])[] = [
  [{}, undefined],
  [{ query: "filter[status]=a&b='x'" }, undefined],
  [{ headers: { authorization: "", prefer: "code=503" } }, undefined],
  [{ method: "constructor" }, 'HTTP has no method "constructor"'],
  [{ method: "TRACE" }, undefined, "fetch forbids TRACE"],
  [{ path: "/api/v1/a b" }, noPath],
  [{ path: "/api/v1/users?x" }, noPath],
  [{ path: "" }, noPath],
  [{ headers: { prefer: "a\nb" } }, noHeader("prefer")],
  [{ headers: { prefer: " a" } }, noHeader("prefer")],
  [{ headers: { "a b": "1" } }, noHeader("a b")],
  [{ path: "/api/../x" }, undefined, becomes("/x")],
  [{ path: "/api/v1/subscriptions/%2e%2e" }, undefined, becomes("/api/v1/")],
  [{ query: "a=#b" }, undefined, becomes("/api/v1/users?a=")],
  [{ path: "/favicon.ico" }, undefined, left],
  [{ path: "/users" }, undefined, left],
];

test.each(cases.map(([changed, overHttp, byFetch = overHttp]) => ({ changed, overHttp, byFetch })))(
  "whether a request can be sent: $changed",
  ({ changed, overHttp, byFetch }) => {
    expect([notOverHttp(call(changed)), notByFetch(call(changed), dialect)]).toStrictEqual([overHttp, byFetch]);
  },
);

test("fetch can send a path without a version if the dialect has it", () => {
  const alias = dialectSchema.parse({ versions: { unversioned: "alias" } });
  expect(notByFetch(call({ path: "/users" }), alias)).toBeUndefined();
});
