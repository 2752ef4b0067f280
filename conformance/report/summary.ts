import type { Report } from "./report.ts";
import { type LabelledText, type FailedRequirement, type ReportView, type Section, viewReport } from "./view.ts";
import { visible, visibleLine } from "../../fixtures/values/visible.ts";

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

/**
 * The workflow commands that show a report in GitHub Actions, one per line of standard output: an error for each
 * problem, a warning if something was not verified, a notice with the verdict.
 */
export function githubAnnotations(report: Report): readonly string[] {
  const { report: shown, verdict, extent, problems, notVerified, advice = "" } = viewReport(report);
  return [
    ...problems.map(({ title, source, facts, failures }) => {
      const lines = [...failures.flatMap((failure) => failure.facts), ...facts].map(
        ([label, text]) => `${label}: ${text}`,
      );
      return workflowCommand("error", title, [...lines, source].join("\n"));
    }),
    ...(shown.problem !== undefined
      ? [workflowCommand("warning", "orgkit could not judge", shown.problem)]
      : shown.complete
        ? []
        : [workflowCommand("warning", "orgkit: incomplete", `${notVerified} not verified. ${advice}`.trim())]),
    workflowCommand("notice", `orgkit ${shown.target.name}`, `${verdict}: ${extent}`),
  ];
}

/** One workflow command; title and message are escaped, so that they cannot end it or start another. */
function workflowCommand(kind: "error" | "warning" | "notice", title: string, message: string): string {
  const escape = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::${kind} title=${escape(title).replaceAll(":", "%3A").replaceAll(",", "%2C")}::${escape(message)}`;
}

/** A text on one line of Markdown: pairs of backticks stay code, everything else is escaped. */
export function inline(text: string, maxLength = 400): string {
  const line = visibleLine(text, maxLength);
  const parts = line.split("`");
  // With an odd number of backticks, none of them is code.
  if (parts.length % 2 === 0) return escaped(line);
  return parts.map((part, index) => (index % 2 === 0 ? escaped(part) : part === "" ? "" : `\`${part}\``)).join("");
}

/** A text as code on one line. */
export function code(text: string, maxLength = 400): string {
  const line = visibleLine(text, maxLength);
  // Between double backticks a single one is literal; a run of them is broken up.
  return line.includes("`") ? `\`\` ${line.replaceAll(/`+/g, "`")} \`\`` : `\`${line}\``;
}

/** Everything that has a meaning in Markdown, in its HTML, or on GitHub (`@name`, `#1`, `$x$`). */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]#|~$]/g, (character) => `\\${character}`)
    .replaceAll(/@(?=\w)/g, "@\u200B")
    .replaceAll(/\b(https?):\/\/(?=\S)/gi, "$1&#58;//");
}

/** A code block whose fence no line inside can close. */
export function fenced(text: string, language: string, maxLength: number): string {
  const visibleText = visible(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
  const longest = Math.max(2, ...[...visibleText.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${visibleText}\n${fence}`;
}
