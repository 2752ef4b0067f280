import { expect, test } from "vitest";
import { openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";

const json = [
  "application/json",
  "text/html, */*;q=0.1",
  "application/*",
  "application/vnd.api+json;v=1",
  "APPLICATION/JSON",
];
const others = ["text/html", "application/xml", "application/json;q=0", "application/jsonx", "x/application/json"];

test.each([
  ["ignore", 200, 401],
  ["reject", 406, 401],
  ["rejectFirst", 406, 406],
])("an Accept header without JSON, with %s", async (accept, status, withoutToken) => {
  const caller = await openTestCaller({ dialect: { requests: { accept } } });
  const statusOf = async (call: TestCall): Promise<number> => (await caller.call(call)).status;
  for (const text of json) expect(await statusOf({ headers: { accept: text } })).toBe(200);
  for (const text of others) expect(await statusOf({ headers: { accept: text } })).toBe(status);
  expect(await statusOf({ token: "", headers: { accept: "text/html" } })).toBe(withoutToken);
  expect(await statusOf({})).toBe(200);
});
