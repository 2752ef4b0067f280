import { requirementSet } from "../checks/catalogue.ts";
import { catalogueHash, digestOf } from "./digest.ts";
import { countsOf, verdictOf, type Report } from "./report.ts";
import { worstVerdict, type RunReport } from "./run-report.ts";
import { canonicalJson } from "./stable-json.ts";

/** What a report shows by itself, without its target. */
export interface Verification {
  /** Whether it is unchanged; `undefined` if it has no digest. */
  readonly intact: boolean | undefined;
  /** Whether this version has the same requirement set. */
  readonly sameSet: boolean;
  /** Its contradictions, in words. */
  readonly contradictions: readonly string[];
}

/** Checks a report for consistency. */
export function verifyReport(report: Report | RunReport): Verification {
  const { results, verdict, summary, digest } = report;
  const earned =
    "targets" in report
      ? worstVerdict(
          report.targets.map(({ name }) => ({
            verdict: verdictOf(report.results.filter(({ target }) => target === name)),
          })),
        )
      : verdictOf(results, report);
  return {
    intact: digest === undefined ? undefined : digest === digestOf(report),
    sameSet: report.contract.set === requirementSet && report.contract.hash === catalogueHash(),
    contradictions: [
      ...(verdict === earned ? [] : [`it says ${verdict}, but its results make it ${earned}`]),
      ...(canonicalJson(summary) === canonicalJson(countsOf(results))
        ? []
        : ["its summary does not count its results"]),
    ],
  };
}
