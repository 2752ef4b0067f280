import { z } from "zod";
import { questionSchema, questionsOf } from "./choices.ts";
import { reportSchema, type Report } from "./report.ts";

const { kit, contract, startedAt, durationMs, requests, verdict, complete, summary, target } = reportSchema.shape;

/** The report of a run over several targets: one table, every result with its target, and the open questions. */
export const runReportSchema = z
  .strictObject({
    kit,
    contract,
    startedAt,
    durationMs,
    requests,
    verdict: verdict.describe("The worst of the targets'."),
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
      .describe("Where the targets differ and the document is silent: what to ask its owner."),
  })
  .meta({ title: "orgkit run report", description: "What a run of the conformance suite found on several targets." });

export type RunReport = z.infer<typeof runReportSchema>;

/** Puts the reports of the targets of one run together. */
export function composeRunReport(reports: readonly Report[]): RunReport {
  const [first] = reports;
  if (first === undefined) throw new Error("a run without targets");
  const total = (status: keyof Report["summary"]): number =>
    reports.reduce((sum, { summary: counts }) => sum + counts[status], 0);
  const startedAtAll = reports.map((report) => report.startedAt).toSorted();
  const ends = reports.map((report) => Date.parse(report.startedAt) + report.durationMs);
  return {
    kit: first.kit,
    contract: first.contract,
    startedAt: startedAtAll[0] ?? first.startedAt,
    durationMs: Math.max(...ends) - Date.parse(startedAtAll[0] ?? first.startedAt),
    requests: reports.reduce((sum, report) => sum + report.requests, 0),
    verdict: worstVerdict(reports),
    complete: reports.every((report) => report.complete),
    summary: {
      passed: total("passed"),
      failed: total("failed"),
      skipped: total("skipped"),
      inconclusive: total("inconclusive"),
      observed: total("observed"),
    },
    targets: reports.map((report) => ({
      ...report.target,
      requests: report.requests,
      verdict: report.verdict,
      complete: report.complete,
      summary: report.summary,
      ...(report.problem === undefined ? {} : { problem: report.problem }),
    })),
    results: reports.flatMap((report) => report.results.map((result) => ({ target: report.target.name, ...result }))),
    questions: [...questionsOf(reports.map((report) => ({ target: report.target.name, choices: report.choices })))],
  };
}

/** One failure decides; without one, what could not be judged does. */
export function worstVerdict(reports: readonly Report[]): Report["verdict"] {
  const verdicts = new Set(reports.map((report) => report.verdict));
  if (verdicts.has("non-conforming")) return "non-conforming";
  return verdicts.has("inconclusive") || verdicts.size === 0 ? "inconclusive" : "conforming";
}
