import fc from "fast-check";
import { expect, test } from "vitest";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { capturesIn, capturesInText, errorProblem } from "./template-match.ts";

test.each([
  ["{{message}}", "", true],
  ["Error {{status}}: {{message}}", "Error 404: gone", true],
  ["Error {{status}}: {{message}}", "Error 400: gone", false],
  ["<h1>{{title}}</h1>", "<h1></h1", false],
  ["aba{{x}}aba", "aba", false],
  ["aba{{x}}aba", "abaaba", true],
  ["{{a}}-{{b}}-{{c}}", "1-2-3-4", true],
  ["{{a}}-{{b}}-{{c}}", "1-2", false],
  ["a.b", "acb", false],
])("the template %j makes %j: %j", (template, text, expected) => {
  expect(capturesInText(template, text, 404) !== undefined).toBe(expected);
});

test("a template matches everything it makes", () => {
  const values = fc.tuple(fc.string(), fc.string());
  fc.assert(
    fc.property(values, ([one, other]) => {
      expect(capturesInText("a {{x}} b {{y}}, c", ` a ${one} b ${other}, c\n`, 400)).toHaveLength(2);
    }),
  );
});

test("a text that almost matches in many ways is read once", () => {
  const template = "{{a}}b".repeat(30);
  expect(capturesInText(template, `${"b".repeat(100_000)}c`, 404)).toBe(undefined);
});

test.each([
  [
    { status: "{{statusString}}", e: "{{code}}: {{message}}" },
    { status: "404", e: "a: b" },
    [
      ["code", "a"],
      ["message", "b"],
    ],
  ],
  [{ status: "{{statusString}}" }, { status: 404 }, undefined],
  [{ status: "{{status}}" }, { status: "404" }, undefined],
  [{ e: "{{message}}", errors: "{{errors}}" }, { e: "x" }, [["message", "x"]]],
  [{ e: "{{message}}" }, { e: "x", more: 1 }, undefined],
  [[{ loc: ["body", "{{field}}"] }], [{ loc: ["body", "a"] }, { loc: ["body", "b"] }], []],
  [[{ loc: ["body", "{{field}}"] }], [{ loc: "a" }], undefined],
  [{ e: 1, "{{field}}": ["{{reason}}"] }, { e: 1, a: ["x"], b: ["y", "z"] }, []],
  [{ "{{field}}": ["{{reason}}"] }, { a: "x" }, undefined],
])("in the template %j, the value %j has %j", (template, value, expected) => {
  expect(capturesIn(template, value, 404)).toEqual(expected);
});

test("a failure is judged by the form of its kind; if that is unknown, by any", () => {
  const json = "application/json";
  const errors = errorsSchema.parse({
    format: "template",
    contentType: json,
    body: { e: "{{code}}" },
    kinds: { missingToken: { values: { code: "no_token" } }, notFound: { contentType: null, body: "" } },
  });
  const response = (body: string, type?: string): Parameters<typeof errorProblem>[0] => ({
    status: 401,
    headers: type === undefined ? {} : { "content-type": type },
    body,
    ms: 0,
  });
  const wrong = response('{"e":"other"}', json);
  expect(errorProblem(wrong, errors, "refusedToken")).toMatch(/does not have the declared format, {"e":"no_token"}/);
  expect(errorProblem(response('{"e":"no_token"}', json), errors, "refusedToken")).toBe(undefined);
  expect(errorProblem(wrong, errors, "unknownPath")).toBe(undefined);
  expect(errorProblem(response("", json), errors, "notFound")).toMatch(/content type "application\/json"; .* none/);
  expect(errorProblem(response(""), errors, "notFound")).toBe(undefined);
  expect(errorProblem(response(""), errors)).toBe(undefined);
  expect(errorProblem(response("x"), errors)).toMatch(/no content type; .* declares application\/json/);
});
