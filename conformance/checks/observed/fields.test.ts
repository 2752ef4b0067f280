import { describe, expect, test } from "vitest";
import { describeElements, describeFields } from "./fields.ts";

describe("the fields of records", () => {
  test.each([
    ["are in alphabetical order, with their types", [{ name: "A", id: 1 }], "id: integer, name: text"],
    [
      "may be null or absent",
      [{ seenAt: "2026-01-31T10:00:00Z" }, { seenAt: null }, {}],
      "seenAt: text (date-time) or null or absent",
    ],
    ["of several numbers are numbers", [{ price: 1 }, { price: 1.5 }], "price: number"],
    ["of texts in several formats are texts", [{ ref: "2026-01-31" }, { ref: "none" }], "ref: text"],
    ["may have several types", [{ id: 1 }, { id: "x" }], "id: integer or text"],
    [
      "name the members of nested objects that agree",
      [{ plan: { code: "a", seats: 1 } }, { plan: { seats: 2, code: "b" } }],
      "plan: object (code, seats)",
    ],
    ["name no members of a lone object", [{ seats: { jane: 1 } }], "seats: object"],
    ["name no members that may be data", [{ seats: { jane: 1 } }, { seats: { omar: 1 } }], "seats: object"],
    ["name what lists hold", [{ tags: ["a"], roles: [] }], "roles: list, tags: list of text"],
    ["hide names that are data", [{ "a@b.example": 1, id: 1 }], "id: integer, and members named by data"],
    ["may be none", [{}], "no field"],
  ])("%s", (_, records, expected) => {
    expect(describeFields(records)).toBe(expected);
  });

  test("are counted where there are more than anybody compares", () => {
    const names = Array.from({ length: 70 }, (_, index) => `f${String(index).padStart(2, "0")}`);
    expect(describeFields([Object.fromEntries(names.map((name) => [name, 1]))])).toMatch(/f59: integer, and 10 more$/);
  });

  test("of a record nested without end are described all the same", () => {
    const deep: unknown = JSON.parse(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
    expect(describeFields([deep])).toBe("a: list of list");
  });
});

test.each([
  [[{ id: 1 }], "objects with id: integer"],
  [["a", "2026-01-31"], "texts"],
  [[1, null], "integers or null"],
])("the elements %j are %s", (elements, expected) => {
  expect(describeElements(elements)).toBe(expected);
});
