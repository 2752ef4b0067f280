import { expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

const requests = [
  { path: "/api/v1/users", method: "GET", found: 200 },
  { path: "/api/v1/users", method: "PUT", found: 405 },
  { path: "/api/v1/nothing", method: "GET", found: 404 },
  { path: "/nothing", method: "GET", found: 404 },
];

test.each([
  ["operations", [401, 405, 404, 404]],
  ["paths", [401, 401, 404, 404]],
  ["prefix", [401, 401, 401, 404]],
  ["all", [401, 401, 401, 401]],
])("%s need a token", async (guards, expected) => {
  const caller = await openTestCaller({ dialect: { auth: { guards } } });
  const good = await Promise.all(requests.map((request) => caller.call(request)));
  expect(good.map(({ status }) => status)).toStrictEqual(requests.map(({ found }) => found));
  const bad = await Promise.all(requests.map((request) => caller.call({ ...request, token: "unknown" })));
  expect(bad.map(({ status }) => status)).toStrictEqual(expected);
  const guarded = bad.filter(({ why }) => why.rule === "auth.guards");
  expect(guarded.map(({ headers }) => headers["www-authenticate"])).toStrictEqual(
    expected.filter((status, index) => status === 401 && index > 0).map(() => expect.stringContaining("invalid_token")),
  );
});
