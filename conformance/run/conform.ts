import type { ConformAllOptions, ConformOptions } from "../api/conform-options.ts";
import type { Report } from "../report/report.ts";
import { CannotJudge, InternalError } from "./cannot-judge.ts";
import { judgeTargets, type Judging } from "./judge-targets.ts";
import { readConformAllOptions, readConformOptions } from "./read-conform-options.ts";

/** Implements `conform` of the API. */
export async function conform(options: ConformOptions): Promise<Report> {
  return judgeOne(await readConformOptions(options));
}

/** Implements `conformAll` of the API. */
export async function conformAll(options: ConformAllOptions): Promise<readonly Report[]> {
  return judgeTargets(await readConformAllOptions(options));
}

/**
 * Judges the first of the targets.
 * @throws CannotJudge if it cannot be reached, rejects the token, or is not the interface
 * @throws InternalError if orgkit itself failed
 */
export async function judgeOne(judging: Judging): Promise<Report> {
  const [report] = await judgeTargets(judging);
  if (report === undefined) throw new InternalError("the suite judged no target");
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  return report;
}
