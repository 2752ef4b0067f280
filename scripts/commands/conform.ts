import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { z } from "zod";
import { parseData, parseWith, readDataFile } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { conform } from "../../conformance/run/conform.ts";
import type { Report } from "../../conformance/report/report.ts";
import { planText, reportText } from "../../conformance/report/text.ts";
import { targetSchema, tokenVariables, type Target, type Tokens } from "../../conformance/target/target.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings, type Setting } from "../settings/setting.ts";
import { paintFor } from "../terminal.ts";

const settings: readonly Setting[] = [
  {
    key: "subscriptionId",
    flags: "-s, --subscription-id <id>",
    description: "the id of a subscription the first account has; may be given more than once",
    kind: "list",
  },
  {
    key: "allowWrites",
    flags: "--allow-writes",
    description: "judge createUser too; without it no request but GET is sent",
    kind: "switch",
  },
  {
    key: "createBody",
    flags: "--create-body <JSON or @file>",
    description: "the body for createUser; {{unique}} becomes a fresh value",
    kind: "text",
  },
  { key: "out", flags: "-o, --out <folder>", description: "write report.json there", kind: "text" },
];

/** Not flags: the base URL is an argument, and a token on a command line could be read by others. */
const furtherSettings: readonly Setting[] = [
  { key: "baseUrl", flags: "BASE_URL", description: "", kind: "text" },
  { key: "token", flags: tokenVariables.first, description: "", kind: "text" },
  { key: "tokenB", flags: tokenVariables.second, description: "", kind: "text" },
];

/** What a header can carry after `Bearer `. The message must not quote what was given. */
function tokenSchema(missing: string): z.ZodString {
  return z.string(missing).regex(/^[\u0021-\u007E]+$/, "expected a token of visible ASCII characters, without spaces");
}

const settingsSchema = z.object({
  baseUrl: z
    .string("expected the base URL of the target, for instance https://staging.example/x")
    .pipe(targetSchema.shape.baseUrl),
  token: tokenSchema("is not set; expected a token that the target accepts (orgkit mock prints its own)"),
  tokenB: tokenSchema("expected a token of a second account").optional(),
  subscriptionId: z.array(z.coerce.string().min(1, "expected an id"), "expected a list of ids").default([]),
  allowWrites: z.boolean("expected true or false").default(false),
  createBody: z.json().optional(),
  out: z.string("expected a folder").min(1, "expected a folder").optional(),
});

const exitCodes: Readonly<Record<Report["verdict"], number>> = { conforming: 0, "non-conforming": 1, inconclusive: 3 };

/** `orgkit conform`: judges a target and says what is wrong and why. */
export function conformCommand(version: string): Command {
  const command = new Command("conform")
    .summary("judge a target by the interface document")
    .description(
      `Judges a target by the interface document. The token comes from ${tokenVariables.first}, one of a second account, to check that invoices are scoped, from ${tokenVariables.second}; or from the config file, as token and tokenB.`,
    )
    .argument("[BASE_URL]", "where the interface is, without /api/v1 (env: ORGKIT_BASE_URL)");
  return addSettings(command, settings).action(async (baseUrl: string | undefined, flags: Record<string, unknown>) => {
    const config = await readConfigFile(process.cwd());
    const given = readSettings(settingsSchema, [...furtherSettings, ...settings], {
      flags: { ...flags, baseUrl },
      environment: process.env,
      config: config.conform,
      configName: config.name,
    });
    const target = toTarget(given);
    const tokens = toTokens(given);
    if (given.out !== undefined) prepareFolder(given.out);
    const paint = paintFor(process.stdout);
    process.stdout.write(`${planText(target, tokens.second !== undefined, version, paint)}\n`);
    const showProgress = process.stderr.isTTY;
    const report = await conform({ target, tokens, version, showProgress, signal: interruption() });
    process.stdout.write(`${reportText(report, paint)}\n`);
    if (given.out !== undefined) {
      const path = join(given.out, "report.json");
      writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
      process.stdout.write(`Report: ${path}\n`);
    }
    process.exitCode = exitCodes[report.verdict];
  });
}

function toTarget({ baseUrl, subscriptionId, allowWrites, createBody }: z.output<typeof settingsSchema>): Target {
  const target = { baseUrl, subscriptionIds: subscriptionId, allowWrites };
  return createBody === undefined ? target : { ...target, createBody: readBody(createBody) };
}

/** A body in a config file is JSON already; on the command line it is a text, or `@` and a file. */
function readBody(given: z.core.util.JSONType): z.core.util.JSONType {
  if (typeof given !== "string") return given;
  const file = given.startsWith("@")
    ? readDataFile(given.slice(1), "Body for createUser")
    : parseData(given, "--create-body", "Body for createUser");
  return parseWith(z.record(z.string(), z.json(), "expected a JSON object"), file, "Body for createUser");
}

function toTokens({ token, tokenB }: z.output<typeof settingsSchema>): Tokens {
  if (token !== tokenB) return tokenB === undefined ? { first: token } : { first: token, second: tokenB };
  throw new InputError("Second token", [
    {
      at: tokenVariables.second,
      problem: `is the same as ${tokenVariables.first}; expected a token of another account`,
    },
  ]);
}

/** Before judging, so that no finding is lost to a folder that cannot be written. */
function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "report.json"), "", { flag: "a" });
    readFileSync(join(folder, "report.json"));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`Folder "${folder}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

/** Ctrl+C ends the run tidily: the suite is stopped and its folder removed. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
