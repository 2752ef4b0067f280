import { z } from "zod";
import { integer, option, text } from "../../fixtures/settings/option.ts";

/** The address that a server command listens on: the same flags for the mock and the proxy. */
export const listenOptions = {
  port: option(integer("a port", 0, 65_535).default(4010), {
    flags: "-p, --port <number>",
    description: "the port to listen on; 0 picks a free one",
    alias: "PORT",
  }),
  host: option(text("expected an address, for instance 127.0.0.1").default("127.0.0.1"), {
    flags: "--host <address>",
    description: "the address to listen on",
  }),
  allowedHost: option(z.array(z.string("expected a host name")).default([]), {
    flags: "--allowed-host <name>",
    description: "also accept requests for this host name; repeatable",
  }),
};
