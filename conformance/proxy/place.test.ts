import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { findPlace } from "./place.ts";

const aliases = dialectSchema.parse({ versions: { unversioned: "alias", others: "notFound" } });

test.each([
  ["GET", "/api/v1/users", { kind: "operation", operation: "listUsers" }],
  ["POST", "/api/v1/users", { kind: "operation", operation: "createUser" }],
  ["GET", "/api/v1/subscriptions/a%2Fb", { kind: "operation", operation: "getSubscription" }],
  ["GET", "/api/v1/invoices", { kind: "operation", operation: "listInvoices" }],
  ["DELETE", "/api/v1/users", { kind: "no method", path: "/api/v1/users" }],
  ["PUT", "/api/v1/subscriptions/s-1", { kind: "no method", path: "/api/v1/subscriptions/{id}" }],
  ["GET", "/api/v1/teams", { kind: "no path" }],
  ["GET", "/api/v1/users/7", { kind: "no path" }],
  ["GET", "/api/v2/users", { kind: "no path" }],
  ["GET", "/users", { kind: "no path" }],
  ["GET", "/x/api/v1/invoices", { kind: "no path" }],
  // HTTP's own methods, and what else the host may have.
  ["HEAD", "/api/v1/users", { kind: "outside" }],
  ["GET", "/login", { kind: "outside" }],
  ["POST", "/oauth/token", { kind: "outside" }],
])("%s %s", (method, path, place) => {
  expect(findPlace(method, path, undefined)).toStrictEqual(place);
});

test("a declared alias means the same, and no other", () => {
  expect(findPlace("GET", "/invoices", aliases)).toStrictEqual({ kind: "operation", operation: "listInvoices" });
  expect(findPlace("GET", "/api/v2/invoices", aliases)).toStrictEqual({ kind: "no path" });
});
