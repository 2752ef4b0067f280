import type { Obligation } from "../checks/catalogue.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { Finding } from "../report/report.ts";
import { visible } from "../report/visible.ts";
import { openTargetSession } from "../run/judge-target.ts";
import { faultProblem } from "../run/judge-targets.ts";
import { openJudging, type Judging } from "../run/judging.ts";
import { connectionSchema } from "../target/connection.ts";
import { readConformanceOptions, type ConformanceOptions } from "./conformance-options.ts";
import { openRunState } from "./run-state.ts";

/** Why nothing can be judged. */
export interface Obstacle {
  readonly obstacle: string;
  /** Whether the test that met it is the first one to say so. */
  readonly isFirst: boolean;
}

/** A target while a worker runs its tests. What an earlier worker of the run exchanged is not sent again. */
export interface OpenTarget {
  find(obligation: Obligation, testId: string): Promise<Finding | Obstacle>;
  /** How many requirements were judged in this run so far, and how many of them passed or failed. */
  counts(): { readonly judged: number; readonly verified: number };
  close(): Promise<void>;
}

/** @param key tells the target of a run from the others */
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
    return { session, judging: await openJudging(session, runId) };
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
