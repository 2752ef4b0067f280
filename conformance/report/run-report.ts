import { z } from "zod";
import { questionSchema, questionsOf } from "./choices.ts";
import { countsOf, reportSchema, type Report } from "./report.ts";

const { kit, contract, startedAt, durationMs, requests, verdict, complete, summary, target } = reportSchema.shape;

/** The report of a run over several targets: one table, every result with its target, and the open questions. */
export const runReportSchema = z
  .strictObject({
    kit,
    contract,
    startedAt,
    durationMs,
    requests,
    verdict: verdict.describe("The worst verdict of the targets."),
    complete,
    summary: summary.describe("Of all targets together."),
    targets: z.array(
      target.extend({
        requests,
        verdict,
        complete,
        summary,
        problem: reportSchema.shape.problem,
      }),
    ),
    results: z.array(reportSchema.shape.results.element.extend({ target: z.string() })),
    digest: reportSchema.shape.digest,
    questions: z
      .array(questionSchema)
      .describe("Questions for the document's owner, where the targets differ and the document is silent."),
  })
  .meta({ title: "orgkit run report", description: "The result of a conformance run over several targets." });

export type RunReport = z.infer<typeof runReportSchema>;

/** Combines the reports of the targets of one run. */
export function composeRunReport(reports: readonly Report[]): RunReport {
  const [first] = reports;
  if (first === undefined) throw new Error("a run without targets");
  const start = Math.min(...reports.map((report) => Date.parse(report.startedAt)));
  const end = Math.max(...reports.map((report) => Date.parse(report.startedAt) + report.durationMs));
  const results = reports.flatMap((report) =>
    report.results.map((result) => ({ target: report.target.name, ...result })),
  );
  return {
    kit: first.kit,
    contract: first.contract,
    startedAt: new Date(start).toISOString(),
    durationMs: end - start,
    requests: reports.reduce((sum, report) => sum + report.requests, 0),
    verdict: worstVerdict(reports),
    complete: reports.every((report) => report.complete),
    summary: countsOf(results),
    targets: reports.map((report) => ({
      ...report.target,
      requests: report.requests,
      verdict: report.verdict,
      complete: report.complete,
      summary: report.summary,
      ...(report.problem === undefined ? {} : { problem: report.problem }),
    })),
    results,
    questions: questionsOf(reports.map((report) => ({ target: report.target.name, choices: report.choices }))),
  };
}

/** A failure decides; without one, a target that could not be judged. */
export function worstVerdict(reports: readonly Pick<Report, "verdict">[]): Report["verdict"] {
  const verdicts = reports.map((report) => report.verdict);
  if (verdicts.includes("non-conforming")) return "non-conforming";
  return verdicts.length > 0 && verdicts.every((one) => one === "conforming") ? "conforming" : "inconclusive";
}
