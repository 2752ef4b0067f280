import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { readConfigFile } from "./config-file.ts";
import { describedConfigSchema } from "../generate/config-schema.ts";

const directory = openTemporaryDirectory();
let projects = 0;

/** The directory of a project with this file. */
function openProject(name: string, text: string): string {
  projects += 1;
  mkdirSync(`${directory.path}/${projects}`);
  directory.write(`${projects}/${name}`, text);
  return `${directory.path}/${projects}`;
}

const sections = {
  mock: { world: "edge", port: 0, scenario: ["latency:ms=200"] },
  conform: { baseUrl: "https://staging.example/x", createBody: { mail: "{{unique}}" }, level: "implied" },
};
const config = { $schema: "./config.schema.json", ...sections };

test.each([
  ["orgkit.config.json", JSON.stringify(config), { name: "orgkit.config.json", sections }],
  [
    "orgkit.config.yaml",
    "mock: { world: edge }",
    { name: "orgkit.config.yaml", sections: { mock: { world: "edge" } } },
  ],
  ["another.json", "{}", { sections: {} }],
])("the settings in %s are read", async (name, text, read) => {
  expect(await readConfigFile(openProject(name, text))).toEqual(read);
});

test("a config is valid in the schema", () => {
  expect(describedConfigSchema.parse(config)).toMatchObject(sections);
});

test.each([
  ["orgkit.config.yaml", "mcok: {}", "orgkit.config.yaml:1:1 mcok: expected the sections mock, conform,"],
  ["orgkit.config.ts", "export default {};", 'Cannot use config "orgkit.config.ts"'],
  ["orgkit.config.yml", "mock: {}", "expected orgkit.config.yaml or orgkit.config.json"],
])("a mistake in %s is reported: %s", async (name, text, message) => {
  await expect(readConfigFile(openProject(name, text))).rejects.toThrow(message);
});
