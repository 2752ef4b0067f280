import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { digestInWords } from "./digest.ts";
import { extentOf, notVerifiedByReason, verdictInWords } from "./extent.ts";
import { code, fenced, inline, inTable } from "./markdown.ts";
import type { Report, Result } from "./report.ts";

/** GitHub takes a job summary of 1 MiB; other services cut at 64 KiB. */
const mostBytes = 60_000;
/** What the table of a run may take of it. */
const mostOfTable = 25_000;
/** Kept free for the words that say that something was left out. */
const reserve = 500;

const marks: Readonly<Record<Report["verdict"], string>> = {
  conforming: "✅",
  "non-conforming": "❌",
  inconclusive: "❔",
};

/**
 * The reports of a run as Markdown for a CI job summary: the verdicts in a table, then for each target its failures,
 * what to give to verify more, what was verified and what was not, and how to repeat it. It is under 60 KB whatever was found, and says where it was cut.
 */
export function reportSummary(reports: readonly Report[]): string {
  const rows = fitting(reports.map(tableRow), mostOfTable);
  const left = reports.length - rows.length;
  const head = [
    `## orgkit: ${reports.length === 1 ? "conformance" : `conformance of ${reports.length} targets`}\n\n`,
    ...verdictLines(reports),
    "\n| target | verdict | passed | failed | not verified | observed | requests |\n",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    ...rows,
    left > 0 ? `\n_${left} more ${left === 1 ? "target is" : "targets are"} not in this table._\n\n` : "\n",
  ].join("");
  const most = mostBytes - reserve - Buffer.byteLength(head);
  const parts = fitting(detailsOf(reports), most);
  return head + parts.join("") + cutNote(reports, parts);
}

/** The parts from the first up to the one that does not fit. */
function fitting(parts: Iterable<string>, mostOfThem: number): readonly string[] {
  const taken: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > mostOfThem) break;
    taken.push(part);
  }
  return taken;
}

/** One part after another, made only as long as there is room. */
function* detailsOf(reports: readonly Report[]): Generator<string> {
  for (const report of reports) {
    yield introduction(report, reports.length > 1);
    for (const failure of failuresOf(report)) yield failureText(failure);
    yield missingText(report);
    yield notVerifiedText(report);
    yield verifiedText(report);
    yield repeatText(report);
  }
}

function failuresOf({ results }: Report): readonly Result[] {
  return results.filter(({ status }) => status === "failed");
}

function cutNote(reports: readonly Report[], parts: readonly string[]): string {
  const all = reports.reduce((sum, report) => sum + failuresOf(report).length + 5, 0);
  if (parts.length === all) return "";
  return "\n_Cut to fit a job summary: the whole stands in report.json and report.html._\n";
}

/** One line for the run: the verdict of its only target, or how many targets came to which. */
function verdictLines(reports: readonly Report[]): readonly string[] {
  const [only] = reports;
  if (only !== undefined && reports.length === 1) {
    const { verdict, extent } = verdictInWords(only);
    return [`${marks[only.verdict]} **${verdict}**: ${inline(extent)}\n`];
  }
  return [...Map.groupBy(reports, ({ verdict }) => verdict)].map(
    ([verdict, group]) => `${marks[verdict]} **${verdict}**: ${group.length} of ${reports.length}  \n`,
  );
}

function tableRow(report: Report): string {
  const { passed, failed, notVerified } = extentOf(report);
  const cells = [
    inTable(report.target.name),
    `${marks[report.verdict]} ${inTable(verdictInWords(report).verdict)}`,
    passed,
    failed,
    notVerified,
    report.summary.observed,
    report.requests,
  ];
  return `| ${cells.join(" | ")} |\n`;
}

function introduction(report: Report, isNamed: boolean): string {
  const { target, contract, kit, problem } = report;
  const failures = failuresOf(report).length;
  const dialect = target.dialect === null ? "not declared" : inline(target.dialect);
  return [
    ...(isNamed ? [`### ${inline(target.name)}: ${verdictInWords(report).verdict}`, ""] : []),
    `${code(target.baseUrl)} · dialect ${dialect} · ${contract.title} ${contract.version}, set ${contract.set} · ${kit.name} ${inline(kit.version)}`,
    "",
    ...(problem === undefined ? [] : [`**Could not be judged.** ${inline(problem, 1000)}`, ""]),
    ...(failures === 0 ? [] : [`#### Failures (${failures})`, ""]),
    "",
  ].join("\n");
}

function failureText(result: Result): string {
  const { rule, quote } = findRequirement(result.id) ?? {};
  return [
    `**${nameOf(result)}** (${result.level}, ${result.section})`,
    "",
    ...(rule === undefined ? [] : [`- Rule: ${inline(rule)}`]),
    `- Found: ${inline(result.message, 600)}`,
    ...(quote === undefined ? [] : [`- Document: ${inline(`“${quote}”`)}`]),
    "",
    ...(result.curl === undefined ? [] : [fenced(result.curl, "sh", 2000), ""]),
    "",
  ].join("\n");
}

function missingText({ missing, problem }: Report): string {
  if (missing.length === 0 || problem !== undefined) return "";
  const lines = missing.map(
    ({ give, toVerify }) => `- ${give.includes("--") ? `\`${give}\`` : give}: ${toVerify} more`,
  );
  return ["#### To verify more, give", "", ...lines, "", ""].join("\n");
}

function notVerifiedText(report: Report): string {
  const reasons = notVerifiedByReason(report);
  if (reasons.size === 0) return "";
  const lines = [...reasons].map(([reason, results]) => {
    const rest = results.length > 12 ? ` and ${results.length - 12} more` : "";
    return `- ${inline(reason, 300)} (${results.length}): ${results.slice(0, 12).map(nameOf).join(", ")}${rest}`;
  });
  return ["<details><summary>Not verified</summary>", "", ...lines, "", "</details>", "", ""].join("\n");
}

function verifiedText({ results }: Report): string {
  const passed = results.filter(({ status }) => status === "passed").map(nameOf);
  if (passed.length === 0) return "";
  return `<details><summary>Verified (${passed.length})</summary>\n\n${passed.join(", ")}\n\n</details>\n\n`;
}

function repeatText({ command, contract, digest }: Report): string {
  if (command === undefined) return "";
  const lines = ["To repeat it:", "", fenced(command, "sh", 4000), "", `Requirement set \`${contract.hash}\`  `];
  const seal = digest === undefined ? [] : [`Digest of report.json \`${digest}\`. ${digestInWords}`];
  return [...lines, ...seal, "", ""].join("\n");
}

function nameOf({ id, operation }: Result): string {
  return `${id} ${operation}`;
}
