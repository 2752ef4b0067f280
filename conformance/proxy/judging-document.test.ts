import { describe, expect, test } from "vitest";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { judgingDocument } from "./judging-document.ts";
import { openPrism } from "./prism.ts";

test("without a dialect it is the contract, at the root", () => {
  const { servers, paths } = judgingDocument();
  expect(servers).toStrictEqual([{ url: "/" }]);
  expect(paths["/api/v1/users"]?.["get"]?.["parameters"]).toBeUndefined();
  expect(Object.keys(Object(paths["/api/v1/users"]?.["get"]?.["responses"]))).toStrictEqual(["2XX", "default"]);
});

describe("with a dialect", () => {
  test.each(builtInDialectNames)("%s: the declared success code, and a document that Prism takes", async (name) => {
    const dialect = await openDialect(name);
    const document = judgingDocument(dialect);
    const responses = Object(document.paths["/api/v1/users"]?.["post"]?.["responses"]);
    expect(Object.keys(responses)).toStrictEqual([String(dialect.statuses.success.createUser), "3XX", "4XX", "5XX"]);
    await expect(openPrism(document)).resolves.toBeDefined();
  });

  test("only paging values that it refuses are wrong to send", async () => {
    const of = (name: string) =>
      openDialect(name).then((dialect) => judgingDocument(dialect).paths["/api/v1/users"]?.["get"]?.["parameters"]);
    expect(await of("offset")).toStrictEqual([
      { name: "offset", in: "query", schema: { type: "integer", minimum: 0 } },
      { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
    ]);
    expect(await of("terse")).toStrictEqual([
      { name: "p", in: "query", schema: {} },
      { name: "n", in: "query", schema: {} },
    ]);
    expect(await of("login-page")).toStrictEqual([]);
  });
});
