import { z } from "zod";
import type { Setting } from "../settings/setting.ts";

/** Where a command that serves listens: the same flags for the mock and the proxy. */
export const listenSettings = {
  port: {
    key: "port",
    flags: "-p, --port <number>",
    description: "the port to listen on; 0 picks a free one",
    kind: "text",
    defaultText: "4010",
    alias: "PORT",
  },
  host: {
    key: "host",
    flags: "--host <address>",
    description: "the address to listen on",
    kind: "text",
    defaultText: "127.0.0.1",
  },
  allowedHost: {
    key: "allowedHost",
    flags: "--allowed-host <name>",
    description: "a host name it may be reached by, besides localhost; repeatable",
    kind: "list",
  },
} as const satisfies Readonly<Record<string, Setting>>;

export const listenSchema = z.object({
  port: z.coerce
    .number("expected a port from 0 to 65535")
    .int("expected a port from 0 to 65535")
    .min(0, "expected a port from 0 to 65535")
    .max(65_535, "expected a port from 0 to 65535")
    .default(4010),
  host: z.string("expected an address, for instance 127.0.0.1").min(1).default("127.0.0.1"),
  allowedHost: z.array(z.string("expected a host name")).default([]),
});
