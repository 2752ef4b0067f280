import { describe, expect, test } from "vitest";
import { z } from "zod";
import { onOff, option, readSettings, type Sources } from "./settings.ts";

const schema = z.object({
  port: option(z.coerce.number("expected a port").default(4010), "-p, --port <number>", "", { alias: "PORT" }),
  subscriptionId: option(z.array(z.string()).default([]), "--subscription-id <id>", ""),
  allowWrites: option(onOff, "--allow-writes", ""),
  world: option(z.string().optional(), "--world <file>", "", { variable: "ORGKIT_LEARN_WORLD" }),
  baseUrl: option(z.url("expected a URL").optional(), "[BASE_URL]", ""),
  token: z.string().min(5, "expected a token").optional(),
});

function read(sources: Partial<Sources>): z.output<typeof schema> {
  return readSettings(schema, { flags: {}, environment: {}, config: {}, ...sources });
}

describe("precedence", () => {
  const config = { port: 1 };
  const environment = { PORT: "2", ORGKIT_PORT: "3" };
  const flags = { port: "4" };

  test.each([
    [{}, 4010],
    [{ config }, 1],
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
  ["0", false],
  ["false", false],
  ["", false],
])("a switch set to %j in the environment is %j", (text, value) => {
  expect(read({ environment: { ORGKIT_ALLOW_WRITES: text } }).allowWrites).toBe(value);
});

describe("a mistake is reported with its place", () => {
  test.each([
    [{ flags: { port: "x" } }, "--port: expected a port"],
    [{ environment: { ORGKIT_PORT: "x" } }, "ORGKIT_PORT: expected a port"],
    [{ config: { port: "x" }, configName: "orgkit.config.yaml" }, "orgkit.config.yaml: port: expected a port"],
    [{ environment: { ORGKIT_ALLOW_WRITES: "maybe" } }, "ORGKIT_ALLOW_WRITES: expected true or false"],
    [
      { config: { prot: 1 } },
      "prot: unknown key; expected one of port, subscriptionId, allowWrites, world, baseUrl, token",
    ],
    [{ environment: { ORGKIT_TOKEN: "x" } }, "ORGKIT_TOKEN: expected a token"],
  ])("%j", (sources, message) => {
    expect(() => read(sources)).toThrow(message);
  });
});
