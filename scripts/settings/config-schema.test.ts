import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.fixture.ts";
import { readConfigFile, sectionNames } from "./config-file.ts";
import { describedConfigSchema } from "./config-schema.ts";
import type { OrgkitConfig } from "./config.ts";

const folder = openTemporaryFolder();

test("the schema for editors has the sections that are read", () => {
  const { $schema: _, ...sections } = describedConfigSchema.shape;
  expect(Object.keys(sections)).toStrictEqual(sectionNames);
});

test("a config that has the type is taken by the schema, and its $schema is no section", async () => {
  const config: OrgkitConfig = {
    $schema: "./config.schema.json",
    mock: { world: "edge", port: 0, scenario: ["latency:ms=200"] },
    conform: { baseUrl: "https://staging.example/x", createBody: { mail: "{{unique}}" }, level: "implied" },
  };
  expect(describedConfigSchema.parse(config)).toMatchObject({ mock: { world: "edge" } });
  folder.write("orgkit.config.json", JSON.stringify(config));
  expect(await readConfigFile(folder.path)).toMatchObject({
    name: "orgkit.config.json",
    sections: { mock: { port: 0 } },
  });
});

test("a key no flag has is refused, and each key has the words of its flag", () => {
  expect(describedConfigSchema.safeParse({ mock: { prot: 1 } }).success).toBe(false);
  const text = readFileSync(new URL("config.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    properties: {
      mock: { properties: { port: { description: expect.stringContaining("port to listen on"), default: 4010 } } },
    },
  });
});
