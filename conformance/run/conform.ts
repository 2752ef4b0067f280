import metadata from "../../package.json" with { type: "json" };
import type { ConformOptions } from "../options/options.ts";
import { repeatOptions } from "../report/repeat.ts";
import { composeReport, type Report } from "../report/report.ts";
import { targetSchema } from "../target/target.ts";
import { CannotJudge, InternalError } from "./cannot-judge.ts";
import { judgeTarget } from "./judge-target.ts";
import { readConformOptions, type Judging } from "./read-conform-options.ts";

/** The version of orgkit in reports. */
export const orgkitVersion = metadata.version;

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
  const { target, selected, connection, signal, onExperiment, onUnmet, onEnd, stop } = judging;
  const callback = new AbortController();
  const ended = AbortSignal.any(signal === undefined ? [callback.signal] : [callback.signal, signal]);
  ended.throwIfAborted();
  try {
    const judged = await judgeTarget(target, {
      connection,
      selected,
      signal: ended,
      onUnmet,
      onEnd,
      stop,
      onPlay: (progress) => {
        try {
          onExperiment?.(progress);
        } catch (error) {
          callback.abort(error);
        }
      },
    });
    ended.throwIfAborted();
    const repeat = repeatOptions(
      targetSchema.parse(target.target),
      Object.keys(target.secrets.headers ?? {}),
      connection,
    );
    return composeReport(orgkitVersion, judged, repeat);
  } catch (error) {
    ended.throwIfAborted();
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new InternalError(fault, { cause: error });
  }
}
