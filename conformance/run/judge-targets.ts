import type { RunOptions } from "../api/conform-options.ts";
import { orgkitVersion } from "../version.ts";
import type { Finding, TargetFindings } from "../report/report.ts";
import { composeReport, toResult, type Report } from "../report/report.ts";
import { newRunId } from "../target/body.ts";
import { targetSchema } from "../target/target.ts";
import { InternalError } from "./cannot-judge.ts";
import { selectObligations } from "../checks/judge.ts";
import { judgeTarget, type JudgeOptions, type TargetToJudge } from "./judge-target.ts";
import { cannotBeJudged, factsOf, faultText } from "./judging.ts";
import { selectionOf, type Chosen } from "./selection.ts";

/** What to judge: the parsed options. */
export interface Judging
  extends Chosen, Pick<RunOptions, "signal" | "onResult" | "onProgress">, Pick<JudgeOptions, "connection"> {
  readonly targets: readonly TargetToJudge[];
  /** How many targets to judge at the same time; one by default. */
  readonly workers?: number;
  /** Only a part of the targets: `1/3`. */
  readonly shard?: string | undefined;
}

/**
 * Judges several targets, each with every check.
 * @returns a report of each, in the given order; one that cannot be judged has a `problem`
 * @throws InternalError if orgkit failed on each of them
 */
export async function judgeTargets(judging: Judging): Promise<readonly Report[]> {
  const { targets, workers = 1, connection, shard, signal } = judging;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const end = (): void => stop.abort(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  const runId = newRunId();
  const selected = selectObligations(selectionOf(judging));
  const part = [...targets.entries()].filter(([index]) => isInShard(index, shard));
  const follow = follower(judging, part.length * selected.length, (error) => stop.abort(error));
  const waiting = part.values();
  const found = new Map<number, TargetFindings>();
  const lane = async (): Promise<void> => {
    for (const [index, target] of waiting) {
      const options = { connection, selected, runId, signal: stop.signal, ...follow(target) };
      const findings = judgeTarget(target, options).catch((error: unknown) => broken(target, runId, error));
      found.set(index, withFault(await findings));
      if (stop.signal.aborted) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } finally {
    signal?.removeEventListener("abort", end);
  }
  stop.signal.throwIfAborted();
  const faults = new Set([...found.values()].map(({ facts }) => facts.fault));
  if (!faults.has(undefined)) throw new InternalError([...faults].join("\n"));
  return part.flatMap(([index]) => {
    const findings = found.get(index);
    if (findings === undefined) return [];
    const report = composeReport(orgkitVersion, findings);
    return [shard === undefined ? report : { ...report, place: { target: index + 1, of: targets.length } }];
  });
}

/** Whether a target is in a shard: they are dealt out like cards. */
export function isInShard(index: number, shard = "1/1"): boolean {
  const [number = 1, of = 1] = shard.split("/").map(Number);
  return index % of === number - 1;
}

type Follow = (target: TargetToJudge) => Required<Pick<JudgeOptions, "onBegin" | "onFinding">>;

/** Calls the callbacks of a run in the order of the report. @param fail called with the error of a callback */
function follower({ onProgress, onResult }: Judging, of: number, fail: (error: unknown) => void): Follow {
  let done = 0;
  const attempt = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      fail(error);
    }
  };
  return ({ target: { name = "target" } }) => {
    const found = new Map<number, Finding>();
    let reported = 0;
    return {
      onBegin: (obligation) => {
        attempt(() => onProgress?.({ target: name, obligation, done, of }));
        done += 1;
      },
      onFinding: (finding, place) => {
        found.set(place, finding);
        for (let next = found.get(reported); next !== undefined; next = found.get(reported)) {
          const result = onResult && toResult(next);
          attempt(() => result && onResult(result, name));
          reported += 1;
        }
      },
    };
  };
}

/** The state of a target on which orgkit failed outside of every check. */
function broken({ target }: TargetToJudge, runId: string, error: unknown): TargetFindings {
  return { facts: { ...factsOf(targetSchema.parse(target), runId), fault: faultText(error) }, findings: [] };
}

/** The findings on a target are dropped if orgkit failed on it. */
function withFault({ facts, findings }: TargetFindings): TargetFindings {
  const { fault } = facts;
  if (fault === undefined) return { facts, findings };
  return {
    facts: { ...facts, problem: faultProblem(fault) },
    findings: findings.map(({ id, operation }) => ({ id, operation, ...cannotBeJudged, evidence: [] })),
  };
}

export function faultProblem(fault: string): string {
  return `orgkit itself failed, not the target. Please report it: ${fault}`;
}
