import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { readConfigFile } from "./config-file.ts";
import { describedConfigSchema } from "./config-schema.ts";

const directory = openTemporaryDirectory();

test("a config is valid in the schema, and its $schema is not a section", async () => {
  const config = {
    $schema: "./config.schema.json",
    mock: { world: "edge", port: 0, scenario: ["latency:ms=200"] },
    conform: { baseUrl: "https://staging.example/x", createBody: { mail: "{{unique}}" }, level: "implied" },
  };
  expect(describedConfigSchema.parse(config)).toMatchObject({ mock: { world: "edge" } });
  directory.write("orgkit.config.json", JSON.stringify(config));
  expect(await readConfigFile(directory.path)).toMatchObject({
    name: "orgkit.config.json",
    sections: { mock: { port: 0 } },
  });
});
