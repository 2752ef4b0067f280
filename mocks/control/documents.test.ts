import { expect, test } from "vitest";
import { parse } from "yaml";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { openTestControl } from "./control.fixture.ts";

test("the interface is described in the dialect that is spoken now, where the mock is", async () => {
  const { ask, simulation } = await openTestControl();
  const { world } = simulation.capsule("1.2.3");
  const reference = (await ask("GET interface.json")).json;
  expect(reference).toHaveProperty("servers.0.url", "http://mock.example");
  expect(JSON.stringify(reference)).toContain('"per_page"');
  await simulation.adopt({ world, dialect: dialectSchema.parse({ statuses: { success: { listUsers: 206 } } }) });
  const { status, json } = await ask("GET interface.yaml");
  expect(status).toBe(200);
  expect(parse(String(json))).toStrictEqual((await ask("GET interface.json")).json);
  expect(parse(String(json))).toMatchObject({ paths: { "/api/v1/users": { get: { responses: { 206: {} } } } } });
});
