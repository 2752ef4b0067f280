import { expect, test } from "vitest";
import { createReplacementLog, describeReplacements } from "./replacement-log.ts";

test("what was replaced is told by kind, with counts and fields", () => {
  const log = createReplacementLog();
  log.add("users.name", "name");
  log.add("users.name", "name");
  log.add("invoices.contact", "name");
  log.add("users.*", "kept");
  expect(log.list().map(({ path, takenFor, count }) => [path, takenFor, count])).toStrictEqual([
    ["users.name", "names of people", 2],
    ["invoices.contact", "names of people", 1],
    ["users.*", "words and codes of the interface", 1],
  ]);
  expect(describeReplacements(log.list())).toStrictEqual([
    "names of people: 3 values, replaced by made-up names of the same script, one for each person (users.name, invoices.contact)",
    "words and codes of the interface: 1 value, kept as they are (users.*)",
  ]);
});
