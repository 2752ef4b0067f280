import type { ConformOptions, RunOptions } from "../api/conform-options.ts";
import { selectObligations } from "../checks/judge.ts";
import { repeatOf, type Repeat } from "../report/curl.ts";
import { composeReport, toResult, type Finding, type Report, type TargetFindings } from "../report/report.ts";
import { newRunId } from "../target/body.ts";
import { targetSchema } from "../target/target.ts";
import { orgkitVersion } from "../version.ts";
import { CannotJudge, InternalError } from "./cannot-judge.ts";
import { judgeTarget, type JudgeOptions, type TargetToJudge } from "./judge-target.ts";
import { factsOf, faultText } from "./judging.ts";
import { readConformOptions } from "./read-conform-options.ts";
import { selectionOf, type Chosen } from "./selection.ts";

/** What to judge: the parsed options. */
export interface Judging
  extends
    Chosen,
    Pick<RunOptions, "signal" | "onResult" | "onProgress" | "onExperiment">,
    Pick<JudgeOptions, "connection"> {
  readonly target: TargetToJudge;
}

/** Implements `conform` of the API. @throws CannotJudge, InternalError */
export async function conform(options: ConformOptions): Promise<Report> {
  const report = await judgeForReport(await readConformOptions(options));
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  return report;
}

/**
 * Judges a target. A target that cannot be reached, rejects the token, or is not the interface, has a `problem`.
 * @throws InternalError if orgkit itself failed
 */
export async function judgeForReport(judging: Judging): Promise<Report> {
  const { target, connection, signal } = judging;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const end = (): void => stop.abort(signal?.reason);
  signal?.addEventListener("abort", end, { once: true });
  const runId = newRunId();
  const selected = selectObligations(selectionOf(judging));
  try {
    const callbacks = callbacksOf(judging, selected.length, (error) => stop.abort(error));
    const findings = await judgeTarget(target, {
      connection,
      selected,
      runId,
      signal: stop.signal,
      ...callbacks,
    }).catch((error: unknown) => broken(target, runId, error));
    stop.signal.throwIfAborted();
    if (findings.facts.fault !== undefined) throw new InternalError(findings.facts.fault);
    return composeReport(orgkitVersion, findings, repeatIn(judging));
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

function repeatIn({ target: { target, secrets }, connection }: Judging): Repeat {
  return repeatOf(targetSchema.parse(target), Object.keys(secrets.headers ?? {}), connection ?? {});
}

/** The callbacks of a run, in the order of the report. @param fail called with the error of a callback */
function callbacksOf(
  judging: Judging,
  of: number,
  fail: (error: unknown) => void,
): Required<Pick<JudgeOptions, "onBegin" | "onFinding" | "onPlay">> {
  const { onExperiment, onProgress, onResult } = judging;
  let done = 0;
  const found = new Map<number, Finding>();
  let reported = 0;
  const attempt = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      fail(error);
    }
  };
  const repeat = onResult && repeatIn(judging);
  return {
    onPlay: (progress) => attempt(() => onExperiment?.(progress)),
    onBegin: (obligation) => {
      attempt(() => onProgress?.({ obligation, done, of }));
      done += 1;
    },
    onFinding: (finding, place) => {
      found.set(place, finding);
      for (let next = found.get(reported); next !== undefined; next = found.get(reported)) {
        const result = onResult && toResult(next, repeat);
        attempt(() => result && onResult(result));
        reported += 1;
      }
    },
  };
}

/** The state of a target on which orgkit failed outside of every check. */
function broken({ target }: TargetToJudge, runId: string, error: unknown): TargetFindings {
  return { facts: { ...factsOf(targetSchema.parse(target), runId), fault: faultText(error) }, findings: [] };
}

export function faultProblem(fault: string): string {
  return `orgkit itself failed, not the target. Please report it: ${fault}`;
}
