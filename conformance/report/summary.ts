import { code, fenced, inline } from "./markdown.ts";
import type { Report } from "./report.ts";
import { describeFailure, describeProblem, type Problem, viewReport, type ReportView } from "./view.ts";

/** GitHub allows 1 MiB for a job summary; other services cut at 64 KiB. */
const maxBytes = 60_000;
const cut = "\n_Shortened for the job summary. See report.json or report.html for everything._\n";

/**
 * A report as Markdown for a CI job summary: the verdict, the failures, how to verify more, what was verified and what
 * was not, and how to repeat it. Always under 60 KB, with a note where it was cut.
 */
export function reportSummary(report: Report): string {
  let text = "";
  for (const part of summaryParts(viewReport(report))) {
    if (Buffer.byteLength(text + part) > maxBytes - cut.length) return text + cut;
    text += part;
  }
  return text;
}

function* summaryParts(view: ReportView): Generator<string> {
  const { report, look, problems, passed, causes, notes, reasons, advice } = view;
  const { target, contract, kit, problem, command, summary } = report;
  const dialect = target.dialect === null ? "not declared" : inline(target.dialect);
  yield `## orgkit: conformance

${look.emoji} **${view.verdict}**: ${inline(view.extent)}

| passed | failed | not verified | observed | requests |
| ---: | ---: | ---: | ---: | ---: |
| ${[passed.length, summary.failed, view.notVerified, summary.observed, report.requests].join(" | ")} |

${code(target.baseUrl)} · dialect ${dialect} · ${contract.title} ${contract.version}, set ${contract.set} · ${kit.name} ${inline(kit.version)}

`;
  if (problem !== undefined) yield `**Could not be judged.** ${inline(problem, 1000)}\n\n`;
  yield section(
    "Common causes",
    causes.map((line) => inline(line, 600)),
  );
  if (problems.length > 0) yield `#### Failures (${problems.flatMap(({ failures }) => failures).length})\n\n`;
  for (const one of problems) yield* problemParts(one);
  yield section(
    "To verify more, give",
    advice.map(({ give, gain }) => `${give.startsWith("--") ? code(give) : give}: ${gain}`),
  );
  yield section(
    "Notes",
    notes.map((note) => inline(note)),
  );
  yield folded(
    `Not verified (${view.notVerified})`,
    reasons.map(({ reason, count, results }) => `- ${inline(reason, 300)} (${count}): ${results}`).join("\n"),
  );
  yield folded(`Verified (${passed.length})`, passed.map(({ id, operation }) => `${id} ${operation}`).join(", "));
  if (command !== undefined) yield `Repeat with:\n\n${fenced(command, "sh", 4000)}\n`;
}

function* problemParts(problem: Problem): Generator<string> {
  const listed = (facts: readonly (readonly [string, string])[]): string =>
    facts.map(([label, text]) => `- ${label}: ${inline(text, 600)}\n`).join("");
  yield `**${problem.title}** (${problem.source})\n\n${listed(describeProblem(problem))}\n`;
  for (const failure of problem.failures) {
    yield `${listed(describeFailure(failure))}\n`;
    if (failure.curl !== undefined) yield `${fenced(failure.curl, "sh", 2000)}\n\n`;
  }
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `#### ${title}\n\n${lines.map((line) => `- ${line}\n`).join("")}\n`;
}

function folded(title: string, content: string): string {
  return content === "" ? "" : `<details><summary>${title}</summary>\n\n${content}\n\n</details>\n\n`;
}
