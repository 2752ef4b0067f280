import { commonCauses } from "./causes.ts";
import { shownInWords } from "../target/creations.ts";
import type { Exchange } from "../target/exchange.ts";
import {
  effortInWords,
  failureFacts,
  gainOf,
  looks,
  overviewOf,
  resultName,
  runNotes,
  trafficLines,
} from "./overview.ts";
import type { Report, Result } from "./report.ts";
import { mapLeaves, visible, visibleLine } from "./visible.ts";

/** Colors a part of the text, or returns it unchanged. */
export type Paint = (format: "bold" | "dim" | "green" | "red" | "yellow" | "cyan", text: string) => string;

/** The results: failures first, then what was not verified, then the verdict. */
export function reportText(given: Report, paint: Paint): string {
  const report = visibleReport(given);
  const { failures, failing, notVerified, reasons, verdict, extent } = overviewOf(report);
  const { created, runId, missing, problem, durationMs } = report;
  const { sign, colour } = looks[report.verdict];
  const possible = created.filter(({ shownBy }) => shownBy === "nothing").length;
  const count = `${created.length}${possible === 0 ? "" : `, ${possible} of them possibly`}`;
  const give = missing.map((lack) => `${lack.give} (${gainOf(lack)})`).join(", ");
  const found = failing === "" ? `${verdict}: ${extent}` : `${verdict}: ${failing} (${extent})`;
  const effort = `${effortInWords(report)} in ${(durationMs / 1000).toFixed(1)} s`;
  return [
    titled(
      paint("bold", "Common causes"),
      commonCauses(failures).map((line) => `  ${paint("red", "✗")} ${line}`),
    ),
    ...failures.map((result) => failureLines(result, paint)),
    titled(
      paint("bold", `Not verified (${notVerified.length})`),
      reasons.map(({ reason, places }) => `  ${paint("yellow", "–")} ${places}: ${paint("dim", reason)}`),
    ),
    titled(
      paint("bold", "Recorded traffic"),
      trafficLines(report).map((line) => `  ${paint("yellow", "–")} ${line}`),
    ),
    titled(
      paint("bold", `Created (${count}), with ${runId} in their values; the interface cannot delete them`),
      created.map(({ sent, received, shownBy }) => {
        const how = shownBy === undefined ? "" : ` (${shownInWords[shownBy]})`;
        return `  + ${excerpt(sent)} ${paint("dim", `→ ${excerpt(received)}${how}`)}`;
      }),
    ),
    [
      ...(problem === undefined ? [] : [paint("red", problem)]),
      ...runNotes(report),
      give === "" || problem !== undefined ? [] : `To verify more, give ${give}.`,
    ].flat(),
    [`${paint(colour, `${sign} ${found}`)} · ${paint("dim", effort)}`],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function failureLines(result: Result, paint: Paint): readonly string[] {
  return [
    `${paint("red", `✗ ${resultName(result)}`)} ${paint("dim", `${result.level}, ${result.section}`)}`,
    ...failureFacts(result).map(
      ([label, text]) => `  ${label.padEnd(10)}${label === "Found" ? paint("bold", text) : text}`,
    ),
    ...result.evidence.flatMap((exchange) => exchangeLines(exchange, paint)),
    ...(result.curl === undefined ? [] : [`  Repeat    ${result.curl}`]),
  ];
}

function exchangeLines({ request, response, noReply }: Exchange, paint: Paint): readonly string[] {
  const header = request.headers["authorization"];
  const authorization = header === undefined ? "no Authorization" : `Authorization: ${header}`;
  return [
    `  Evidence  ${request.method} ${request.url} ${paint("dim", `(${authorization})`)}`,
    ...[
      excerpt(request.body),
      response === undefined ? `→ no response: ${noReply?.message ?? ""}` : `→ ${response.status} in ${response.ms} ms`,
      excerpt(response?.body),
    ]
      .filter((line) => line !== "")
      .map((line) => `            ${line}`),
  ];
}

const visibleReports = new WeakMap<Report, Report>();

/**
 * A report whose texts, which partly come from the target, are safe to print; only failures have evidence and curl
 * commands.
 */
function visibleReport(report: Report): Report {
  const known = visibleReports.get(report);
  if (known !== undefined) return known;
  const results = report.results.map((result) =>
    result.status === "failed" ? result : { ...result, evidence: [], curl: undefined },
  );
  const shown = withVisibleTexts({ ...report, results });
  visibleReports.set(report, shown);
  return shown;
}

function withVisibleTexts<Part extends Report | Result>(part: Part): Part {
  return mapLeaves(part, (text, name) => (name === "curl" || name === "problem" ? visible(text) : visibleLine(text)));
}

/** One failure as plain text. */
export function failureText(result: Result): string {
  return failureLines(withVisibleTexts(result), (_, text) => text).join("\n");
}

/** The start of a body, on one line. */
function excerpt(body = ""): string {
  return visibleLine(body, 158);
}
