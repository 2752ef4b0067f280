import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

const users = "200 statuses.success.listUsers";
const noPath = "404 statuses.failure.unknownPath";
const noMethod = "405 statuses.failure.methodNotAllowed";
const noSubscription = "404 statuses.failure.notFound";

test.each<readonly [expected: string, requests: object, lines: readonly string[]]>([
  [users, {}, ["GET /api/v1/users", "HEAD /api/v1/users"]],
  ["200 statuses.success.listInvoices", {}, ["GET /api/v1/invoices"]],
  ["200 statuses.success.getSubscription", {}, ["GET /api/v1/subscriptions/%73ub_f5zr37e3"]],
  [noSubscription, {}, ["a%2Fb", "..", "constructor"].map((id) => `GET /api/v1/subscriptions/${id}`)],
  ["400 statuses.failure.badParameter", {}, ["%", "%zz", "%ff"].map((id) => `GET /api/v1/subscriptions/${id}`)],
  [noPath, {}, ["", "/", "/a/b", "/a/"].map((rest) => `GET /api/v1/subscriptions${rest}`)],
  [
    noPath,
    {},
    ["/users/", "/users/usr_1", "//users", "/Users", "/%75sers", "", "/users\n"].map((p) => `GET /api/v1${p}`),
  ],
  [noPath, {}, ["GET //api/v1/users", "GET /API/v1/users", "GET /", "GET ", "DELETE /api/v1/nothing"]],
  [noPath, {}, ["/users", "/api/v2/users", "/api/v01/users", "/api/users", "/api/vx/users"].map((p) => `GET ${p}`)],
  [noMethod, {}, ["DELETE /api/v1/users", "PATCH /api/v1/subscriptions/sub_1", "POST /api/v1/invoices"]],
  [users, { trailingSlash: "same" }, ["GET /api/v1/users/"]],
  [noPath, { trailingSlash: "same" }, ["GET /api/v1//users/", "GET /api/v1/subscriptions/"]],
  ["308 requests.trailingSlash", { trailingSlash: 308 }, ["POST /api/v1/users/?a=1"]],
])("%s with %j: %j", async (expected, requests, lines) => {
  const caller = await openTestCaller({ dialect: { requests } });
  for (const line of lines) expect(await caller.outcome(line), line).toBe(expected);
});

test("a redirect keeps the query, HEAD has the headers of GET, a rejected method lists the allowed ones", async () => {
  const caller = await openTestCaller({ dialect: { requests: { trailingSlash: 308 } } });
  const redirect = await caller.call({ path: "/api/v1/users/", query: "a=1" });
  expect(redirect.headers["location"]).toBe("/api/v1/users?a=1");
  const got = await caller.call();
  expect(await caller.call({ method: "HEAD" })).toStrictEqual({ ...got, body: "" });
  expect((await caller.call({ method: "PUT" })).headers["allow"]).toBe("GET, POST, HEAD, OPTIONS");
});

test.each<readonly [subscriptionId: object, known: readonly string[], unknown: string, illFormed: readonly string[]]>([
  [{}, ["sub_f5zr37e3"], "sub_00000000", ["42", "SUB_00000000"]],
  [{ format: { kind: "integer" } }, [], "0", ["x", "1.5"]],
  [{ format: { kind: "uuid" } }, [], "00000000-0000-4000-8000-00000000000A", ["0"]],
])("ids of subscriptions in %j", async (subscriptionId, known, unknown, illFormed) => {
  const caller = await openTestCaller({ dialect: { subscriptionId: { ...subscriptionId, illFormed: "reject" } } });
  const read = (id: string): Promise<string> => caller.outcome(`GET /api/v1/subscriptions/${id}`);
  for (const id of known) expect(await read(id)).toBe("200 statuses.success.getSubscription");
  expect(await read(unknown)).toBe(noSubscription);
  for (const id of illFormed) expect(await read(id)).toBe("400 subscriptionId.illFormed");
});
