import { expect, test } from "vitest";
import type { Answer } from "./observation.ts";
import { isSameFailure } from "./failure-text.ts";

function answer(body: string, status = 400, path = "/api/v1/users"): Answer {
  return {
    call: { operation: "createUser" },
    exchange: {
      request: { method: "POST", url: `http://x.example${path}`, headers: {} },
      response: { status, headers: {}, body, ms: 1 },
    },
  };
}

const rejection = answer('{"error":"no JSON"}');

test.each([
  ["white space before it", '    {"error":"no JSON"}', true],
  ["another indentation", '{\n  "error": "no JSON"\n}\n', true],
  ["other words", '{"error":"too large"}', false],
])("a rejection with %s", (_, body, isSame) => {
  expect(isSameFailure(rejection, answer(body))).toBe(isSame);
});

test("a rejection with another status is different", () => {
  expect(isSameFailure(rejection, answer('{"error":"no JSON"}', 413))).toBe(false);
});

test.each([
  ["No subscription 486", "No subscription orgkit~7f3a", true],
  ["No subscription 486", "No subscription with this number: orgkit~7f3a", false],
  ["No subscription (4860)", "No subscription (orgkit~7f3a)", false],
])("ids in the path, however short, do not make failures differ: %s, %s", (one, other, isSame) => {
  const path = "/api/v1/subscriptions";
  expect(isSameFailure(answer(one, 404, `${path}/486`), answer(other, 404, `${path}/orgkit~7f3a`))).toBe(isSame);
});
