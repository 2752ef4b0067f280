import type { RunOptions } from "../api/conform-options.ts";
import { toResult } from "../report/report.ts";
import { findingsOf } from "./read-findings.ts";
import type { SuiteLine } from "./run.ts";

/** Tells whoever follows a run what its suite says, in their words. */
export function followRun({
  onResult,
  onProgress,
}: Pick<RunOptions, "onResult" | "onProgress">): (line: SuiteLine) => void {
  let of = 0;
  let done = 0;
  return (line) => {
    if ("obligations" in line) of = line.obligations;
    if ("judging" in line) {
      onProgress?.({ ...line.judging, done, of });
      done += 1;
    }
    if (onResult === undefined || !("attachment" in line)) return;
    const { facts } = line.attachment;
    // Of a target that cannot be judged there are no results to tell of.
    if (facts.problem !== undefined || facts.fault !== undefined) return;
    for (const finding of findingsOf(line.attachment)) onResult(toResult(finding), facts.name);
  };
}
