import { expect, test } from "vitest";
import requirements from "../../fixtures/contract/requirements.json";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { valueAt } from "../../fixtures/json.ts";
import { dialectGroups, explainRule, searchDialect } from "./explain.ts";

const values = loadDialect("reference");

test.each(dialectNames())("each key of the dialect %s is listed once, with its value", (name) => {
  const dialect = loadDialect(name);
  const groups = dialectGroups(dialect);
  const keys = groups.flatMap((group) => group.keys);
  expect(groups.map((group) => group.path)).toContain("paging");
  expect(new Set(keys.map(({ path }) => path)).size).toBe(keys.length);
  for (const { path, value } of keys) expect(valueAt(dialect, path)).toStrictEqual(value);
});

test("a value that the schema leaves open is one key", () => {
  const paths = dialectGroups(values).flatMap(({ keys }) => keys.map(({ path }) => path));
  expect(paths).toEqual(
    expect.arrayContaining(["paging.users.parameters.size", "records.user", "createUser.generated"]),
  );
  expect(paths).not.toContain("records.user.type");
});

test("keys are found by name, description and value", () => {
  const groups = dialectGroups(values);
  const found = (text: string): readonly string[] =>
    searchDialect(groups, text).flatMap(({ keys }) => keys.map(({ path }) => path));
  expect(found("paging.users.max")).toStrictEqual(["paging.users.maxSize"]);
  expect(found(" PER_PAGE ")).toStrictEqual(["paging.users.parameters.size", "paging.invoices.parameters.size"]);
  expect(found("must be unique")).toStrictEqual(["createUser.unique"]);
  expect(found("zebra")).toStrictEqual([]);
  expect(searchDialect(groups, "")).toBe(groups);
});

test("a requirement is shown with the passage it is based on", () => {
  expect(explainRule("AUTH-04", values)).toStrictEqual({
    text: "It follows from the document: a request with an unknown token is rejected.",
    quote: { section: "5", text: "| Header value | The word `Bearer`, a space, then <ACCESS_TOKEN> |" },
  });
  for (const { id, rule } of requirements) expect(explainRule(id, values).text).toContain(rule);
});

test("a broken rule of the envelope is shown as broken by a scenario", () => {
  expect(explainRule("ENV-02", values).text).toBe(
    "A scenario broke this on purpose: `data` is an array of records, none of them null.",
  );
});

test("a dialect key is shown with its value, and the open point", () => {
  expect(explainRule("createUser.unique", values)).toStrictEqual({
    text: "Fields whose value must be unique among the users of an account; `attributes.email` is a nested one.",
    dialect: { key: "createUser.unique", value: ["email"] },
    quote: { section: "1", text: "Business rules beyond these four operations: not shown." },
  });
  for (const { key } of openPoints) {
    if (key !== undefined) expect(explainRule(key, values)).toHaveProperty("dialect.key", key);
  }
});

test("a key is shown as in its schema, whatever the branch", () => {
  expect(explainRule("paging.invoices.maxSize", values).text).toBe("The maximum page size.");
  expect(explainRule("errors.contentType", { errors: { contentType: "text/x" } }).text).toMatch(/^The `Content-Type`/);
});

test("a key within an open point has the same passage", () => {
  expect(explainRule("statuses.success.listUsers", values)).toMatchObject({
    dialect: { value: 200 },
    quote: { section: "4", text: "Success status codes of each operation: not shown." },
  });
});

test.each(["scenario", "prefer"])("the rule %s is not a key, and is explained", (rule) => {
  expect(explainRule(rule, values).text).not.toBe("");
});

test.each(["no.such.key", "constructor", "paging.toString", "records.constructor"])(
  "the rule %s is unknown, and not explained",
  (rule) => {
    expect(explainRule(rule, values)).toStrictEqual({ text: "" });
  },
);
