import { expect, test } from "vitest";
import { idNameIn } from "./id-name.ts";

type Records = Parameters<typeof idNameIn>[0];

test.each<[kind: "user" | "subscription" | "invoice", name: string | undefined, records: Records]>([
  [
    "user",
    "id",
    [
      { uuid: "a", id: "x@a.example" },
      { uuid: "b", id: "x@a.example" },
    ],
  ],
  [
    "user",
    "ref",
    [
      { login: "ada1", ref: "usr_1" },
      { login: "bob2", ref: "usr_2" },
    ],
  ],
  ["user", "employeeNumber", [{ mail: "a@x.example", employeeNumber: "E-1", grade: "std" }]],
  [
    "user",
    "staff",
    [
      { flags: [], staff: "S1" },
      { flags: [], staff: "S2" },
    ],
  ],
  [
    "user",
    undefined,
    [
      { email: "a@x.example", login: "ada1" },
      { email: "b@x.example", login: "bob2" },
    ],
  ],
  [
    "invoice",
    "number",
    [
      { subscription_id: 1, number: "LG-1" },
      { subscription_id: 2, number: "LG-2" },
    ],
  ],
  [
    "invoice",
    undefined,
    [
      { number: "1", cents: 5 },
      { number: "1", cents: 6 },
    ],
  ],
  ["user", "pk", [{ email: "a@x.example", pk: 11 }]],
  ["invoice", undefined, [{ amount: "100.50" }, { amount: "101.00" }]],
  ["subscription", undefined, []],
])("the id of a %s is %s", (kind, name, records) => {
  expect(idNameIn(records, kind)).toBe(name);
});

test("the value by which a record was requested is its id, whatever the names", () => {
  const records = [{ key: "basic-1", agreement: "sub_9f2a" }];
  expect(idNameIn(records, "subscription")).toBe("key");
  expect(idNameIn(records, "subscription", ["sub_9f2a"])).toBe("agreement");
});
