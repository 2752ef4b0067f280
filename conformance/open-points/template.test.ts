import { expect, test } from "vitest";
import type { Json } from "../../fixtures/values/json.ts";
import { inferTemplate, type Sample, capturesIn, capturesInText, errorProblem } from "./template.ts";
import fc from "fast-check";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";

/** Pages of 20 in a list of 57, by number. */
function pageOf(page: number, value: Json | undefined): Sample {
  const placeholders = {
    page,
    size: 20,
    total: 57,
    pages: 3,
    offset: (page - 1) * 20,
    hasNext: page < 3,
    hasPrev: page > 1,
    next: page < 3 ? page + 1 : undefined,
    prev: page > 1 ? page - 1 : undefined,
    first: 1,
    last: 3,
    count: page < 3 ? 20 : 17,
    origin: "http://a.test",
    path: "/api/v1/users",
  };
  return { value, placeholders, parameters: { size: "n", place: "p" } };
}

const templateOf = (name: string, ...values: readonly (Json | undefined)[]): Json | undefined =>
  inferTemplate(
    values.map((value, index) => pageOf(index + 1, value)),
    () => undefined,
    [name],
  );

test.each<[name: string, values: readonly (Json | undefined)[], template: Json | undefined]>([
  ["per_page", [20, 20], "{{size}}"],
  ["pageCount", [3, 3], "{{pages}}"],
  ["x", [0, 20, 40], "{{offset}}"],
  ["next_page", [2, 3, undefined], "{{next}}"],
  ["next", [2, 3, null], "{{next or null}}"],
  ["has_more", [true, true, false], "{{hasNext}}"],
  ["next", ["/api/v1/users?p=2&n=20", "/api/v1/users?p=3&n=20", null], "{{path}}?p={{next or null}}&n={{size}}"],
  ["self", ["http://a.test/api/v1/users?p=1", "http://a.test/api/v1/users?p=2"], "{{origin}}{{path}}?p={{page}}"],
  ["trace", [null, "b", "c"], undefined],
  ["last", ["/other?p=3", "/other?p=3"], "/other?p={{last}}"],
  ["included", [[], []], []],
  ["links", [{ next: 2 }, { next: 3, prev: 1 }], { next: "{{next}}", prev: "{{prev}}" }],
  ["next", [null, null], null],
])("%s of %j is %j", (name, values, template) => {
  expect(templateOf(name, ...values)).toEqual(template);
});

test("an opaque cursor is recognized by its name, if the position of the next page is unknown", () => {
  const { next: _, ...placeholders } = pageOf(1, null).placeholders;
  const value = (text: string): Sample => ({ value: text, placeholders, parameters: {} });
  expect(inferTemplate([value("eyJvIjoyMH0"), value("eyJvIjo0MH0")], () => undefined, ["next_cursor"])).toBe(
    "{{next}}",
  );
  const link = (cursor: string): Sample => ({ ...value(`/api/v1/users?c=${cursor}`), parameters: { place: "c" } });
  expect(inferTemplate([link("eyJvIjoyMH0"), link("eyJvIjo0MH0")], () => undefined, ["next"])).toBe(
    "{{path}}?c={{next}}",
  );
});

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
