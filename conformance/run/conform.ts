import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgedObligations } from "../checks/judge.ts";
import { composeReport, type Report } from "../report/report.ts";
import { countRequests } from "../target/recorder.ts";
import { openSession } from "../target/session.ts";
import { tokenVariables, type Target, type Tokens } from "../target/target.ts";
import { preflight } from "./preflight.ts";
import { findingsSchema, runFiles, runFolderVariable, type Findings, type Run } from "./run.ts";

/** The target cannot be judged, for a reason only its owner or user can mend. Not a failure of the target. */
export class CannotJudge extends Error {
  override readonly name = "CannotJudge";
}

/** orgkit itself failed. It says nothing about the target. */
export class KitFault extends Error {
  override readonly name = "KitFault";
}

export interface ConformOptions {
  readonly target: Target;
  readonly tokens: Tokens;
  /** The version of orgkit, for the report. */
  readonly version: string;
  /** Whether standard error shows progress. */
  readonly showProgress?: boolean;
  /** Stops the run: `conform` then rejects, and nothing of the run is left behind. */
  readonly signal?: AbortSignal;
}

/**
 * Judges a target with the whole suite.
 * @throws CannotJudge where the target cannot be reached or accepts the token nowhere
 * @throws KitFault where the suite itself broke
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-"));
  try {
    return await conformIn(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function conformIn(folder: string, options: ConformOptions): Promise<Report> {
  const { target, tokens, version, showProgress = false } = options;
  const startedAt = new Date();
  const started = performance.now();
  const exchanges = join(folder, runFiles.exchanges);
  await checkFirst(target, tokens, exchanges);
  const run: Run = { target, showProgress };
  writeFileSync(join(folder, runFiles.run), JSON.stringify(run), { mode: 0o600 });
  const output = await runSuite(folder, options);
  const { findings, faults } = readFindings(folder, output);
  if (faults.length > 0) throw new KitFault([...new Set(faults)].join("\n"));
  const durationMs = Math.round(performance.now() - started);
  return composeReport(
    { version, baseUrl: target.baseUrl, startedAt, durationMs, requests: countRequests(exchanges) },
    findings,
  );
}

async function checkFirst(target: Target, tokens: Tokens, exchanges: string): Promise<void> {
  const session = openSession(target, tokens, exchanges);
  try {
    const problem = await preflight(session);
    if (problem !== undefined) throw new CannotJudge(problem);
  } finally {
    await session.close();
  }
}

/**
 * Runs the suite in Playwright's own process. Its exit code is not ours: findings decide.
 * @returns the end of what it printed, which only a fault of the kit makes worth reading
 */
function runSuite(folder: string, { tokens, signal, showProgress = false }: ConformOptions): Promise<string> {
  const cli = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const config = fileURLToPath(new URL("../suite/playwright.config.ts", import.meta.url));
  const child = spawn(process.execPath, [cli, "test", "--config", config], {
    env: suiteEnvironment(folder, tokens),
    stdio: ["ignore", "pipe", showProgress ? "inherit" : "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-10_000);
      });
    }
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}

/** The environment without what another Playwright around this one may have left in it. */
function suiteEnvironment(folder: string, tokens: Tokens): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PW_|PWTEST_|PLAYWRIGHT_|TEST_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    [runFolderVariable]: folder,
    [tokenVariables.first]: tokens.first,
    [tokenVariables.second]: tokens.second,
  };
}

function readFindings(folder: string, output: string): Findings {
  let text: string;
  try {
    text = readFileSync(join(folder, runFiles.findings), "utf8");
  } catch {
    throw new KitFault(`the suite ended without findings\n${output}`);
  }
  const findings = findingsSchema.parse(JSON.parse(text));
  const ended = findings.findings.length + findings.faults.length;
  if (findings.faults.length === 0 && ended < judgedObligations.length) {
    throw new KitFault(`only ${ended} of ${judgedObligations.length} checks ran\n${output}`);
  }
  return findings;
}
