import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { openTestControl } from "./control.fixture.ts";

/** Every `$ref`, and what it leads to. */
function references(document: unknown): readonly (readonly [reference: string, found: unknown])[] {
  const parts = (value: unknown): readonly (readonly [string, unknown])[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap((part) => [part, ...parts(part[1])])
      : [];
  return parts(document)
    .filter(([key]) => key === "$ref")
    .map(([, reference]) => [String(reference), at(document, String(reference))]);
}

function at(document: unknown, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => new Map(Object.entries(Object(value))).get(key), document);
}

describe("the OpenAPI documents", () => {
  test.each(["openapi.json", "interface.json"])("%s: every reference leads to a place in it", async (name) => {
    const { ask } = await openTestControl();
    const found = references((await ask(`GET ${name}`)).json);
    expect(found).not.toHaveLength(0);
    expect(found.filter(([, place]) => place === undefined)).toStrictEqual([]);
  });

  test("the interface is described in the dialect that is spoken now, where the mock is", async () => {
    const { ask, simulation } = await openTestControl();
    const { world } = simulation.capsule("1.2.3");
    const reference = (await ask("GET interface.json")).json;
    expect(at(reference, "#/servers/0/url")).toBe("http://mock.example");
    expect(JSON.stringify(reference)).toContain('"per_page"');
    await simulation.adopt({ world, dialect: dialectSchema.parse({ statuses: { success: { listUsers: 206 } } }) });
    const { status, json } = await ask("GET interface.yaml");
    expect(status).toBe(200);
    expect(parse(String(json))).toStrictEqual((await ask("GET interface.json")).json);
    expect(parse(String(json))).toMatchObject({ paths: { "/api/v1/users": { get: { responses: { 206: {} } } } } });
  });
});
