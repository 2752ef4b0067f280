import { dirname, resolve, join } from "node:path";
import { InputError } from "../../fixtures/input/input-error.ts";
import { isPath } from "../../fixtures/input/open-data.ts";
import type { ConformOptions } from "../options/options.generated.ts";
import { type Report, reportSchema } from "../report/report.ts";
import type { Obligation } from "../requirements/catalogue.ts";
import { visible } from "../../fixtures/values/visible.ts";
import { InternalError } from "../run/cannot-judge.ts";
import type { Judging } from "../run/conform.ts";
import { isPem } from "../target/connection.ts";
import { expiredTokenVariable, tokenVariables } from "../target/target.ts";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { z } from "zod";

/** Why nothing can be judged. */
export interface Obstacle {
  readonly obstacle: string;
  /** Whether this test is the first one to report it. */
  readonly isFirst: boolean;
}

/**
 * Judges a target, or returns the report that an earlier worker of the run has. Each retry of a test judges it anew.
 * @param selected what a report has to have
 */
export type OpenTarget = (
  test: { readonly testId: string; readonly retry: number },
  selected: readonly Obligation[],
) => Promise<Report | Obstacle>;

/** @param key identifies the target in the run */
export function openTarget(key: string, options: ConformanceOptions, configFile: string | undefined): OpenTarget {
  const state = openRunState(key);
  /** What this worker has read: a report is long. */
  const ownReports = new Map<string, Report>();
  const judge = async (name: string, selected: readonly Obligation[]): Promise<Report | string> => {
    const { reports, fault } = state.read();
    const result = reports[name] ?? fault;
    if (result !== undefined) return result;
    const judging = await resultOrMessage(() => readConformanceOptions(options, configFile));
    if (typeof judging === "string") return judging;
    // A worker that only reports results starts sooner without it.
    const { judgeForReport } = await import("../run/conform.ts");
    const report = await resultOrMessage(() => judgeForReport({ ...judging, selected }));
    state.write(typeof report === "string" ? { fault: report } : { reports: { ...reports, [name]: report } });
    return report;
  };
  return async ({ testId, retry }, selected) => {
    const name = `${retry} ${selected.length}`;
    const report = ownReports.get(name) ?? (await judge(name, selected));
    if (typeof report !== "string") ownReports.set(name, report);
    const obstacle = typeof report === "string" ? report : report.problem;
    if (typeof report !== "string" && obstacle === undefined) return report;
    const { failedTest = testId } = state.read();
    state.write({ failedTest });
    return { obstacle: visible(obstacle ?? ""), isFirst: failedTest === testId };
  };
}

/** @returns the message of a user's mistake, or of a failure of orgkit */
async function resultOrMessage<Value>(task: () => Promise<Value>): Promise<Value | string> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    if (error instanceof InternalError) {
      return `orgkit itself failed, not the target. Please report it: ${error.message}`;
    }
    throw error;
  }
}

/** Options that Playwright's reports would show, or that only a whole run has. */
const unsupported = [
  "token",
  "secondToken",
  "expiredToken",
  "headers",
  "name",
  "level",
  "grep",
  "baseline",
  "signal",
  "onExperiment",
] as const;

/**
 * `use.conformance` of a Playwright project. Playwright writes it into some of its reports, so secrets come only from
 * the environment: the tokens from `ORGKIT_TOKEN` and `ORGKIT_TOKEN_B`.
 */
export interface ConformanceOptions extends Omit<ConformOptions, "baseUrl" | (typeof unsupported)[number]> {
  /** The base URL of the interface, without `/api/v1`; `use.baseURL` by default. */
  readonly baseUrl?: string | undefined;
  /** Additional headers for the target, and the environment variables with their values. */
  readonly headerVariables?: Readonly<Record<string, string>> | undefined;
}

const settings = "use.conformance";

/**
 * @param configFile of Playwright: paths are relative to its directory
 * @throws InputError if an option or a token is missing or invalid
 */
async function readConformanceOptions(given: ConformanceOptions, configFile = "."): Promise<Judging> {
  const { headerVariables = {}, baseUrl, dialect, ca, cert, key, ...options } = given;
  const unknown = unsupported.find((option) => option in options);
  if (unknown !== undefined)
    throw mistake(`${settings}.${unknown}`, "is not an option here; secrets come from the environment");
  if (baseUrl === undefined)
    throw mistake(`${settings}.baseUrl`, "expected the base URL of the target (or use.baseURL)");
  const { first, second } = options.tokenVariables ?? tokenVariables;
  const near = (file: string): string => resolve(dirname(configFile), file);
  const [caFile, certFile, keyFile] = [ca, cert, key].map((pem) => (pem === undefined || isPem(pem) ? pem : near(pem)));
  const whole = {
    ...options,
    baseUrl,
    token: readRequired(first, "a token that the target accepts"),
    secondToken: readVariable(second),
    expiredToken: readVariable(expiredTokenVariable),
    headers: Object.fromEntries(
      Object.entries(headerVariables).map(([header, variable]) => [header, readRequired(variable, "a value")]),
    ),
    dialect: typeof dialect === "string" && isPath(dialect) ? near(dialect) : dialect,
    ca: caFile,
    cert: certFile,
    key: keyFile,
  };
  const { readConformOptions } = await import("../run/conform.ts");
  return readConformOptions(whole, settings);
}

function readVariable(variable: string): string | undefined {
  const value = process.env[variable];
  return value === "" ? undefined : value;
}

function readRequired(variable: string, meaning: string): string {
  const value = readVariable(variable);
  if (value === undefined) throw mistake(variable, `is not set; expected ${meaning}`);
  return value;
}

function mistake(at: string, problem: string): InputError {
  return new InputError("these settings", [{ at, problem }]);
}

/*
 * Playwright starts a new worker after each failure, and workers do not know their run. So the workers of a run share a
 * directory named by the process that runs them. `startRun` empties it whenever tests are loaded for a run, in that
 * process or (UI mode) in its child.
 */

const stateSchema = z.strictObject({
  /** The reports, by the number of the retry and what was judged. */
  reports: z.record(z.string(), reportSchema),
  /** How orgkit itself failed. */
  fault: z.string().optional(),
  /** The test that reports why the target cannot be judged. */
  failedTest: z.string().optional(),
});

type RunState = z.infer<typeof stateSchema>;

interface RunStateFile {
  read(): RunState;
  write(changes: Partial<RunState>): void;
}

/** The state that the workers of a run share for one target; one worker at a time uses it. */
export function openRunState(key: string): RunStateFile {
  const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
  const path = join(openDirectory(process.ppid), name);
  const read = (): RunState => stateSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  const save = (state: RunState, flag = "w"): void => writeFileSync(path, JSON.stringify(state), { mode: 0o600, flag });
  if (!exists(path)) save({ reports: {} }, "wx");
  return { read, write: (changes) => save({ ...read(), ...changes }) };
}

/** Removes the state of an earlier run in this process, except in workers. */
export function startRun(): void {
  if (process.env["TEST_WORKER_INDEX"] !== undefined) return;
  const parent = openParent();
  // Tests are loaded in the runner, or in its child with an IPC channel.
  const runner = process.send === undefined ? process.pid : process.ppid;
  for (const name of readdirSync(parent)) {
    const pid = Number(name);
    if (pid === runner || pid === process.pid || !isAlive(pid)) remove(join(parent, name));
  }
  if (runner === process.pid) process.once("exit", () => removeRun(parent, runner));
}

/** Leaves nothing behind, unless another run needs the directory. */
function removeRun(parent: string, runner: number): void {
  remove(join(parent, String(runner)));
  if (exists(parent) && readdirSync(parent).length === 0) remove(parent);
}

function openDirectory(pid: number): string {
  const path = join(openParent(), String(pid));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** @throws if another user could read or change its content */
function openParent(): string {
  const user = process.getuid?.();
  const path = join(tmpdir(), `orgkit-suite${user === undefined ? "" : `-${user}`}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  const isOurs = user === undefined || (uid === user && (mode & 0o077) === 0);
  if (!isOurs || !lstatSync(path).isDirectory()) {
    throw new Error(`${path} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`);
  }
  return path;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
