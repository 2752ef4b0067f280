import { expect, test } from "vitest";
import type { Answer } from "./observation.ts";
import { isSameFailure } from "./failure-text.ts";

function answer(body: string, status = 400): Answer {
  return {
    call: { operation: "createUser" },
    exchange: {
      request: { method: "POST", url: "http://x.example/api/v1/users", headers: {} },
      response: { status, headers: {}, body, ms: 1 },
    },
  };
}

const refusal = answer('{"error":"no JSON"}');

test.each([
  ["white space before it", '    {"error":"no JSON"}', true],
  ["another indentation", '{\n  "error": "no JSON"\n}\n', true],
  ["other words", '{"error":"too large"}', false],
])("a refusal with %s", (_, body, isSame) => {
  expect(isSameFailure(refusal, answer(body))).toBe(isSame);
});

test("a refusal with another status is another one", () => {
  expect(isSameFailure(refusal, answer('{"error":"no JSON"}', 413))).toBe(false);
});
