import { z } from "zod";
import type { ConnectionOptions, TargetOptions } from "../../conformance/api/conform-options.ts";
import { targetSchema, tokenSchema, tokenVariables } from "../../conformance/target/target.ts";
import { recordKinds } from "../../fixtures/contract/operations.ts";
import { readText } from "../../fixtures/input/read-text.ts";
import { onOff, option, whole, wrongSetting } from "../settings/settings.ts";

const expectedHeader = "expected 'Name: value'; set the token in ORGKIT_TOKEN, not as a header";

/** The mark of an id of the second account. */
const second = "second:";

/** `subscription=sub_1`, or `second:subscription=sub_9` of the second account. */
const knownId = new RegExp(`^(?:${second})?(?:${recordKinds.join("|")})=.`);
const expectedId = `expected KIND=ID, for instance subscription=sub_1, of the kinds ${recordKinds.join(", ")}`;

/** A target and what is known about it: the same flags for all commands that send requests. */
export const targetOptions = z.object({
  baseUrl: option(
    targetSchema.shape.baseUrl.optional(),
    "[BASE_URL]",
    "the base URL of the target, without /api/v1 (env: ORGKIT_BASE_URL)",
  ),
  token: tokenSchema.optional(),
  id: option(
    z.array(z.string().regex(knownId, expectedId), "expected a list of ids, each with its kind").default([]),
    "--id <KIND=ID>",
    `the id of a record of the account (${recordKinds.join(", ")}); repeatable`,
  ),
  subscriptionId: option(
    z.array(z.coerce.string().min(1, "expected an id"), "expected a list of ids").default([]),
    "-s, --subscription-id <id>",
    "the same as --id subscription=ID",
  ),
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

type TargetSettings = z.output<typeof targetOptions>;

/** What all commands need of a target. */
type Reached = ConnectionOptions &
  Required<Pick<TargetOptions, "baseUrl" | "token" | "ids" | "secondIds" | "subscriptionIds" | "headers">>;

/**
 * The target in the settings.
 * @throws InputError if there is none, its token is missing, or the certificate authority cannot be read
 */
export function readTarget(settings: TargetSettings): Reached {
  const { token, id, subscriptionId, header, timeout, maxRps, ca, insecure } = settings;
  const baseUrl = requireBaseUrl(settings.baseUrl);
  if (token === undefined) {
    const problem = "is not set; set it to a token of the target (orgkit mock prints its own)";
    throw wrongSetting(tokenVariables.first, problem);
  }
  const ofSecond = id.filter((text) => text.startsWith(second));
  return {
    baseUrl,
    token,
    ids: groupIds(id.filter((text) => !text.startsWith(second))),
    secondIds: groupIds(ofSecond.map((text) => text.slice(second.length))),
    subscriptionIds: subscriptionId,
    headers: readHeaders(header),
    timeout,
    maxRps,
    insecure,
    ca: readCa(ca),
    caFile: ca,
  };
}

/** `subscription=sub_1` each, by kind. */
function groupIds(texts: readonly string[]): NonNullable<TargetOptions["ids"]> {
  const byKind = Map.groupBy(texts, (text) => text.slice(0, text.indexOf("=")));
  return Object.fromEntries([...byKind].map(([kind, same]) => [kind, same.map((text) => text.slice(kind.length + 1))]));
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
export function readHeaders(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const mark = text.indexOf(":");
      return [text.slice(0, mark).toLowerCase(), text.slice(mark + 1).trim()];
    }),
  );
}

/** @throws InputError if it is missing */
export function requireBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl !== undefined) return baseUrl;
  throw wrongSetting("BASE_URL", "expected the base URL of the target, for instance https://staging.example/x");
}
