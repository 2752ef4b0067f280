import { expect, test } from "vitest";
import { describeReplacements } from "./replacement-log.ts";

test("what was kept and what was replaced is told by kind, with counts and fields", () => {
  expect(
    describeReplacements([
      { path: "users.name", treatment: "name" },
      { path: "users.name", treatment: "name" },
      { path: "invoices.contact", treatment: "name" },
      { path: "users.*", treatment: "public" },
    ]),
  ).toStrictEqual([
    "names of people: 3 values, replaced by made-up names of the same script, one for each person (users.name, invoices.contact)",
    "words and codes of the interface: 1 value, kept as they are (users.*)",
  ]);
});
