import { expect, test } from "vitest";
import { abbreviated } from "./abbreviated.ts";

test.each([
  ["a value", 7, "7"],
  ["nothing", { a: [], b: {}, c: null }, '{ "a": [], "b": {}, "c": null }'],
  ["of a list the first item", { list: [{ a: 1 }, { a: 2 }] }, '{ "list": [{ "a": 1 }, …] }'],
  ["of a list of one all", { list: [1] }, '{ "list": [1] }'],
  ["of a long text the beginning", "x".repeat(80), `"${"x".repeat(72)}…"`],
  [
    "much as much",
    { deep: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n])) },
    '{ "deep": {…} }',
  ],
])("shows %s", (_, value, text) => {
  expect(abbreviated(value)).toBe(text);
});

test("breaks what is too long for a line, and keeps within it what is not", () => {
  const record = { id: "usr_1", email: "omar.osei@aurora-cycles.example", name: "Omar Osei", role: "owner", note: "…" };
  expect(abbreviated({ records: [record], meta: { page: 1, total: 47 } })).toBe(
    [
      "{",
      '  "records": [',
      "    {",
      '      "id": "usr_1",',
      '      "email": "omar.osei@aurora-cycles.example",',
      '      "name": "Omar Osei",',
      '      "role": "owner",',
      '      "note": "…"',
      "    }",
      "  ],",
      '  "meta": { "page": 1, "total": 47 }',
      "}",
    ].join("\n"),
  );
});
