import { expect, test } from "vitest";
import { Failure } from "./reply.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { routeRequest } from "./route.ts";

const { requests } = dialectSchema.parse({});

function route(line: string, spoken = requests): string {
  const [method = "", path = ""] = line.split(" ");
  const found = routeRequest({ method, path, query: "" }, { requests: spoken });
  if (found instanceof Failure) return found.kind;
  if ("reply" in found) return found.reply.body;
  return found.id === "" ? found.operation : `${found.operation} ${found.id}`;
}

test.each([
  ["listUsers", ["GET /api/v1/users"]],
  ["createUser", ["POST /api/v1/users"]],
  ["listInvoices", ["GET /api/v1/invoices"]],
  ["getSubscription a/b", ["GET /api/v1/subscriptions/a%2Fb"]],
  ["getSubscription é +?", ["GET /api/v1/subscriptions/%C3%A9%20+%3F"]],
  ["getSubscription ..", ["GET /api/v1/subscriptions/.."]],
  ["getSubscription constructor", ["GET /api/v1/subscriptions/constructor"]],
  ["badParameter", ["%", "%zz", "%ff"].map((id) => `GET /api/v1/subscriptions/${id}`)],
  ["unknownPath", ["", "/", "/a/b", "/a/"].map((rest) => `GET /api/v1/subscriptions${rest}`)],
  ["unknownPath", ["/users/", "/users/usr_1/x", "//users", "/Users", "/%75sers", "", "/users\n"].map(below)],
  ["unknownPath", ["GET //api/v1/users", "GET /API/v1/users", "GET /", "GET ", "DELETE /api/v1/nothing"]],
  ["methodNotAllowed", ["DELETE /api/v1/users", "get /api/v1/users", "PATCH /api/v1/subscriptions/sub_1"]],
])("%s: %j", (expected, lines) => {
  for (const line of lines) expect(route(line), line).toBe(expected);
});

function below(path: string): string {
  return `GET /api/v1${path}`;
}

test.each([
  "/users",
  "/api/v2/users",
  "/api/v0/users",
  "/api/v01/users",
  "/api/users",
  "/api/v/users",
  "/api/vx/users",
])("%s is an unknown path", (path) => expect(route(`GET ${path}`)).toBe("unknownPath"));

test.each([
  ["/api/v1/invoices", "GET, HEAD, OPTIONS"],
  ["/api/v1/users", "GET, POST, HEAD, OPTIONS"],
])("the allowed methods of %s are listed: %s", (path, allow) => {
  expect(routeRequest({ method: "PUT", path, query: "" }, { requests })).toMatchObject({
    message: `The method PUT is not allowed here; allowed: ${allow}.`,
    details: { headers: { allow } },
    rule: "statuses.failure.methodNotAllowed",
  });
});

test.each<[requests: object, line: string, expected: string]>([
  [{ trailingSlash: "same" }, "GET /api/v1/users/", "listUsers"],
  [{ trailingSlash: "same" }, "GET /api/v1/subscriptions/a/", "getSubscription a"],
  [{ trailingSlash: "same" }, "GET /api/v1//users/", "unknownPath"],
  [{ trailingSlash: "same" }, "GET /api/v1/subscriptions/", "unknownPath"],
  [{ trailingSlash: 308 }, "POST /api/v1/users/?a=1", "308 /api/v1/users?a=1"],
])("with %j, %s is %s", (given, line, expected) => {
  const [method = "", target = ""] = line.split(" ");
  const [path = "", query = ""] = target.split("?");
  const { requests: spelled } = dialectSchema.parse({ requests: given });
  const found = routeRequest({ method, path, query }, { requests: spelled });
  if (found instanceof Failure) expect(found.kind).toBe(expected);
  else if ("reply" in found) expect(`${found.reply.status} ${found.reply.headers["location"]}`).toBe(expected);
  else expect(`${found.operation} ${found.id}`.trim()).toBe(expected);
});
