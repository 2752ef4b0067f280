import { code, fenced, inline } from "./markdown.ts";
import type { Report } from "./report.ts";
import { type LabelledText, type FailedRequirement, type ReportView, type Section, viewReport } from "./view.ts";

/** GitHub allows 1 MiB for a job summary; other services cut at 64 KiB. */
const maxBytes = 60_000;
const cutNote = "\n_Shortened for the job summary. See report.json or report.html for everything._\n";

/**
 * A report as Markdown for a CI job summary: the verdict, the failures, how to verify more, what was verified and what
 * was not, and how to repeat it. Always under 60 KB, with a note where it was cut.
 */
export function reportSummary(report: Report): string {
  let text = "";
  for (const part of summaryParts(viewReport(report))) {
    if (Buffer.byteLength(text + part) > maxBytes - cutNote.length) return text + cutNote;
    text += part;
  }
  return text;
}

function* summaryParts(view: ReportView): Generator<string> {
  const { report, look, problems, sections, passed } = view;
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
  if (problems.length > 0) yield `#### Failures (${view.failures})\n\n`;
  for (const one of problems) yield* problemParts(one);
  if (view.advice !== undefined) yield `${inline(view.advice)}\n\n`;
  yield* sections.map(sectionPart);
  if (passed.length > 0) {
    const names = passed.map(({ id, operation }) => `${id} ${operation}`).join(", ");
    yield `<details><summary>Verified (${passed.length})</summary>\n\n${names}\n\n</details>\n\n`;
  }
  if (command !== undefined) yield `Repeat with:\n\n${fenced(command, "sh", 4000)}\n`;
}

function* problemParts({ title, source, facts, failures }: FailedRequirement): Generator<string> {
  const list = (own: readonly LabelledText[]): string =>
    own.map(([label, text]) => `- ${label}: ${inline(text, 600)}\n`).join("");
  yield `**${title}** (${inline(source)})\n\n${list(facts)}\n`;
  for (const failure of failures) {
    yield `${list(failure.facts)}\n`;
    if (failure.curl !== undefined) yield `${fenced(failure.curl, "sh", 2000)}\n\n`;
  }
}

function sectionPart({ title, count, rows }: Section): string {
  const lines = rows.map(
    ({ text, detail }) => `- ${inline(text, 600)}${detail === undefined ? "" : `: ${inline(detail)}`}\n`,
  );
  return `#### ${inline(title)}${count === undefined ? "" : ` (${count})`}\n\n${lines.join("")}\n`;
}
