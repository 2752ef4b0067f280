import { z } from "zod";
import { givenValue } from "../../conformance/api/option-schemas.ts";
import { findRequirement } from "../../conformance/requirements/catalogue.ts";
import { maxCreated } from "../../conformance/target/connection.ts";
import { quickRequests, tokenSchema, usualRequests } from "../../conformance/target/target.ts";
import { recordKinds } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/values/json.ts";
import { parseData, readDataFile } from "../../fixtures/input/parse-data.ts";
import { type GivenData, parseWith } from "../../fixtures/input/parse-with.ts";
import { onOff, option, text, whole } from "../settings/settings.ts";
import { targetOptions } from "./target-options.ts";
import { reporterNames } from "./write-reports.ts";

const { baseUrl, token, id: ids, subscriptionId, ...reach } = targetOptions.shape;

/** The options of `orgkit conform`, in the order of its help. */
export const conformOptions = z.object({
  baseUrl,
  token,
  tokenB: tokenSchema.optional(),
  tokenExpired: tokenSchema.optional(),
  id: option(
    ids,
    "--id <KIND=ID>",
    `the id of a record of the account (${recordKinds.join(", ")}); give two to verify that each id returns its own record, and second:KIND=ID for one of the second account`,
  ),
  subscriptionId,
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
  ...reach,
});

export type ConformSettings = z.output<typeof conformOptions>;

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
