import { z } from "zod";
import type { ConnectionOptions } from "../../conformance/api/conform-options.ts";
import { readText } from "../../fixtures/read-text.ts";
import { onOff, option, whole, wrongSetting } from "../settings/settings.ts";

const expectedHeader = "expected 'Name: value'; set the token in ORGKIT_TOKEN, not as a header";

/** How to reach a target: the same flags for all commands. */
export const reachOptions = z.object({
  maxRps: option(
    z.coerce.number("expected a number").positive("expected more than 0").optional(),
    "--max-rps <number>",
    "send at most this many requests a second",
  ),
  timeout: option(
    whole("expected whole milliseconds, 1 or more", 1).optional(),
    "--timeout <ms>",
    "how long to wait for a complete response",
    { defaultText: "15000" },
  ),
  header: option(
    z
      .array(z.string().regex(/^(?!authorization\s*:)[!#$%&'*+.^_`|~\w-]+:[^\r\n]*$/i, expectedHeader), expectedHeader)
      .default([]),
    "-H, --header <'K: V'>",
    "a header to add to every request; its value is not shown (set a secret one in ORGKIT_HEADER: other users can read the command line)",
  ),
  ca: option(z.string("expected a PEM file").optional(), "--ca <file>", "also trust this certificate authority (PEM)"),
  insecure: option(onOff, "--insecure", "accept any certificate"),
});

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

type ReachSettings = z.output<typeof reachOptions>;

/**
 * Converts them for the API.
 * @throws InputError if the file of the certificate authority cannot be read, or has no certificate
 */
export function toConnectionOptions({
  timeout,
  maxRps,
  ca,
  insecure,
}: Omit<ReachSettings, "header">): ConnectionOptions {
  return { timeout, maxRps, insecure, ca: readCa(ca), caFile: ca };
}

/**
 * The certificate authority in `--ca`, as PEM.
 * @throws InputError if the file cannot be read, or has no certificate
 */
export function readCa(file: string | undefined): string | undefined {
  const pem = file && readText(file, "Certificate authority");
  if (pem === undefined || pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw wrongSetting("--ca", `"${file}" has no certificate; expected PEM`);
}

/** `'Name: value'` each, by name. */
export function headersOf(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const mark = text.indexOf(":");
      return [text.slice(0, mark).toLowerCase(), text.slice(mark + 1).trim()];
    }),
  );
}

/**
 * The base URL of a command's only target.
 * @throws InputError if it is missing
 */
export function baseUrlOf({ baseUrl }: { readonly baseUrl?: string | undefined }): string {
  if (baseUrl !== undefined) return baseUrl;
  throw wrongSetting("BASE_URL", "expected the base URL of the target, for instance https://staging.example/x");
}

/**
 * A required token.
 * @param variable with the token
 * @throws InputError if it is not set
 */
export function tokenOf(token: string | undefined, variable: string): string {
  if (token !== undefined) return token;
  throw wrongSetting(variable, "is not set; set it to a token of the target (orgkit mock prints its own)");
}
