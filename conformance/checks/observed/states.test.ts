import { expect, test } from "vitest";
import { describeStates } from "./states.ts";

const many = Array.from({ length: 26 }, (_, index) => ({ status: `x${"abcdefghijklmnopqrstuvwxyz"[index % 13]}` }));

test.each([
  ["values that name a state", [{ status: "void" }, { status: "paid" }], "status (paid, void)"],
  ["values that repeat", [{ state: "gold" }, { state: "gold" }], "state (gold)"],
  ["no value that stands alone", [{ status: "Jane" }, { status: "paid" }], "status (paid, others)"],
  [
    "no value that is no word",
    [{ status: "a@b.example" }, { status: "a@b.example" }],
    "status (of values not shown here)",
  ],
  ["no value of too many", many, "status (of values not shown here)"],
  ["several fields", [{ status: "paid", billingStatus: "Past due" }], "billingStatus (Past due), status (paid)"],
  ["no other field", [{ role: "owner", estate: "open" }], "no field of a record looks like a state"],
])("shows %s", (_, records, expected) => {
  expect(describeStates(records)).toBe(expected);
});
