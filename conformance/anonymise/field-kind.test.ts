import { expect, test } from "vitest";
import { fieldKindOf, isFieldName } from "./field-kind.ts";

test.each([
  ["email", "email"],
  ["billingEmail", "email"],
  ["email_status", "enumeration"],
  ["Vorname", "givenName"],
  ["apellido", "familyName"],
  ["nom", "name"],
  ["фамилия", "familyName"],
  ["姓名", "name"],
  ["担当者メール", "email"],
  ["이름", "givenName"],
  ["name.first", "givenName"],
  ["name.part", "name"],
  ["plan.name", "enumeration"],
  ["company.name", "company"],
  ["address.state", "address"],
  ["state", undefined],
  ["addresses.line1", "address"],
  ["phones.number", "phone"],
  ["date_of_birth", "birthDate"],
  ["createdAt", "moment"],
  ["amountDue", "amount"],
  ["subscriptionIds", "id"],
  ["vatId", "number"],
  ["frobnication", undefined],
])("%s is taken for %s", (path, kind) => {
  expect(fieldKindOf(path.split("."))).toBe(kind);
});

test("a name of a field is one by all its words", () => {
  expect(["lastName", "seats", "annaEmail", "anna"].map((key) => isFieldName(key))).toStrictEqual([
    true,
    true,
    false,
    false,
  ]);
});
