import { z } from "zod";
import { option, whole } from "../settings/settings.ts";

/** The address that a server command listens on: the same flags for the mock and the proxy. */
export const listenOptions = z.object({
  port: option(
    whole("expected a port from 0 to 65535", 0, 65_535).default(4010),
    "-p, --port <number>",
    "the port to listen on; 0 picks a free one",
    { alias: "PORT" },
  ),
  host: option(
    z.string("expected an address, for instance 127.0.0.1").min(1).default("127.0.0.1"),
    "--host <address>",
    "the address to listen on",
  ),
  allowedHost: option(
    z.array(z.string("expected a host name")).default([]),
    "--allowed-host <name>",
    "also accept requests for this host name; repeatable",
  ),
});
