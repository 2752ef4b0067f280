import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { RecordedCall } from "../simulation/recording/step.ts";
import { notByFetch, notOverHttp, sentHeaders, targetOf } from "./sendable.ts";

const dialect = dialectSchema.parse({});

function call(changed: Partial<RecordedCall> = {}): RecordedCall {
  return { number: 1, at: 0, method: "GET", path: "/api/v1/users", query: "", headers: {}, ...changed };
}

test("a target has a question mark only where there is a query", () => {
  expect([targetOf(call()), targetOf(call({ query: "a=1" }))]).toStrictEqual(["/api/v1/users", "/api/v1/users?a=1"]);
});

test("headers a transport writes itself are not sent again", () => {
  const headers = { host: "x", connection: "close", "content-length": "3", authorization: "Bearer t", "x-own": "1" };
  expect(sentHeaders({ headers })).toStrictEqual({ authorization: "Bearer t", "x-own": "1" });
});

describe("whether a call can be sent", () => {
  const cases: readonly (readonly [Partial<RecordedCall>, string | undefined, string | undefined])[] = [
    [{}, undefined, undefined],
    [{ query: "filter[status]=a&b='x'" }, undefined, undefined],
    [{ headers: { authorization: "", prefer: "code=503" } }, undefined, undefined],
    [{ method: "constructor" }, 'HTTP has no method "constructor"', 'HTTP has no method "constructor"'],
    [{ method: "TRACE" }, undefined, "fetch forbids TRACE"],
    [{ path: "/api/v1/a b" }, "no request line can carry its path", "no request line can carry its path"],
    [{ path: "/api/v1/users?x" }, "no request line can carry its path", "no request line can carry its path"],
    [{ path: "" }, "no request line can carry its path", "no request line can carry its path"],
    [
      { headers: { prefer: "a\nb" } },
      'no request can carry its header "prefer"',
      'no request can carry its header "prefer"',
    ],
    [
      { headers: { prefer: " a" } },
      'no request can carry its header "prefer"',
      'no request can carry its header "prefer"',
    ],
    [{ headers: { "a b": "1" } }, 'no request can carry its header "a b"', 'no request can carry its header "a b"'],
    [{ path: "/api/../x" }, undefined, "a URL cannot carry its path as it stands: it becomes /x"],
    [
      { path: "/api/v1/subscriptions/%2e%2e" },
      undefined,
      "a URL cannot carry its path as it stands: it becomes /api/v1/",
    ],
    [{ query: "a=#b" }, undefined, "a URL cannot carry its path as it stands: it becomes /api/v1/users?a="],
    [{ path: "/favicon.ico" }, undefined, "this path is left to the application"],
    [{ path: "/users" }, undefined, "this path is left to the application"],
  ];

  test.each(cases)("%j", (changed, overHttp, byFetch) => {
    expect([notOverHttp(call(changed)), notByFetch(call(changed), dialect)]).toStrictEqual([overHttp, byFetch]);
  });

  test("by fetch, without a version, where the dialect knows it", () => {
    const alias = dialectSchema.parse({ versions: { unversioned: "alias" } });
    expect(notByFetch(call({ path: "/users" }), alias)).toBeUndefined();
  });
});
