import { expect, test } from "vitest";
import { findIdFormat, idNameIn } from "./formats.ts";

const uuid = "0190a3c2-1f4e-7abc-8def-0123456789ab";

test.each([
  [[1, 23, 456], { kind: "integer" }],
  [["1", "23", "456"], { kind: "digits" }],
  [[uuid], { kind: "uuid" }],
  [["usr_8f3k", "usr_zz01"], { kind: "prefixed", prefix: "usr_", alphabet: "base36", length: 4 }],
  [["s-12", "s-34"], { kind: "prefixed", prefix: "s-", alphabet: "digits", length: 2 }],
  [["x1a2", "x3bc", "xffe"], { kind: "prefixed", prefix: "x", alphabet: "hex", length: 3 }],
  // A first letter that is a hexadecimal digit may be chance, unless many ids have it.
  [["e1a2", "e3bc", "effe"], { kind: "prefixed", prefix: "", alphabet: "hex", length: 4 }],
  [["e1a2", "e3bc", "effe", "e0b0"], { kind: "prefixed", prefix: "e", alphabet: "hex", length: 3 }],
  // One id, however often it is seen, shows no prefix.
  [["s1", "s1"], { kind: "prefixed", prefix: "", alphabet: "base36", length: 2 }],
  // Two hexadecimal letters may be chance.
  [["d7", "4b"], { kind: "prefixed", prefix: "", alphabet: "base36", length: 2 }],
  [["123456", "123789"], { kind: "prefixed", prefix: "", alphabet: "digits", length: 6 }],
  [["aZ3", "Qr9"], { kind: "prefixed", prefix: "", alphabet: "base62", length: 3 }],
  [["alice", "bob"], { kind: "any" }],
  [["a~b", "c~d"], { kind: "any" }],
  [[], { kind: "any" }],
])("%j", (ids, format) => {
  expect(findIdFormat(ids)).toEqual(format);
});

test.each<[kind: "user" | "subscription" | "invoice", name: string | undefined, ...Parameters<typeof idNameIn>[0]]>([
  ["user", "id", { uuid: "a", id: "x@a.example" }, { uuid: "b", id: "x@a.example" }],
  ["user", "ref", { login: "ada1", ref: "usr_1" }, { login: "bob2", ref: "usr_2" }],
  ["user", "employeeNumber", { mail: "a@x.example", employeeNumber: "E-1", grade: "std" }],
  ["user", undefined, { email: "a@x.example", login: "ada1" }, { email: "b@x.example", login: "bob2" }],
  ["invoice", "number", { subscription_id: 1, number: "LG-1" }, { subscription_id: 2, number: "LG-2" }],
  ["invoice", undefined, { number: "1", cents: 5 }, { number: "1", cents: 6 }],
  ["user", "pk", { email: "a@x.example", pk: 11 }],
  ["invoice", undefined, { amount: "100.50" }, { amount: "101.00" }],
  ["subscription", undefined],
])("the id of a %s is %s", (kind, name, ...records) => {
  expect(idNameIn(records, kind)).toBe(name);
});

test("the value by which a record was requested is its id, whatever the names", () => {
  const records = [{ key: "basic-1", agreement: "sub_9f2a" }];
  expect(idNameIn(records, "subscription")).toBe("key");
  expect(idNameIn(records, "subscription", ["sub_9f2a"])).toBe("agreement");
});
