import { describe, expect, test } from "vitest";
import { openTestProject } from "./test-project.fixture.ts";
import { readConfigFile } from "./config-file.ts";

test.each([
  ["orgkit.config.json", '{ "mock": { "world": "edge" } }'],
  ["orgkit.config.yaml", "mock: { world: edge }"],
])("%s is read", async (name, text) => {
  const { directory } = openTestProject({ [name]: text });
  expect(await readConfigFile(directory)).toEqual({ name, sections: { mock: { world: "edge" } } });
});

test("without a file there are no settings", async () => {
  expect(await readConfigFile(openTestProject().directory)).toEqual({ sections: {} });
});

describe("a mistake is reported", async () => {
  test.each([
    ["orgkit.config.yaml", "mcok: {}", "orgkit.config.yaml:1:1 mcok: expected the sections mock, conform,"],
    ["orgkit.config.ts", "export default {};", 'Cannot use config "orgkit.config.ts"'],
    ["orgkit.config.yml", "mock: {}", "expected orgkit.config.yaml or orgkit.config.json"],
  ])("%s: %s", async (name, text, message) => {
    const { directory } = openTestProject({ [name]: text });
    await expect(readConfigFile(directory)).rejects.toThrow(message);
  });
});
