import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { bodySchema, relocated } from "./body-schema.ts";
import { openApiDocument } from "./openapi-document.ts";
import { openPrism } from "./prism.ts";

test("without a dialect it is the contract, at the root", () => {
  const { servers, paths } = openApiDocument();
  expect(servers).toStrictEqual([{ url: "/" }]);
  expect(paths["/api/v1/users"]?.["get"]?.["parameters"]).toBeUndefined();
  expect(Object.keys(Object(paths["/api/v1/users"]?.["get"]?.["responses"]))).toStrictEqual(["2XX", "default"]);
});

describe("with a dialect", () => {
  test.each(builtInDialectNames)("%s: the declared success code, and a document that Prism takes", async (name) => {
    const dialect = await openDialect(name);
    const document = openApiDocument(dialect);
    const responses = Object(document.paths["/api/v1/users"]?.["post"]?.["responses"]);
    expect(Object.keys(responses)).toStrictEqual([String(dialect.statuses.success.createUser), "3XX", "4XX", "5XX"]);
    await expect(openPrism(document)).resolves.toBeDefined();
  });

  test("only paging values that it refuses are wrong to send", async () => {
    const of = (name: string) =>
      openDialect(name).then((dialect) => openApiDocument(dialect).paths["/api/v1/users"]?.["get"]?.["parameters"]);
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

test("references lead to the same place in the document; a value that looks like one is left", () => {
  const schema = { $ref: "#/$defs/a", const: "x", enum: [{ $ref: "#" }], properties: { enum: { $ref: "#" } } };
  expect(relocated(schema, "#/components/schemas/user")).toStrictEqual({
    $ref: "#/components/schemas/user/$defs/a",
    const: "x",
    enum: [{ $ref: "#" }],
    properties: { enum: { $ref: "#/components/schemas/user" } },
  });
});

describe("the body of createUser", () => {
  const { records, createUser } = dialectSchema.parse({ createUser: { unknownFields: "reject" } });
  const validator = new Validator(bodySchema(dialectSchema.parse({ records, createUser })), "2020-12");

  test.each([
    [true, { email: "a@b.example", name: "Ada" }],
    // What the service sets is not judged.
    [true, { email: "a@b.example", name: "Ada", id: null, status: 7 }],
    [false, { email: "a@b.example" }],
    [false, { email: null, name: "Ada" }],
    [false, { email: "a@b.example", name: "Ada", role: "pope" }],
    [false, { email: "a@b.example", name: "Ada", nick: "A" }],
    [false, []],
  ])("%s for %j", (valid, body) => {
    expect(validator.validate(body).valid).toBe(valid);
  });
});
