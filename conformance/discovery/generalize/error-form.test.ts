import { expect, test } from "vitest";
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
