import { expect, test } from "vitest";
import { fieldKindOf } from "./fields.ts";

test.each([
  ["email", "personal"],
  ["billingEmail", "personal"],
  ["email_status", "enumeration"],
  ["Vorname", "given"],
  ["apellido", "personal"],
  ["фамилия", "personal"],
  ["이름", "given"],
  ["name.first", "given"],
  ["plan.name", "enumeration"],
  ["company.name", "personal"],
  ["address.state", "personal"],
  ["addresses.line1", "personal"],
  ["state", undefined],
  ["date_of_birth", "birth"],
  ["createdAt", undefined],
  ["amountDue", "amount"],
  ["subscriptionIds", "id"],
  ["frobnication", undefined],
])("%s is recognized as %s", (path, kind) => {
  expect(fieldKindOf(`users.${path}`)).toBe(kind);
});
