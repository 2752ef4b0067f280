import { describe, expect, test } from "vitest";
import { openTestProject } from "./test-project.fixture.ts";
import { readConfigFile } from "./config-file.ts";

test.each([
  ["orgkit.config.ts", "export default { mock: { world: 'edge' } satisfies object };"],
  ["orgkit.config.js", "export default { mock: { world: 'edge' } };"],
  ["orgkit.config.json", '{ "mock": { "world": "edge" } }'],
  ["orgkit.config.yaml", "mock: { world: edge }"],
])("%s is read", async (name, text) => {
  const { directory } = openTestProject({ "package.json": '{ "type": "module" }', [name]: text });
  expect(await readConfigFile(directory)).toEqual({ name, sections: { mock: { world: "edge" } } });
});

test("without a file there are no settings", async () => {
  expect(await readConfigFile(openTestProject().directory)).toEqual({ sections: {} });
});

describe("a mistake is reported", () => {
  test.each([
    ["orgkit.config.yaml", "mcok: {}", "orgkit.config.yaml: mcok: expected the sections mock, conform,"],
    ["orgkit.config.yaml", "mock: [1", "orgkit.config.yaml:1"],
    ["orgkit.config.yaml", "learn: 5", "orgkit.config.yaml: learn: expected the sections mock"],
    ["orgkit.config.json", "[]", "expected the sections mock, conform,"],
    ["orgkit.config.js", "throw new Error('no tokens today')", "orgkit.config.js: no tokens today"],
  ])("%s: %s", async (name, text, message) => {
    const { directory } = openTestProject({ [name]: text });
    await expect(readConfigFile(directory)).rejects.toThrow(message);
  });
});
