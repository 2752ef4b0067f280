import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

const users = "200 statuses.success.listUsers";
const noPath = "404 statuses.failure.unknownPath";
const noMethod = "405 statuses.failure.methodNotAllowed";
const noSubscription = "404 statuses.failure.notFound";
const illFormed = "400 subscriptionId.illFormed";
const api = (...ends: readonly string[]) => ends.map((end) => `GET /api/v1${end}`);
const subscription = (...ids: readonly string[]) => ids.map((id) => `GET /api/v1/subscriptions/${id}`);
const strict = (kind?: string) => ({
  subscriptionId: { illFormed: "reject", ...(kind !== undefined && { format: { kind } }) },
});
const slash = (trailingSlash: string | number) => ({ requests: { trailingSlash } });

test.each<[expected: string, lines: readonly string[], dialect?: Readonly<Record<string, unknown>>]>([
  [users, ["GET /api/v1/users", "HEAD /api/v1/users"]],
  ["200 statuses.success.listInvoices", ["GET /api/v1/invoices"]],
  ["200 statuses.success.getSubscription", subscription("%73ub_f5zr37e3")],
  [noSubscription, subscription("a%2Fb", "..", "constructor")],
  ["400 statuses.failure.badParameter", subscription("%", "%zz", "%ff")],
  [noPath, subscription("", "/", "a/b", "a/")],
  [noPath, api("/subscriptions", "/users/", "/users/usr_1", "//users", "/Users", "/%75sers", "", "/users\n")],
  [noPath, ["/api/v1/users", "API/v1/users", "", "users", "api/v2/users", "api/v01/users"].map((p) => `GET /${p}`)],
  [noPath, ["GET ", "DELETE /api/v1/nothing"]],
  [noMethod, ["DELETE /api/v1/users", "PATCH /api/v1/subscriptions/sub_1", "POST /api/v1/invoices"]],
  [users, ["GET /api/v1/users/"], slash("same")],
  [noPath, ["GET /api/v1//users/", "GET /api/v1/subscriptions/"], slash("same")],
  ["308 requests.trailingSlash", ["POST /api/v1/users/?a=1"], slash(308)],
  ["200 statuses.success.getSubscription", subscription("sub_f5zr37e3"), strict()],
  [noSubscription, subscription("sub_00000000"), strict()],
  [illFormed, subscription("42", "SUB_00000000"), strict()],
  [noSubscription, subscription("0"), strict("integer")],
  [illFormed, subscription("x", "1.5"), strict("integer")],
  [noSubscription, subscription("00000000-0000-4000-8000-00000000000A"), strict("uuid")],
  [illFormed, subscription("0"), strict("uuid")],
])("%s: %j in %j", async (expected, lines, dialect = {}) => {
  const caller = await openTestCaller({ dialect });
  for (const line of lines) expect(await caller.outcome(line), line).toBe(expected);
});

test("a redirect keeps the query, HEAD has the headers of GET, a rejected method lists the allowed ones", async () => {
  const caller = await openTestCaller({ dialect: slash(308) });
  const redirect = await caller.call({ path: "/api/v1/users/", query: "a=1" });
  expect(redirect.headers["location"]).toBe("/api/v1/users?a=1");
  const page = await caller.call();
  expect(await caller.call({ method: "HEAD" })).toStrictEqual({ ...page, body: "" });
  expect((await caller.call({ method: "PUT" })).headers["allow"]).toBe("GET, POST, HEAD, OPTIONS");
});

test("a redirect leads to a path below the base URL of the client", async () => {
  const caller = await openTestCaller({ dialect: slash(308) });
  const locations = ["https://api.example/tenant/x", undefined].map(async (baseUrl) => {
    const { headers } = await caller.call({ path: "/api/v1/users/", query: "a=1", baseUrl });
    return headers["location"];
  });
  expect(await Promise.all(locations)).toStrictEqual(["/tenant/x/api/v1/users?a=1", "/api/v1/users?a=1"]);
});
