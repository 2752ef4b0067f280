import { repeatOf, type Repeat } from "../report/curl.ts";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { obligationName, type Obligation } from "../checks/catalogue.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { Finding } from "../report/report.ts";
import { visible } from "../report/visible.ts";
import { judgeTarget, type JudgeOptions, type TargetToJudge } from "../run/judge-target.ts";
import { faultProblem } from "../run/conform.ts";
import { openRunState, type Attempt } from "./run-state.ts";
import { isPath } from "../../fixtures/open-data.ts";
import type { ConnectionOptions, TargetOptions, WritingOptions } from "../api/conform-options.ts";
import { connectionOf, connectionShape, parseOptions, writingShape } from "../api/option-schemas.ts";
import { readTarget, targetOptionsSchema } from "../run/read-conform-options.ts";
import { targetSchema, tokenVariables, variableName } from "../target/target.ts";

/** Why nothing can be judged. */
export interface Obstacle {
  readonly obstacle: string;
  /** Whether this test is the first one to report it. */
  readonly isFirst: boolean;
}

/** A target while a worker runs its tests. The findings of earlier workers in the run are used again. */
export interface OpenTarget {
  /** @param attempt 0, or the number of the test's retry: each judges the target anew */
  find(obligation: Obligation, testId: string, attempt: number): Promise<Finding | Obstacle>;
  /** How the commands in failures repeat its requests; absent if it cannot be judged. */
  readonly repeat: Repeat | undefined;
  /** How many requirements were judged in this run so far, and how many of them passed or failed. */
  counts(): { readonly judged: number; readonly verified: number };
}

/** @param key identifies the target in the run */
export async function openTarget(
  key: string,
  options: ConformanceOptions,
  baseURL: string | undefined,
  configFile: string | undefined,
): Promise<OpenTarget> {
  const state = openRunState(key);
  const opened = await attemptTo(() => readConformanceOptions(options, baseURL, configFile));
  const obstacle = (text: string, testId: string): Obstacle => {
    const { failedTest = testId } = state.read();
    state.write({ failedTest });
    return { obstacle: visible(text), isFirst: failedTest === testId };
  };
  const judge = async (attempt: number): Promise<Attempt> => {
    const { attempts } = state.read();
    const known = attempts[String(attempt)];
    if (known !== undefined) return known;
    if (typeof opened === "string") throw new Error("nothing can be judged");
    const { facts, findings } = await judgeTarget(opened.target, { connection: opened.connection });
    const problem = facts.fault === undefined ? facts.problem : faultProblem(facts.fault);
    return state.add(attempt, { findings, ...(problem === undefined ? {} : { problem }) });
  };
  return {
    async find(obligation, testId, attempt) {
      if (typeof opened === "string") return obstacle(opened, testId);
      const { findings, problem } = await judge(attempt);
      if (problem !== undefined) return obstacle(problem, testId);
      const { requirement, operation } = obligation;
      const finding = findings.find((one) => one.id === requirement.id && one.operation === operation);
      if (finding === undefined) throw new Error(`${obligationName(obligation)} was not judged`);
      if (requirement.level !== "observed") {
        const { judged, verified } = state.read();
        const isVerified = finding.status === "passed" || finding.status === "failed";
        state.write({ judged: judged + 1, verified: verified + (isVerified ? 1 : 0) });
      }
      return finding;
    },
    repeat: typeof opened === "string" ? undefined : repeatIn(opened),
    counts: () => state.read(),
  };
}

function repeatIn({ target: { target, secrets }, connection }: ReadOptions): Repeat {
  return repeatOf(targetSchema.parse(target), Object.keys(secrets.headers ?? {}), connection ?? {});
}

/** @returns the message of a user's mistake */
async function attemptTo<Value>(task: () => Promise<Value>): Promise<Value | string> {
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

interface ReadOptions {
  readonly target: TargetToJudge;
  readonly connection: JudgeOptions["connection"];
}

/**
 * @param configFile of Playwright: the path of a dialect is relative to its directory
 * @throws InputError if an option or a token is missing or invalid
 */
async function readConformanceOptions(
  given: ConformanceOptions,
  baseURL: string | undefined,
  configFile: string | undefined,
): Promise<ReadOptions> {
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
