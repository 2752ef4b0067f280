import { z } from "zod";
import { integer, number, onOff, option } from "../../fixtures/settings/settings.ts";
import { maxTimeout } from "../../fixtures/values/timers.ts";
import { usualRequests } from "./target.ts";
import { readText } from "../../fixtures/input/read-text.ts";

/** The default of the maximum number of created users. */
export const maxCreated = 4;

/** PEM, or the path of a file with it. @param what `certificate` */
function pem(what: string): z.ZodOptional<z.ZodString> {
  return z
    .string(`expected the path of a ${what} (PEM)`)
    .refine((given) => isPem(readPem(given)), `has no ${what}; expected PEM, or the path of a file with it`)
    .optional();
}

/** How a run connects to its target. */
export const connectionOptions = {
  maxRps: option(number("a number", 0.001, 10_000).optional(), {
    flags: "--max-rps <number>",
    description: "send at most this many requests a second",
  }),
  timeout: option(integer("whole milliseconds", 1, maxTimeout).default(15_000), {
    flags: "--timeout <ms>",
    description: "milliseconds to wait for a complete response",
  }),
  ca: option(pem("certificate"), {
    flags: "--ca <file>",
    description: "also trust this certificate authority (PEM)",
  }),
  cert: option(pem("certificate"), {
    flags: "--cert <file>",
    description: "the certificate of this client, for a target that demands one (PEM)",
  }),
  key: option(pem("private key"), {
    flags: "--key <file>",
    description: "the private key of --cert (PEM), if it is in another file",
  }),
  insecure: option(onOff, { flags: "--insecure", description: "accept any certificate" }),
};

/** How much a run sends, creates and waits. */
export const limitOptions = {
  maxCreated: option(integer("a whole number", 1).default(maxCreated), {
    flags: "--max-created <number>",
    description: "create at most this many users",
  }),
  maxRequests: option(integer("a whole number", 20).optional(), {
    flags: "--max-requests <number>",
    description:
      "send at most about this many requests, the most telling ones; failures are looked for again in addition",
    defaultText: String(usualRequests),
  }),
  patience: option(number("seconds", 0, 86_400).default(15), {
    flags: "--patience <seconds>",
    description:
      "seconds to wait, in total, for created users to appear in the list, and for a target that stopped to come back",
  }),
};

export const connectionSchema = z.strictObject({ ...connectionOptions, ...limitOptions });

export type Connection = z.output<typeof connectionSchema>;

const begin = "-----BEGIN ";

/** Whether a text holds a certificate or a key, and is not the path of a file with it. */
export function isPem(text: string): boolean {
  return text.includes(begin);
}

/** @param given PEM, or the path of a file. @throws InputError if that cannot be read */
export function readPem(given: string): string {
  return isPem(given) ? given : readText(given, "PEM file");
}
