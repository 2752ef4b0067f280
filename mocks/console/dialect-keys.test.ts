import { expect, test } from "vitest";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { describeKey, dialectGroups, searchDialect, valueAt } from "./dialect-keys.ts";

test.each(dialectNames())("each key of the dialect %s is listed once, with its value", (name) => {
  const dialect = loadDialect(name);
  const groups = dialectGroups(dialect);
  const keys = groups.flatMap((group) => group.keys);
  expect(groups.map((group) => group.path)).toContain("paging");
  expect(new Set(keys.map(({ path }) => path)).size).toBe(keys.length);
  for (const { path, value } of keys) expect(valueAt(dialect, path)).toStrictEqual(value);
});

test("what the schema leaves open is one key", () => {
  const paths = dialectGroups(loadDialect("reference")).flatMap(({ keys }) => keys.map(({ path }) => path));
  expect(paths).toEqual(
    expect.arrayContaining(["paging.users.parameters.size", "records.user", "createUser.generated"]),
  );
  expect(paths).not.toContain("records.user.type");
});

test("a key is described as in its schema, whichever branch it is of", () => {
  expect(describeKey("createUser.unique")).toBe("Fields no two users of an account may share.");
  expect(describeKey("paging.invoices.maxSize")).toBe("The greatest page size a call may ask for.");
  expect(describeKey("errors.contentType")).toMatch(/^As sent/);
  expect(describeKey("no.such.key")).toBe("");
  expect(describeKey("records.constructor")).toBe("");
});

test("keys are found by name, description and value", () => {
  const groups = dialectGroups(loadDialect("reference"));
  const found = (text: string): readonly string[] =>
    searchDialect(groups, text).flatMap(({ keys }) => keys.map(({ path }) => path));
  expect(found("paging.users.max")).toStrictEqual(["paging.users.maxSize"]);
  expect(found(" PER_PAGE ")).toStrictEqual(["paging.users.parameters.size", "paging.invoices.parameters.size"]);
  expect(found("no two users")).toStrictEqual(["createUser.unique"]);
  expect(found("zebra")).toStrictEqual([]);
  expect(searchDialect(groups, "")).toBe(groups);
});
