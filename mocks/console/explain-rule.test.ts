import { expect, test } from "vitest";
import { catalogue } from "../../fixtures/contract/catalogue.ts";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { explainRule } from "./explain-rule.ts";

const values = loadDialect("reference");

test("a requirement is told with the passage it rests on", () => {
  expect(explainRule("AUTH-04", values)).toStrictEqual({
    text: "It follows from the document: a call with a token never issued is refused.",
    quote: { section: "5", text: "| Header value | The word `Bearer`, a space, then <ACCESS_TOKEN> |" },
  });
  for (const { id, rule } of catalogue) expect(explainRule(id, values).text).toContain(rule);
});

test("a rule of the envelope that a scenario broke is said to be broken", () => {
  expect(explainRule("ENV-02", values).text).toBe("A scenario broke this on purpose: `data` is an array.");
});

test("a key of the dialect is told with its value, and what leaves it open", () => {
  expect(explainRule("createUser.unique", values)).toStrictEqual({
    text: "Fields no two users of an account may share.",
    dialect: { key: "createUser.unique", value: ["email"] },
    quote: { section: "1", text: "Business rules beyond these four operations: not shown." },
  });
  for (const { key } of openPoints) {
    if (key !== undefined) expect(explainRule(key, values)).toHaveProperty("dialect.key", key);
  }
});

test("a key within an open point is left open by the same passage", () => {
  expect(explainRule("statuses.success.listUsers", values)).toMatchObject({
    dialect: { value: 200 },
    quote: { section: "4", text: "Success status codes of each operation: not shown." },
  });
});

test.each(["scenario", "prefer", "cors"])("the rule %s is no key, and explained", (rule) => {
  expect(explainRule(rule, values).text).not.toBe("");
});

test.each(["no.such.key", "constructor", "paging.toString"])("the rule %s is not known, and not explained", (rule) => {
  expect(explainRule(rule, values)).toStrictEqual({ text: "" });
});
