import { dirname, resolve } from "node:path";
import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { isPath } from "../../fixtures/is-path.ts";
import type { ConnectionOptions, TargetOptions } from "../api/conform-options.ts";
import { connectionOf, connectionShape, parseOptions } from "../api/option-schemas.ts";
import type { JudgeOptions, TargetToJudge } from "../run/judge-target.ts";
import { readTarget, targetOptionsSchema } from "../run/read-conform-options.ts";
import { tokenVariables, variableName } from "../target/target.ts";

/**
 * What `use.conformance` of a Playwright project says of its target. Playwright writes it into some of its reports, so
 * secrets come from the environment alone: the tokens from `ORGKIT_TOKEN` and `ORGKIT_TOKEN_B`.
 */
export interface ConformanceOptions
  extends ConnectionOptions, Omit<TargetOptions, "baseUrl" | "token" | "secondToken" | "headers" | "name"> {
  /** Where the interface is, without `/api/v1`; `use.baseURL` by default. */
  readonly baseUrl?: string | undefined;
  /** Further headers that the target needs, and the environment variables that hold their values. */
  readonly headerVariables?: Readonly<Record<string, string>> | undefined;
}

const wholeSchema = targetOptionsSchema.omit({ name: true }).extend(connectionShape);

const schema = wholeSchema
  .omit({ token: true, secondToken: true, headers: true })
  .extend({ headerVariables: z.record(z.string(), variableName).optional() })
  .partial({ baseUrl: true });

/**
 * @param configFile of Playwright: the path of a dialect is relative to its directory
 * @throws InputError where an option or a token is missing or wrong
 */
export async function readConformanceOptions(
  given: ConformanceOptions,
  baseURL: string | undefined,
  configFile: string | undefined,
): Promise<{ readonly target: TargetToJudge; readonly connection: JudgeOptions["connection"] }> {
  const { headerVariables = {}, ...options } = parseOptions(schema, { baseUrl: baseURL, ...given }, place);
  const { baseUrl, dialect, tokenVariables: variables = tokenVariables } = options;
  if (baseUrl === undefined) throw mistake(`${place}.baseUrl`, "expected the base URL of the target (or use.baseURL)");
  const headers = Object.entries(headerVariables).map(([header, variable]) => [
    header,
    readRequired(variable, "a value"),
  ]);
  const isFile = typeof dialect === "string" && isPath(dialect);
  const whole = {
    ...options,
    token: readRequired(variables.first, "a token that the target accepts"),
    secondToken: readVariable(variables.second),
    headers: Object.fromEntries(headers),
    dialect: isFile ? resolve(dirname(configFile ?? "."), dialect) : dialect,
  };
  const target = await readTarget(parseOptions(wholeSchema, whole, place));
  return { target, connection: connectionOf(options) };
}

const place = "use.conformance";

function readVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

function readRequired(name: string, meaning: string): string {
  const value = readVariable(name);
  if (value === undefined) throw mistake(name, `is not set; expected ${meaning}`);
  return value;
}

function mistake(at: string, problem: string): InputError {
  return new InputError("Settings", [{ at, problem }]);
}
