import type { Obligation } from "../../fixtures/contract/catalogue.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import type { Finding } from "../report/finding.ts";
import { visible } from "../report/visible.ts";
import { faultProblem } from "../run/judge-targets.ts";
import { openJudging, type Judging } from "../run/judging.ts";
import { connectionSchema } from "../target/connection.ts";
import { openSession } from "../target/session.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { readConformanceOptions, type ConformanceOptions } from "./conformance-options.ts";
import { openRunState } from "./run-state.ts";

/** A target while a worker runs its tests. What an earlier worker of the run exchanged is not sent again. */
export interface OpenTarget {
  /** Why nothing can be judged, and whether the test with this id is the one to say so. */
  obstacle(testId: string): { readonly text: string; readonly isOwn: boolean } | undefined;
  find(obligation: Obligation): Promise<Finding>;
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
    const session = openSession({
      target: targetSchema.parse(given.target),
      secrets: secretsSchema.parse(given.secrets),
      connection: connectionSchema.parse(connection ?? {}),
      runId,
      recordFile: state.recordFile,
    });
    return { session, judging: await openJudging(session, runId) };
  });
  return {
    obstacle(testId) {
      const text = typeof opened === "string" ? opened : obstacleText(opened.judging);
      if (text === undefined) return undefined;
      const { failedTest = testId } = state.read();
      state.write({ failedTest });
      return { text: visible(text), isOwn: failedTest === testId };
    },
    async find(obligation) {
      if (typeof opened === "string") throw new Error(opened);
      const finding = await opened.judging.find(obligation);
      if (findRequirement(finding.id)?.level !== "observed") {
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

function obstacleText({ obstacle }: Judging): string | undefined {
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
