import { remedies } from "../target/session.ts";
import type { Report } from "./report.ts";

/** What is said of a run that something was not given to, by what it could be given. */
const lackInWords = new Map([...remedies.values()].map(({ give, words }) => [give, words]));

/** How far a verdict reaches. */
export interface Extent {
  readonly passed: number;
  readonly failed: number;
  /** Skipped or inconclusive. */
  readonly notVerified: number;
  /** All that can decide a verdict: observations are not in it. */
  readonly all: number;
  /** What the run lacked, in few words: `writes off`. */
  readonly lacks: readonly string[];
}

export function extentOf({ results, summary, missing }: Report): Extent {
  const judged = results.filter(({ level }) => level !== "observed");
  return {
    passed: summary.passed,
    failed: summary.failed,
    notVerified: judged.filter(({ status }) => status === "skipped" || status === "inconclusive").length,
    all: judged.length,
    lacks: missing.map(({ give }) => lackInWords.get(give) ?? `without ${give}`),
  };
}

/** The verdict as a reader has to take it: a word, and how far it reaches. */
export interface VerdictInWords {
  readonly verdict: string;
  readonly extent: string;
}

/** The verdict with its extent, never more than was seen: `conforming in what was verified`, `71 of 144; writes off`. */
export function verdictInWords(report: Report): VerdictInWords {
  const { passed, failed, all, lacks } = extentOf(report);
  const without = lacks.length === 0 ? "" : `; ${lacks.join(", ")}`;
  switch (report.verdict) {
    case "conforming":
      if (!report.complete)
        return { verdict: "conforming in what was verified", extent: `${passed} of ${all}${without}` };
      return passed === all
        ? { verdict: "conforming", extent: `all ${all} verified` }
        : { verdict: "conforming", extent: `all ${passed} that arise here verified, of ${all}` };
    case "non-conforming":
      return { verdict: "non-conforming", extent: `${failed} of ${all} failed, ${passed} passed${without}` };
    case "inconclusive":
      return { verdict: "inconclusive", extent: `nothing of ${all} could be verified${without}` };
  }
}

/** The verdict on one line. */
export function verdictLine(report: Report): string {
  const { verdict, extent } = verdictInWords(report);
  return `${verdict}: ${extent}`;
}

/** What was not verified, by the reason why; observations are not in it. */
export function notVerifiedByReason(report: Report): ReadonlyMap<string, Report["results"]> {
  const notVerified = report.results.filter(({ reason, level }) => reason !== undefined && level !== "observed");
  return Map.groupBy(notVerified, ({ reason }) => reason ?? "");
}
