import { expect, test } from "vitest";
import { errorsOf } from "./error-template.ts";
import { generalize } from "./error-form.ts";

const both = { name: ["required"], email: ["required"] };

test.each<[what: string, said: readonly object[], template: object]>([
  ["are a part of the words, if they are always the same", [both, both, both], both],
  ["are those that are wrong, if they change", [both, both, { name: ["required"] }], { "{{field}}": ["{{reason}}"] }],
  ["may be those that are wrong, if few failures show them", [both, both], { "{{field}}": ["{{reason}}"] }],
])("fields that failures name %s", (_, said, errors) => {
  const samples = said.map((value) => ({ status: 422, value: { message: "e", errors: { ...value } } }));
  expect(generalize(samples, new Set(["email", "name"]))).toMatchObject({ errors });
});

test.each([
  "2026-01-01 10:00:00,123",
  "Thu, 01 Jan 2026 10:00:00 GMT",
  "Thu Jan 01 10:00:00 UTC 2026",
  "Thu Jan  1 10:00:00 2026",
  "01/Jan/2026:10:00:00 +0000",
  "1/1/2026, 10:00:00 AM",
])("the time of a failure is one, however it is written: %s", (date) => {
  const kinds = ["missingToken", "notFound"] as const;
  const failures = kinds.map((kind, index) => {
    const request = { method: "GET", path: "/api/v1/users" };
    return {
      ...request,
      kind,
      status: 401 + 3 * index,
      contentType: "application/json",
      body: JSON.stringify({ date }),
    };
  });
  expect(errorsOf(failures, new Set()).value).toMatchObject({ body: { date: "{{now}}" } });
});

test("each changing text has its own placeholder where kinds share a body", () => {
  const said = [
    ["no such size", "a size"],
    ["no such page", "a page"],
  ];
  const samples = said.map(([message = "", on = ""]) => ({ status: 400, value: { message, on: [on] } }));
  expect(generalize(samples)).toEqual({ message: "{{message}}", on: ["{{message}}"] });
  expect(generalize(samples, new Set(), true)).toEqual({ message: "{{message}}", on: ["{{on}}"] });
});
