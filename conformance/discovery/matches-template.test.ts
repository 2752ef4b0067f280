import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesText } from "./matches-template.ts";

test.each([
  ["{{message}}", "", true],
  ["{{message}}\n", " anything\n at all ", true],
  ["Error {{status}}: {{message}}", "Error 404: gone", true],
  ["Error {{status}}: {{message}}", " Error 404: ", true],
  ["Error {{status}}: {{message}}", "Error 400: gone", false],
  ["<h1>{{ title }}</h1>", "<h1>a</h1>\n", true],
  ["<h1>{{title}}</h1>", "<h1></h1", false],
  ["aba{{x}}aba", "aba", false],
  ["aba{{x}}aba", "abaaba", true],
  ["{{a}}-{{b}}-{{c}}", "1-2-3-4", true],
  ["{{a}}-{{b}}-{{c}}", "1-2", false],
  ["a.b", " a.b ", true],
  ["a.b", "acb", false],
])("the template %j makes %j: %j", (template, text, expected) => {
  expect(matchesText(template, text, 404)).toBe(expected);
});

test("what a template makes of any values is matched by it", () => {
  const values = fc.tuple(fc.string(), fc.string());
  fc.assert(
    fc.property(values, ([one, other]) => {
      expect(matchesText("a {{x}} b {{y}}, c", ` a ${one} b ${other}, c\n`, 400)).toBe(true);
    }),
  );
});

test("a text of a target that nearly matches in very many ways is read once", () => {
  const template = "{{a}}b".repeat(30);
  expect(matchesText(template, `${"b".repeat(100_000)}c`, 404)).toBe(false);
});
