import { describe, expect, test } from "vitest";
import { readDredd } from "./dredd.ts";
import { readOrgkit } from "./orgkit.ts";
import { readNewman } from "./portman.ts";

// Recorded of runs on a server that accepts users without the header; cut down to a few entries.

describe("Dredd", () => {
  test("a call that failed is named by its description and by what was wrong", () => {
    const results = [
      { name: "/api/v1/users > listUsers > 200 > application/json", status: "pass", wrong: [] },
      { name: "/api/v1/users > listUsers > 401 > application/json", status: "fail", wrong: ["statusCode"] },
      { name: "/api/v1/users > createUser > 403 > application/json", status: "skip", wrong: [] },
    ];
    expect(readDredd(results)).toStrictEqual({
      failures: [
        { name: "/api/v1/users > listUsers > 401 > application/json fail statusCode", operation: "listUsers" },
      ],
    });
  });

  test("a call that was not answered failed, too", () => {
    const name = "/api/v1/subscriptions/{id} > getSubscription > 200 > application/json";
    expect(readDredd([{ name, status: "error", wrong: [] }]).failures).toStrictEqual([
      { name: `${name} error`, operation: "getSubscription" },
    ]);
  });
});

describe("Newman", () => {
  const failure = (error: object, call: string): object => ({
    error,
    at: "assertion:0 in test-script",
    source: { id: "7c1f", name: call },
  });

  test("a test that failed is named by its call and its title", () => {
    const refused = { name: "AssertionError", test: "refused", message: "expected 200 to be within 300..499" };
    const schema = { name: "AssertionError", test: "[POST]::/api/v1/users - Schema is valid", message: "errors" };
    const run = { failures: [failure(refused, "listUsers[without a token]"), failure(schema, "createUser")] };
    expect(readNewman({ run })).toStrictEqual({
      failures: [
        { name: "listUsers[without a token]: refused", operation: "listUsers" },
        { name: "createUser: [POST]::/api/v1/users - Schema is valid", operation: "createUser" },
      ],
    });
  });

  test("a call that was not answered is named by its error", () => {
    const error = { name: "Error", code: "ECONNREFUSED", message: "connect ECONNREFUSED 127.0.0.1:35753" };
    expect(readNewman({ run: { failures: [failure(error, "listInvoices")] } }).failures).toStrictEqual([
      { name: "listInvoices: Error", operation: "listInvoices" },
    ]);
  });

  test("a run without failures has none", () => {
    expect(readNewman({ run: { failures: [] } })).toStrictEqual({ failures: [] });
  });
});

describe("orgkit", () => {
  const result = (id: string, status: string): object => ({
    id,
    operation: "listUsers",
    status,
    message: "",
    evidence: [],
  });

  test("what failed is named by its rule and operation; what could not be judged is no failure", () => {
    const results = [result("AUTH-02", "failed"), result("AUTH-03", "inconclusive"), result("ENV-04", "passed")];
    expect(readOrgkit({ verdict: "non-conforming", results })).toStrictEqual({
      failures: [{ name: "AUTH-02 listUsers", operation: "listUsers", rule: "AUTH-02" }],
    });
  });

  test("why there is no verdict is told", () => {
    const problem = "The token is accepted nowhere.";
    expect(readOrgkit({ problem, results: [] })).toStrictEqual({ failures: [], problem });
  });
});

test("another file than expected is an error, never a server without failures", () => {
  expect(() => readDredd({})).toThrow("expected array");
  expect(() => readNewman({ run: {} })).toThrow("failures");
  expect(() => readOrgkit({})).toThrow("results");
});
