import { expect, test } from "vitest";
import { z } from "zod";
import { onOff, option, readSettings, type Sources } from "./settings.ts";

const schema = z.object({
  port: option(z.coerce.number("expected a port").default(4010), "-p, --port <number>", "", { alias: "PORT" }),
  ids: option(z.array(z.string()).default([]), "--ids <id>", ""),
  allowWrites: option(onOff, "--allow-writes", ""),
  token: z.string().min(5, "expected a token").optional(),
});

function read(sources: Partial<Sources>): z.output<typeof schema> {
  return readSettings(schema, { flags: {}, environment: {}, config: {}, ...sources });
}

const config = { port: 1 };
const environment = { PORT: "2", ORGKIT_PORT: "3" };

test.each<[sources: Partial<Sources>, settings: object]>([
  [{}, { port: 4010, ids: [], allowWrites: false }],
  [{ config }, { port: 1 }],
  [{ config, environment: { PORT: "2" } }, { port: 2 }],
  [{ config, environment }, { port: 3 }],
  [{ config, environment, flags: { port: "4" } }, { port: 4 }],
  [{ environment: { ORGKIT_IDS: "a, b" } }, { ids: ["a", "b"] }],
  [{ environment: { ORGKIT_ALLOW_WRITES: "1" } }, { allowWrites: true }],
  [{ environment: { ORGKIT_ALLOW_WRITES: "false" } }, { allowWrites: false }],
  [{ environment: { ORGKIT_ALLOW_WRITES: "" } }, { allowWrites: false }],
])("flags come before the environment, and that before the config file: %j", (sources, settings) => {
  expect(read(sources)).toMatchObject(settings);
});

test.each<[sources: Partial<Sources>, message: string]>([
  [{ flags: { port: "x" } }, "--port: expected a port"],
  [{ environment: { ORGKIT_PORT: "x" } }, "ORGKIT_PORT: expected a port"],
  [{ config: { port: "x" }, configName: "orgkit.config.yaml" }, "orgkit.config.yaml: port: expected a port"],
  [{ environment: { ORGKIT_ALLOW_WRITES: "maybe" } }, "ORGKIT_ALLOW_WRITES: expected true or false"],
  [{ config: { prot: 1 } }, "prot: unknown key; expected one of port, ids, allowWrites, token"],
  [{ environment: { ORGKIT_TOKEN: "x" } }, "ORGKIT_TOKEN: expected a token"],
])("a mistake is reported with its place: %j", (sources, message) => {
  expect(() => read(sources)).toThrow(message);
});
