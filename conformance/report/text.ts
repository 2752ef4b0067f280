import type { Paint } from "../../fixtures/values/text.ts";
import type { HttpExchange } from "../target/exchange.ts";
import type { Report, Result } from "./report.ts";
import { describeFailures, type LabelledText, type FailedRequirement, type Section, viewReport } from "./view.ts";
import { mapTexts } from "../../fixtures/values/json.ts";
import { visible, visibleLine } from "../../fixtures/values/visible.ts";

/** A report for a terminal: failures first, then what was not verified, then the verdict. */
export function reportText(report: Report, paint: Paint): string {
  const { problems, sections, look, verdict, extent, effort, failedIds, advice, report: shown } = viewReport(report);
  const result = failedIds.length === 0 ? `${verdict}: ${extent}` : `${verdict}: ${failedIds.join(", ")} (${extent})`;
  return [
    ...problems.map((problem) => problemText(problem, paint)),
    ...sections.map((section) => sectionText(section, paint)),
    ...(advice === undefined ? [] : [advice]),
    ...(shown.problem === undefined ? [] : [paint("red", shown.problem)]),
    `${paint(look.color, `${look.sign} ${result}`)} · ${paint("dim", visibleLine(effort))}`,
  ].join("\n\n");
}

function sectionText({ title, count, rows }: Section, paint: Paint): string {
  const lines = rows.map(({ text, detail }) => {
    const more = detail === undefined ? "" : `: ${paint("dim", visibleLine(detail))}`;
    return `  ${paint("yellow", "–")} ${visibleLine(text)}${more}`;
  });
  return [paint("bold", count === undefined ? title : `${title} (${count})`), ...lines].join("\n");
}

function problemText({ title, source, facts, failures }: FailedRequirement, paint: Paint): string {
  const factLine = ([label, text]: LabelledText): string => {
    const line = visibleLine(text);
    return `  ${label.padEnd(9)} ${label === "Found" ? paint("bold", line) : line}`;
  };
  return [
    `${paint("red", `✗ ${title}`)} ${paint("dim", source)}`,
    ...facts.map(factLine),
    ...failures.flatMap((failure, index) => [
      ...(index === 0 ? [] : [""]),
      ...failure.facts.map(factLine),
      ...failure.evidence.flatMap((exchange) => exchangeLines(exchange, paint)),
      ...(failure.curl === undefined ? [] : [`  Repeat    ${failure.curl}`]),
    ]),
  ].join("\n");
}

function exchangeLines({ request, response, noReply }: HttpExchange, paint: Paint): readonly string[] {
  const header = request.headers["authorization"];
  const authorization = header === undefined ? "no Authorization" : `Authorization: ${header}`;
  const excerpts = [
    request.body,
    response === undefined ? `→ no response: ${noReply?.message ?? ""}` : `→ ${response.status} in ${response.ms} ms`,
    response?.body,
  ].map((text = "") => visibleLine(text, 158));
  return [
    `  Evidence  ${request.method} ${visibleLine(request.url)} ${paint("dim", visibleLine(`(${authorization})`))}`,
    ...excerpts.filter((line) => line !== "").map((line) => `            ${line}`),
  ];
}

/** One failure as plain text. */
export function failureText(result: Result): string {
  const problems = describeFailures([mapTexts(result, visible)]);
  return problems.map((problem) => problemText(problem, (_, text) => text)).join("\n");
}
