import { Command } from "commander";
import { z } from "zod";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer, type RunningServer } from "../../mocks/faces/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings, type Setting } from "../settings/setting.ts";
import { paintFor } from "../terminal.ts";
import { logLine } from "./mock-log.ts";
import { startupText } from "./mock-startup.ts";

const settings: readonly Setting[] = [
  {
    key: "port",
    flags: "-p, --port <number>",
    description: "the port to listen on; 0 picks a free one",
    kind: "text",
    defaultText: "4010",
    alias: "PORT",
  },
  {
    key: "host",
    flags: "--host <address>",
    description: "the address to listen on",
    kind: "text",
    defaultText: "127.0.0.1",
  },
  {
    key: "world",
    flags: "-w, --world <name or file>",
    description: "the records to serve: demo, edge, empty, crowd:N, or a file",
    kind: "text",
    defaultText: "demo",
  },
  {
    key: "dialect",
    flags: "-d, --dialect <name or file>",
    description: "how to answer where the document is silent: reference, offset, terse, …, or a file",
    kind: "text",
    defaultText: "reference",
  },
  {
    key: "seed",
    flags: "--seed <integer>",
    description: "the same seed gives the same ids and generated worlds",
    kind: "text",
    defaultText: "1",
  },
  { key: "quiet", flags: "-q, --quiet", description: "print only the start-up lines, not each call", kind: "switch" },
];

const settingsSchema = z.object({
  port: z.coerce
    .number("expected a port from 0 to 65535")
    .int("expected a port from 0 to 65535")
    .min(0, "expected a port from 0 to 65535")
    .max(65_535, "expected a port from 0 to 65535")
    .default(4010),
  host: z.string("expected an address, for instance 127.0.0.1").min(1).default("127.0.0.1"),
  world: z.string("expected a name or a file").default("demo"),
  dialect: z.string("expected a name or a file").default("reference"),
  seed: z.coerce.number("expected an integer").int("expected an integer").default(1),
  quiet: z.boolean("expected true or false").default(false),
});

/** `orgkit mock`: serves the simulation over HTTP until it is told to stop. */
export function mockCommand(version: string): Command {
  const command = new Command("mock")
    .summary("serve a stateful stand-in for the service")
    .description("Serves the four operations over HTTP, from a world of records, in a dialect.");
  return addSettings(command, settings).action(async (flags: Record<string, unknown>) => {
    const config = await readConfigFile(process.cwd());
    const { port, host, world, dialect, seed, quiet } = readSettings(settingsSchema, settings, {
      flags,
      environment: process.env,
      config: config.mock,
      configName: config.name,
    });
    const simulation = await createSimulation({ world: loadWorld(world, seed), dialect: loadDialect(dialect), seed });
    const paint = paintFor(process.stdout);
    const server = await startServer(simulation, {
      host,
      port,
      ...(quiet
        ? {}
        : { onAnswer: (call, reply) => print(logLine(call, reply, simulation.accounts, new Date(), paint)) }),
    });
    print(startupText({ version, url: server.url, host, seed, simulation }, paint));
    stopOnSignal(server);
  });
}

function stopOnSignal(server: RunningServer): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void server.close().then(() => process.exit(0));
    });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
