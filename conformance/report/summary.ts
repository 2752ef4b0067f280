import { commonCauses } from "./causes.ts";
import { gainOf, failureFacts, looks, overviewOf, resultName, runNotes, trafficLines } from "./overview.ts";
import type { Report } from "./report.ts";
import { visible, visibleLine } from "./visible.ts";

/** GitHub allows 1 MiB for a job summary; other services cut at 64 KiB. */
const maxBytes = 60_000;
/** Reserved for the note that something was left out. */
const reserve = 500;

/**
 * A report as Markdown for a CI job summary: the verdict, the failures, how to verify more, what was verified and what
 * was not, and how to repeat it. Always under 60 KB, with a note where it was cut.
 */
export function reportSummary(report: Report): string {
  const { verdict, extent, passed, failures, notVerified } = overviewOf(report);
  const head = [
    "## orgkit: conformance\n\n",
    `${looks[report.verdict].emoji} **${verdict}**: ${extent}\n`,
    "\n| passed | failed | not verified | observed | requests |\n",
    "| ---: | ---: | ---: | ---: | ---: |\n",
    `| ${[passed.length, failures.length, notVerified.length, report.summary.observed, report.requests].join(" | ")} |\n\n`,
  ].join("");
  const details = leading(detailsOf(report), maxBytes - reserve - Buffer.byteLength(head));
  const cut = "\n_Shortened for the job summary. See report.json or report.html for everything._\n";
  return head + details.text + (details.isCut ? cut : "");
}

/** The leading parts that fit. */
function leading(parts: Iterable<string>, maxOfThem: number): { text: string; isCut: boolean } {
  let [text, bytes] = ["", 0];
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > maxOfThem) return { text, isCut: true };
    text += part;
  }
  return { text, isCut: false };
}

/** Adds parts lazily, as long as there is room. */
function* detailsOf(report: Report): Generator<string> {
  const { target, contract, kit, problem, missing, command } = report;
  const { failures, passed, reasons } = overviewOf(report);
  const dialect = target.dialect === null ? "not declared" : inline(target.dialect);
  yield `${code(target.baseUrl)} · dialect ${dialect} · ${contract.title} ${contract.version}, set ${contract.set} · ${kit.name} ${inline(kit.version)}\n\n`;
  if (problem !== undefined) yield `**Could not be judged.** ${inline(problem, 1000)}\n\n`;
  const causes = commonCauses(failures).map((line) => `- ${inline(line, 600)}\n`);
  if (causes.length > 0) yield `#### Common causes\n\n${causes.join("")}\n`;
  if (failures.length > 0) yield `#### Failures (${failures.length})\n\n`;
  for (const failure of failures) {
    const facts = failureFacts(failure).map(([label, text]) => `- ${label}: ${inline(text, 600)}\n`);
    yield `**${resultName(failure)}** (${failure.level}, ${failure.section})\n\n${facts.join("")}\n`;
    if (failure.curl !== undefined) yield `${fenced(failure.curl, "sh", 2000)}\n\n`;
  }
  const traffic = trafficLines(report);
  if (traffic.length > 0) yield folded("Recorded traffic", traffic.map((line) => `- ${inline(line)}`).join("\n"));
  if (missing.length > 0 && problem === undefined) {
    const lines = missing.map(
      (lack) => `- ${lack.give.startsWith("--") ? code(lack.give) : lack.give}: ${gainOf(lack)}`,
    );
    yield `#### To verify more, give\n\n${lines.join("\n")}\n\n`;
  }
  const notes = runNotes(report);
  if (notes.length > 0) yield `${notes.map((note) => inline(note)).join("  \n")}\n\n`;
  if (reasons.length > 0) {
    const lines = reasons.map(({ reason, count, places }) => `- ${inline(reason, 300)} (${count}): ${places}`);
    yield folded("Not verified", lines.join("\n"));
  }
  if (passed.length > 0) yield folded(`Verified (${passed.length})`, passed.map(resultName).join(", "));
  if (command !== undefined) yield `Repeat with:\n\n${fenced(command, "sh", 4000)}\n`;
}

function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>\n\n`;
}

/** A text on one line of Markdown: pairs of backticks stay code, everything else is escaped. */
export function inline(text: string, most = 400): string {
  const line = visibleLine(text, most);
  const parts = line.split("`");
  // With an odd number of backticks, none of them is code.
  if (parts.length % 2 === 0) return escaped(line);
  return parts.map((part, index) => (index % 2 === 0 ? escaped(part) : part === "" ? "" : `\`${part}\``)).join("");
}

/** A text in a table cell, where a pipe would end it. */
export function inTable(text: string, most = 120): string {
  return escaped(visibleLine(text, most));
}

/** A text as code on one line. */
export function code(text: string, most = 400): string {
  const line = visibleLine(text, most);
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
export function fenced(text: string, language: string, most: number): string {
  const shown = visible(text.length > most ? `${text.slice(0, most)}…` : text);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}
