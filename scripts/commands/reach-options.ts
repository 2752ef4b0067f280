import { z } from "zod";
import type { ConnectionOptions } from "../../conformance/api/conform-options.ts";
import { readText } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { onOff, option } from "../settings/option.ts";

const expectedHeader = "expected 'Name: value', and not the Authorization header, which is the token's";

/** How a target is reached: the same flags wherever one is asked. */
export const reachOptions = z.object({
  maxRps: option(
    z.coerce.number("expected a number").positive("expected more than 0").optional(),
    "--max-rps <number>",
    "requests a second to a target, at most",
  ),
  timeout: option(
    z.coerce.number("expected milliseconds").int("expected whole milliseconds").min(1, "expected 1 or more").optional(),
    "--timeout <ms>",
    "how long to wait for a whole reply",
    { defaultText: "15000" },
  ),
  header: option(
    z
      .array(z.string().regex(/^(?!authorization\s*:)[!#$%&'*+.^_`|~\w-]+:[^\r\n]*$/i, expectedHeader), expectedHeader)
      .default([]),
    "-H, --header <'K: V'>",
    "a further header the target wants with every call; its value is not shown (a secret one in ORGKIT_HEADER: other users of the machine can read a command line)",
  ),
  ca: option(z.string("expected a PEM file").optional(), "--ca <file>", "trust this certificate authority too (PEM)"),
  insecure: option(onOff, "--insecure", "accept any certificate"),
});

/**
 * As the API takes it.
 * @throws InputError where the file of the authority cannot be read, or holds no certificate
 */
export function reachingOf({
  timeout,
  maxRps,
  ca,
  insecure,
}: Omit<z.output<typeof reachOptions>, "header">): ConnectionOptions {
  return { timeout, maxRps, insecure, ca: ca === undefined ? undefined : readCa(ca) };
}

/**
 * The certificate authority that `--ca` names, as PEM.
 * @throws InputError where the file cannot be read, or holds no certificate
 */
export function readCa(file: string): string {
  const pem = readText(file, "Certificate authority");
  if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw new InputError("Settings", [{ at: "--ca", problem: `"${file}" holds no certificate; expected PEM` }]);
}
