import { describe, expect, test } from "vitest";
import { Failure } from "./failure.ts";
import { findRoute } from "./route.ts";

const strict = { unversioned: "notFound", others: "notFound" } as const;
const lenient = { unversioned: "alias", others: "alias" } as const;

function route(method: string, path: string, versions: Parameters<typeof findRoute>[2] = strict): string {
  const found = findRoute(method, path, versions);
  if (!(found instanceof Failure)) return `${found.operation} ${JSON.stringify(found.id)}`;
  const { allow } = found.headers;
  return allow === undefined ? found.kind : `${found.kind}, allowed: ${allow}`;
}

describe("findRoute", () => {
  test.each([
    ["GET", "/api/v1/users", 'listUsers ""'],
    ["POST", "/api/v1/users", 'createUser ""'],
    ["GET", "/api/v1/invoices", 'listInvoices ""'],
    ["GET", "/api/v1/subscriptions/sub_1", 'getSubscription "sub_1"'],
    ["GET", "/api/v1/subscriptions/a%2Fb", 'getSubscription "a/b"'],
    ["GET", "/api/v1/subscriptions/%C3%A9%20+%3F", 'getSubscription "é +?"'],
    ["GET", "/api/v1/subscriptions/..", 'getSubscription ".."'],
    ["GET", "/api/v1/subscriptions/constructor", 'getSubscription "constructor"'],
    ["GET", "/api/v1/subscriptions/%", "badParameter"],
    ["GET", "/api/v1/subscriptions/%zz", "badParameter"],
    ["GET", "/api/v1/subscriptions/%ff", "badParameter"],
    ["GET", "/api/v1/subscriptions", "unknownPath"],
    ["GET", "/api/v1/subscriptions/", "unknownPath"],
    ["GET", "/api/v1/subscriptions/a/b", "unknownPath"],
    ["GET", "/api/v1/subscriptions/a/", "unknownPath"],
    ["GET", "/api/v1/users/", "unknownPath"],
    ["GET", "/api/v1/users/usr_1", "unknownPath"],
    ["GET", "/api/v1//users", "unknownPath"],
    ["GET", "//api/v1/users", "unknownPath"],
    ["GET", "/API/v1/users", "unknownPath"],
    ["GET", "/api/v1/Users", "unknownPath"],
    ["GET", "/api/v1/%75sers", "unknownPath"],
    ["GET", "/api/v1", "unknownPath"],
    ["GET", "/", "unknownPath"],
    ["GET", "", "unknownPath"],
    ["GET", "/api/v1/users\n", "unknownPath"],
    ["DELETE", "/api/v1/users", "methodNotAllowed, allowed: GET, POST, HEAD, OPTIONS"],
    ["get", "/api/v1/users", "methodNotAllowed, allowed: GET, POST, HEAD, OPTIONS"],
    ["POST", "/api/v1/invoices", "methodNotAllowed, allowed: GET, HEAD, OPTIONS"],
    ["PATCH", "/api/v1/subscriptions/sub_1", "methodNotAllowed, allowed: GET, HEAD, OPTIONS"],
    ["DELETE", "/api/v1/nothing", "unknownPath"],
  ])("%s %s: %s", (method, path, found) => {
    expect(route(method, path)).toBe(found);
  });

  test.each([
    ["/users", "alias", "notFound", 'listUsers ""'],
    ["/users", "notFound", "alias", "unknownPath"],
    ["/api/v2/users", "notFound", "alias", 'listUsers ""'],
    ["/api/v2/users", "alias", "notFound", "unknownPath"],
    ["/api/v0/users", "notFound", "alias", 'listUsers ""'],
    ["/api/v01/users", "alias", "notFound", "unknownPath"],
    ["/api/v1/users", "notFound", "notFound", 'listUsers ""'],
  ] as const)("%s, unversioned %s, others %s: %s", (path, unversioned, others, found) => {
    expect(route("GET", path, { unversioned, others })).toBe(found);
  });

  test.each([
    ["/v1/users", "unknownPath"],
    ["/api/users", "unknownPath"],
    ["/api/v/users", "unknownPath"],
    ["/api/vx/users", "unknownPath"],
    ["/subscriptions/sub_1", 'getSubscription "sub_1"'],
    ["/api/v12/invoices", 'listInvoices ""'],
  ])("%s, where every version is an alias: %s", (path, found) => {
    expect(route("GET", path, lenient)).toBe(found);
  });

  test("names the method and those that are allowed", () => {
    const found = findRoute("PUT", "/api/v1/invoices", strict);
    expect(found).toMatchObject({
      message: "The method PUT is not allowed here; allowed: GET, HEAD, OPTIONS.",
      rule: "statuses.failure.methodNotAllowed",
    });
  });
});
