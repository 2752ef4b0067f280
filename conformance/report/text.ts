import type { Exchange } from "../target/exchange.ts";
import type { Report, Result } from "./report.ts";
import { describeFailure, describeProblem, groupProblems, type Problem, viewReport } from "./view.ts";
import { mapTexts, visible, visibleLine } from "./visible.ts";

/** Colors a part of the text, or returns it unchanged. */
export type Paint = (format: "bold" | "dim" | "green" | "red" | "yellow" | "cyan", text: string) => string;

/** A report for a terminal: failures first, then what was not verified, then the verdict. */
export function reportText(report: Report, paint: Paint): string {
  const view = viewReport(report);
  const { problem, runId } = view.report;
  const failing = view.failedIds.join(", ");
  const verdict = failing === "" ? `${view.verdict}: ${view.extent}` : `${view.verdict}: ${failing} (${view.extent})`;
  const give = view.advice.map((one) => `${one.give} (${one.gain})`).join(", ");
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [paint("bold", title), ...lines.map((line) => `  ${line}`)];
  return [
    list(
      "Common causes",
      view.causes.map((line) => `${paint("red", "✗")} ${line}`),
    ),
    ...view.problems.map((one) => problemLines(one, paint)),
    list(
      `Not verified (${view.notVerified})`,
      view.reasons.map(
        ({ reason, results }) => `${paint("yellow", "–")} ${results}: ${paint("dim", visibleLine(reason))}`,
      ),
    ),
    list(
      `Created (${view.created.length}), with ${runId} in their values; the interface cannot delete them`,
      view.created.map(({ sent, received, shownBy }) => {
        const how = shownBy === "" ? "" : ` (${shownBy})`;
        return `+ ${excerpt(sent)} ${paint("dim", `→ ${excerpt(received)}${how}`)}`;
      }),
    ),
    [
      ...(problem === undefined ? [] : [paint("red", problem)]),
      ...view.notes.map((note) => visibleLine(note)),
      ...(give === "" ? [] : [`To verify more, give ${give}.`]),
    ],
    [`${paint(view.look.color, `${view.look.sign} ${verdict}`)} · ${paint("dim", visibleLine(view.effort))}`],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function problemLines(problem: Problem, paint: Paint): readonly string[] {
  const labelled = ([label, text]: readonly [string, string]): string => {
    const line = visibleLine(text);
    return `  ${label.padEnd(10)}${label === "Found" ? paint("bold", line) : line}`;
  };
  return [
    `${paint("red", `✗ ${problem.title}`)} ${paint("dim", problem.source)}`,
    ...describeProblem(problem).map(labelled),
    ...problem.failures.flatMap((failure, index) => [
      ...(index === 0 ? [] : [""]),
      ...describeFailure(failure).map(labelled),
      ...failure.evidence.flatMap((exchange) => exchangeLines(exchange, paint)),
      ...(failure.curl === undefined ? [] : [`  Repeat    ${failure.curl}`]),
    ]),
  ];
}

function exchangeLines({ request, response, noReply }: Exchange, paint: Paint): readonly string[] {
  const header = request.headers["authorization"];
  const authorization = header === undefined ? "no Authorization" : `Authorization: ${header}`;
  return [
    `  Evidence  ${request.method} ${visibleLine(request.url)} ${paint("dim", visibleLine(`(${authorization})`))}`,
    ...[
      excerpt(request.body),
      response === undefined ? `→ no response: ${noReply?.message ?? ""}` : `→ ${response.status} in ${response.ms} ms`,
      excerpt(response?.body),
    ]
      .filter((line) => line !== "")
      .map((line) => `            ${line}`),
  ];
}

/** One failure as plain text. */
export function failureText(result: Result): string {
  const shown = groupProblems([mapTexts(result, visible)]);
  return shown.flatMap((problem) => problemLines(problem, (_, text) => text)).join("\n");
}

/** The start of a body, on one line. */
function excerpt(body = ""): string {
  return visibleLine(body, 158);
}
