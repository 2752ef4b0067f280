import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readSettings, type Sources } from "./read-settings.ts";
import { environmentName, type Setting } from "./setting.ts";

const settings: readonly Setting[] = [
  { key: "port", flags: "-p, --port <number>", description: "", kind: "text", alias: "PORT" },
  { key: "subscriptionId", flags: "--subscription-id <id>", description: "", kind: "list" },
  { key: "allowWrites", flags: "--allow-writes", description: "", kind: "switch" },
];

const schema = z.object({
  port: z.coerce.number("expected a port").default(4010),
  subscriptionId: z.array(z.string()).default([]),
  allowWrites: z.boolean("expected true or false").default(false),
});

function read(sources: Partial<Sources>): z.output<typeof schema> {
  return readSettings(schema, settings, { flags: {}, environment: {}, config: {}, ...sources });
}

test("a flag names its environment variable", () => {
  expect(environmentName({ key: "subscriptionId" })).toBe("ORGKIT_SUBSCRIPTION_ID");
  expect(environmentName({ key: "world", variable: "ORGKIT_LEARN_WORLD" })).toBe("ORGKIT_LEARN_WORLD");
});

describe("precedence", () => {
  const config = { port: 1 };
  const environment = { PORT: "2", ORGKIT_PORT: "3" };
  const flags = { port: "4" };

  test.each([
    [{}, 4010],
    [{ config }, 1],
    [{ config, environment: { PORT: "2" } }, 2],
    [{ config, environment }, 3],
    [{ config, environment, flags }, 4],
  ])("%j", (sources, port) => {
    expect(read(sources).port).toBe(port);
  });
});

test("a list in the environment is separated by commas", () => {
  expect(read({ environment: { ORGKIT_SUBSCRIPTION_ID: "a, b" } }).subscriptionId).toEqual(["a", "b"]);
});

test.each([
  ["1", true],
  ["yes", true],
  ["0", false],
  ["false", false],
  ["off", false],
  ["", false],
])("a switch set to %j in the environment is %j", (text, value) => {
  expect(read({ environment: { ORGKIT_ALLOW_WRITES: text } }).allowWrites).toBe(value);
});

describe("a mistake names its place", () => {
  test.each([
    [{ flags: { port: "x" } }, "--port: expected a port"],
    [{ environment: { ORGKIT_PORT: "x" } }, "ORGKIT_PORT: expected a port"],
    [{ config: { port: "x" }, configName: "orgkit.config.ts" }, "orgkit.config.ts: port: expected a port"],
    [{ environment: { ORGKIT_ALLOW_WRITES: "maybe" } }, "ORGKIT_ALLOW_WRITES: expected true or false"],
    [{ config: { prot: 1 } }, "prot: unknown key; expected one of port, subscriptionId, allowWrites"],
  ])("%j", (sources, message) => {
    expect(() => read(sources)).toThrow(message);
  });
});
