import { repeatOf, type Repeat } from "../report/curl.ts";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import type { Obligation } from "../checks/catalogue.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { Finding } from "../report/report.ts";
import { visible } from "../report/visible.ts";
import { type JudgeOptions, openTargetSession, type TargetToJudge } from "../run/judge-target.ts";
import { faultProblem } from "../run/conform.ts";
import { openJudging, type Judging } from "../run/judging.ts";
import { connectionSchema } from "../target/connection.ts";
import { openRunState } from "./run-state.ts";
import { isPath } from "../../fixtures/is-path.ts";
import type { ConnectionOptions, TargetOptions, WritingOptions } from "../api/conform-options.ts";
import { connectionOf, connectionShape, parseOptions, writingShape } from "../api/option-schemas.ts";
import { readTarget, targetOptionsSchema } from "../run/read-conform-options.ts";
import { tokenVariables, variableName } from "../target/target.ts";

/** Why nothing can be judged. */
export interface Obstacle {
  readonly obstacle: string;
  /** Whether this test is the first one to report it. */
  readonly isFirst: boolean;
}

/** A target while a worker runs its tests. Exchanges of earlier workers in the run are reused. */
export interface OpenTarget {
  find(obligation: Obligation, testId: string): Promise<Finding | Obstacle>;
  /** How the commands in failures repeat its requests; absent if it cannot be judged. */
  readonly repeat: Repeat | undefined;
  /** How many requirements were judged in this run so far, and how many of them passed or failed. */
  counts(): { readonly judged: number; readonly verified: number };
  close(): Promise<void>;
}

/** @param key identifies the target in the run */
export async function openTarget(
  key: string,
  options: ConformanceOptions,
  baseURL: string | undefined,
  configFile: string | undefined,
): Promise<OpenTarget> {
  const state = openRunState(key);
  const opened = await attempt(async () => {
    const { target: given, connection } = await readConformanceOptions(options, baseURL, configFile);
    const { runId } = state.read();
    const session = openTargetSession(given, {
      connection: connectionSchema.parse(connection ?? {}),
      runId,
      recordFile: state.recordFile,
    });
    const repeat = repeatOf(session.target, Object.keys(given.secrets.headers ?? {}), connection ?? {});
    return { session, repeat, judging: await openJudging(session, runId) };
  });
  const obstacle = (text: string, testId: string): Obstacle => {
    const { failedTest = testId } = state.read();
    state.write({ failedTest });
    return { obstacle: visible(text), isFirst: failedTest === testId };
  };
  return {
    async find(obligation, testId) {
      if (typeof opened === "string") return obstacle(opened, testId);
      const finding = await opened.judging.find(obligation);
      const problem = problemOf(opened.judging);
      if (problem !== undefined) return obstacle(problem, testId);
      if (obligation.requirement.level !== "observed") {
        const { judged, verified } = state.read();
        const isVerified = finding.status === "passed" || finding.status === "failed";
        state.write({ judged: judged + 1, verified: verified + (isVerified ? 1 : 0) });
      }
      return finding;
    },
    repeat: typeof opened === "string" ? undefined : opened.repeat,
    counts: () => state.read(),
    async close() {
      if (typeof opened !== "string") await opened.session.close();
    },
  };
}

function problemOf({ obstacle }: Judging): string | undefined {
  return obstacle?.fault === undefined ? obstacle?.problem : faultProblem(obstacle.fault);
}

/** @returns the message of a user's mistake */
async function attempt<Value>(task: () => Promise<Value>): Promise<Value | string> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/**
 * `use.conformance` of a Playwright project. Playwright writes it into some of its reports, so secrets come only from
 * the environment: the tokens from `ORGKIT_TOKEN` and `ORGKIT_TOKEN_B`.
 */
export interface ConformanceOptions
  extends
    ConnectionOptions,
    WritingOptions,
    Omit<TargetOptions, "baseUrl" | "token" | "secondToken" | "headers" | "name"> {
  /** The base URL of the interface, without `/api/v1`; `use.baseURL` by default. */
  readonly baseUrl?: string | undefined;
  /** Additional headers for the target, and the environment variables with their values. */
  readonly headerVariables?: Readonly<Record<string, string>> | undefined;
}

const wholeSchema = targetOptionsSchema.omit({ name: true }).extend({ ...connectionShape, ...writingShape });

const schema = wholeSchema
  .omit({ token: true, secondToken: true, headers: true })
  .extend({ headerVariables: z.record(z.string(), variableName).optional() })
  .partial({ baseUrl: true });

/**
 * @param configFile of Playwright: the path of a dialect is relative to its directory
 * @throws InputError if an option or a token is missing or invalid
 */
async function readConformanceOptions(
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
  return new InputError("these settings", [{ at, problem }]);
}
