import { digestInWords } from "./digest.ts";
import { code, fenced, inline, inTable } from "./markdown.ts";
import { failureFacts, looks, overviewOf, resultName, runNotes, trafficLines } from "./overview.ts";
import type { Report } from "./report.ts";

/** GitHub allows 1 MiB for a job summary; other services cut at 64 KiB. */
const maxBytes = 60_000;
/** The share of a run's table. */
const maxOfTable = 25_000;
/** Reserved for the note that something was left out. */
const reserve = 500;

/**
 * The reports of a run as Markdown for a CI job summary: the verdicts in a table, then for each target its failures,
 * how to verify more, what was verified and what was not, and how to repeat it. Always under 60 KB, with a note where
 * it was cut.
 */
export function reportSummary(reports: readonly Report[]): string {
  const rows = fitting(reports.map(tableRow), maxOfTable);
  const left = reports.length - rows.count;
  const head = [
    `## orgkit: ${reports.length === 1 ? "conformance" : `conformance of ${reports.length} targets`}\n\n`,
    ...verdictLines(reports),
    "\n| target | verdict | passed | failed | not verified | observed | requests |\n",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    rows.text,
    left > 0 ? `\n_${left} more ${left === 1 ? "target is" : "targets are"} not in this table._\n\n` : "\n",
  ].join("");
  const details = fitting(detailsOf(reports), maxBytes - reserve - Buffer.byteLength(head));
  const cut = "\n_Shortened for the job summary. See report.json or report.html for everything._\n";
  return head + details.text + (details.isCut ? cut : "");
}

/** The leading parts that fit. */
function fitting(parts: Iterable<string>, maxOfThem: number): { text: string; count: number; isCut: boolean } {
  let [text, bytes, count] = ["", 0, 0];
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > maxOfThem) return { text, count, isCut: true };
    text += part;
    count += 1;
  }
  return { text, count, isCut: false };
}

/** One line for the run: the verdict of its only target, or the number of targets per verdict. */
function verdictLines(reports: readonly Report[]): readonly string[] {
  const [only] = reports;
  if (only !== undefined && reports.length === 1) {
    const { verdict, extent } = overviewOf(only);
    return [`${looks[only.verdict].emoji} **${verdict}**: ${extent}\n`];
  }
  return [...Map.groupBy(reports, ({ verdict }) => verdict)].map(
    ([verdict, group]) => `${looks[verdict].emoji} **${verdict}**: ${group.length} of ${reports.length}  \n`,
  );
}

function tableRow(report: Report): string {
  const { verdict, passed, failures, notVerified } = overviewOf(report);
  const cells = [
    inTable(report.target.name),
    `${looks[report.verdict].emoji} ${verdict}`,
    passed.length,
    failures.length,
    notVerified.length,
    report.summary.observed,
    report.requests,
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** Adds parts lazily, as long as there is room. */
function* detailsOf(reports: readonly Report[]): Generator<string> {
  for (const report of reports) {
    const { target, contract, kit, problem, missing, command, digest } = report;
    const { verdict, failures, passed, reasons } = overviewOf(report);
    if (reports.length > 1) yield `### ${inline(target.name)}: ${verdict}\n\n`;
    const dialect = target.dialect === null ? "not declared" : inline(target.dialect);
    yield `${code(target.baseUrl)} · dialect ${dialect} · ${contract.title} ${contract.version}, set ${contract.set} · ${kit.name} ${inline(kit.version)}\n\n`;
    if (problem !== undefined) yield `**Could not be judged.** ${inline(problem, 1000)}\n\n`;
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
        ({ give, toVerify }) => `- ${give.startsWith("--") ? code(give) : give}: ${toVerify} more`,
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
    if (command !== undefined) {
      const seal = digest === undefined ? "" : `Digest of report.json \`${digest}\`. ${digestInWords}\n`;
      yield `Repeat with:\n\n${fenced(command, "sh", 4000)}\n\nRequirement set \`${contract.hash}\`  \n${seal}\n`;
    }
  }
}

function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>\n\n`;
}
