import { expect, test } from "vitest";
import { fragmentOf, parseRoute, tabs } from "./route.ts";

test.each([
  ["", { tab: "journal", rest: [] }],
  ["#", { tab: "journal", rest: [] }],
  ["#nowhere/x", { tab: "journal", rest: [] }],
  ["#world/acct%2Fa/users", { tab: "world", rest: ["acct/a", "users"] }],
  ["#world/%", { tab: "world", rest: ["%"] }],
])("%j leads to %j", (fragment, route) => {
  expect(parseRoute(fragment)).toStrictEqual(route);
});

test("a fragment leads to the route it was made for", () => {
  for (const tab of tabs) expect(parseRoute(fragmentOf(tab, "a/b", "c"))).toStrictEqual({ tab, rest: ["a/b", "c"] });
});
