import { describe, expect, test } from "vitest";
import { openTestProject } from "./test-project.fixture.ts";
import { readConfigFile } from "./config-file.ts";

test.each([
  ["orgkit.config.json", '{ "mock": { "world": "edge" } }'],
  ["orgkit.config.yaml", "mock: { world: edge }"],
])("%s is read", (name, text) => {
  const { directory } = openTestProject({ [name]: text });
  expect(readConfigFile(directory)).toEqual({ name, sections: { mock: { world: "edge" } } });
});

test("without a file there are no settings", () => {
  expect(readConfigFile(openTestProject().directory)).toEqual({ sections: {} });
});

describe("a mistake is reported", () => {
  test.each([
    ["orgkit.config.yaml", "mcok: {}", "orgkit.config.yaml:1:1 mcok: expected the sections mock, conform,"],
    ["orgkit.config.yaml", "mock: [1", "orgkit.config.yaml:1"],
    ["orgkit.config.yaml", "learn: 5", "orgkit.config.yaml:1:1 learn: expected the sections mock"],
    ["orgkit.config.json", "[]", "expected the sections mock, conform,"],
  ])("%s: %s", (name, text, message) => {
    const { directory } = openTestProject({ [name]: text });
    expect(() => readConfigFile(directory)).toThrow(message);
  });
});
