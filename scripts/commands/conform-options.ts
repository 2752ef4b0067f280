import { z } from "zod";
import { recordKinds } from "../../fixtures/contract/operations.ts";
import { findRequirement } from "../../conformance/checks/catalogue.ts";
import { maxCreated } from "../../conformance/target/creations.ts";
import {
  quickRequests,
  targetSchema,
  tokenSchema,
  tokenVariables,
  usualRequests,
} from "../../conformance/target/target.ts";
import { environmentName, onOff, option, type Sources, text, whole } from "../settings/settings.ts";
import { baseUrlOf, headersOf, reachOptions, tokenOf } from "./reach-options.ts";
import { reporterNames } from "./write-reports.ts";
import type { Json } from "../../fixtures/json.ts";
import { parseData } from "../../fixtures/parse-data.ts";
import { readDataFile } from "../../fixtures/read-text.ts";
import { type GivenData, parseWith } from "../../fixtures/parse-with.ts";
import type { ConformOptions, TargetOptions } from "../../conformance/api/conform-options.ts";
import { givenValue, rejectSameToken } from "../../conformance/api/option-schemas.ts";

/** `subscription=sub_1`, or `second:subscription=sub_9` of the second account. */
const knownId = new RegExp(`^(?:second:)?(?:${recordKinds.join("|")})=.`);

const expected = {
  har: "expected a file; put the base URL before --har, or after --base-url",
  id: `expected KIND=ID, for instance subscription=sub_1, of the kinds ${recordKinds.join(", ")}`,
};

/** The options of `orgkit conform`, in the order of its help. */
export const conformOptions = z.object({
  baseUrl: option(
    targetSchema.shape.baseUrl.optional(),
    "[BASE_URL]",
    "the base URL of the target, without /api/v1 (env: ORGKIT_BASE_URL)",
  ),
  har: option(
    z.array(z.string().regex(/^(?!https?:).+/, expected.har), "expected a list of files").default([]),
    "--har <files...>",
    "judge the traffic in HAR files and send nothing; put BASE_URL before it",
  ),
  token: tokenSchema.optional(),
  tokenB: tokenSchema.optional(),
  id: option(
    z.array(z.string().regex(knownId, expected.id), "expected a list of ids, each with its kind").default([]),
    "--id <KIND=ID>",
    `the id of a record of the account (${recordKinds.join(", ")}); give two to verify that each id returns its own record, and second:KIND=ID for one of the second account`,
  ),
  subscriptionId: option(
    z.array(z.coerce.string().min(1, "expected an id"), "expected a list of ids").default([]),
    "-s, --subscription-id <id>",
    "the same as --id subscription=ID",
  ),
  allowWrites: option(
    onOff,
    "--allow-writes",
    "also judge createUser; without it, only GET, HEAD and OPTIONS are sent",
  ),
  quick: option(
    onOff,
    "--quick",
    `send about ${quickRequests} requests instead of up to ${usualRequests}: the same as --max-requests ${quickRequests}`,
  ),
  createBody: option(
    z.json().optional(),
    "--create-body <JSON or @file>",
    "a body that creates a user; {{unique}} becomes a unique value",
  ),
  maxCreated: option(
    whole("expected a whole number, 1 or more", 1).optional(),
    "--max-created <number>",
    "create at most this many users",
    { defaultText: String(maxCreated.conform) },
  ),
  maxRequests: option(
    whole("expected a whole number, 20 or more", 20).optional(),
    "--max-requests <number>",
    "send at most about this many requests, the most telling ones; failures are looked for again in addition",
    { defaultText: String(usualRequests) },
  ),
  dryRun: option(onOff, "--dry-run", "print what would be sent, and send nothing"),
  patience: option(
    z.coerce.number("expected seconds").min(0, "expected 0 or more").optional(),
    "--patience <seconds>",
    "how long to wait, in total, for created users to appear in the list, and for a target that stopped to come back",
    { defaultText: "15" },
  ),
  dialect: option(
    z.string("expected the name of a dialect or a file").optional(),
    "-d, --dialect <name or file>",
    "also judge the target against its own dialect",
  ),
  level: option(
    z.enum(["stated", "implied", "declared"], "expected stated, implied or declared").default("declared"),
    "--level <stated|implied|declared>",
    "judge the requirements up to this level",
  ),
  grep: option(
    z.string("expected a part of a requirement's id").optional(),
    "-g, --grep <id>",
    "judge only requirements or operations whose name contains this: ENV-04, AUTH, listUsers, or several: ENV|listUsers",
  ),
  complete: option(onOff, "--complete", "exit with 3 if anything was not verified"),
  require: option(
    z
      .array(z.string().refine((id) => findRequirement(id) !== undefined, "expected the id of a requirement: AUTH-04"))
      .default([]),
    "--require <id>",
    "exit with 3 if this requirement was not verified; repeatable",
  ),
  minVerified: option(
    whole("expected a whole number, 1 or more", 1).optional(),
    "--min-verified <number>",
    "exit with 3 if fewer checks were verified",
  ),
  out: option(text("expected a directory").optional(), "-o, --out <dir>", "write reports to this directory"),
  reporter: option(
    z.array(z.enum(reporterNames, `expected one of ${reporterNames.join(", ")}`)).default([...reporterNames]),
    "-r, --reporter <name>",
    `the reports to write: ${reporterNames.join(", ")}; repeatable`,
    { defaultText: "all" },
  ),
  baseline: option(
    z.string("expected a report.json").optional(),
    "--baseline <report.json>",
    "show new, fixed and still failing checks since this report; with --allow-writes, look for the users that its run created",
  ),
  ...reachOptions.shape,
});

export type ConformSettings = z.output<typeof conformOptions>;

/**
 * The target in the settings.
 * @throws InputError if there is none, or a token is missing
 */
export function readTargetOptions(settings: ConformSettings): TargetOptions {
  const { token, tokenB, allowWrites, quick, createBody, dialect, header } = settings;
  const baseUrl = baseUrlOf(settings);
  const first = tokenOf(token, tokenVariables.first);
  rejectSameToken(first, tokenB, tokenVariables);
  return {
    baseUrl,
    token: first,
    secondToken: tokenB,
    ...idsOf(settings),
    allowWrites,
    quick,
    createBody: readBody(createBody),
    dialect,
    headers: headersOf(header),
  };
}

/** In a config file, a body is JSON already; on the command line it is a text, or `@` and a file. */
export function readBody(given: Json | undefined): Readonly<Record<string, Json>> | undefined {
  if (given === undefined) return undefined;
  const file = typeof given === "string" ? bodyText(given) : givenValue(given, "createBody", "createBody");
  return parseWith(z.record(z.string(), z.json(), "expected a JSON object"), file, "body for createUser");
}

function bodyText(given: string): GivenData {
  return given.startsWith("@")
    ? readDataFile(given.slice(1), "body for createUser")
    : parseData(given, "--create-body", "body for createUser");
}

/** The mark of an id of the second account. */
const second = "second:";

/** Known ids for the API: `subscription=sub_1` each, of the second account with its mark, and those of subscriptions alone. */
export function idsOf({
  id,
  subscriptionId,
}: Pick<ConformSettings, "id" | "subscriptionId">): Required<
  Pick<ConformOptions, "ids" | "secondIds" | "subscriptionIds">
> {
  const theirs = id.filter((known) => known.startsWith(second));
  return {
    ids: idsByKind(id.filter((known) => !known.startsWith(second))),
    secondIds: idsByKind(theirs.map((known) => known.slice(second.length))),
    subscriptionIds: subscriptionId,
  };
}

function idsByKind(texts: readonly string[]): NonNullable<ConformOptions["ids"]> {
  const byKind = Map.groupBy(texts, (known) => known.slice(0, known.indexOf("=")));
  return Object.fromEntries(
    [...byKind].map(([kind, named]) => [kind, named.map((known) => known.slice(kind.length + 1))]),
  );
}

/** Recorded traffic on the command line overrides a target in the environment and the config file. */
export function preferTraffic({ flags, environment, config, ...sources }: Sources): Sources {
  if (flags["har"] === undefined) return { ...sources, flags, environment, config };
  return {
    ...sources,
    flags,
    environment: without(environment, environmentName("baseUrl")),
    config: without(config, "baseUrl"),
  };
}

function without<Value>(members: Readonly<Record<string, Value>>, left: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== left));
}
