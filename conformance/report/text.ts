import { counted } from "../../fixtures/counted.ts";
import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { shownInWords } from "../target/creations.ts";
import type { Exchange } from "../target/exchange.ts";
import { verdictInWords } from "./extent.ts";
import { reportSchema, type Report, type Result } from "./report.ts";
import { visible, visibleLine } from "./visible.ts";

/** Colours a part of the text, or leaves it as it is. */
export type Paint = (format: "bold" | "dim" | "green" | "red" | "yellow" | "cyan", text: string) => string;

/** What was found: failures first, then what is not verified, then the verdict. */
export function reportText(given: Report, paint: Paint): string {
  const report = visibleReport(given);
  const failures = report.results.filter(({ status }) => status === "failed");
  return [
    ...failures.flatMap((result) => failureLines(result, paint)),
    ...notVerifiedLines(report, paint),
    ...createdLines(report, paint),
    ...noteLines(report, paint),
    verdictLine(report, paint),
  ].join("\n");
}

function failureLines(result: Result, paint: Paint): readonly string[] {
  const requirement = findRequirement(result.id);
  return [
    `${paint("red", `✗ ${result.id} ${result.operation}`)} ${paint("dim", `${result.level}, ${result.section}`)}`,
    `  Rule      ${requirement?.rule ?? ""}`,
    `  Found     ${paint("bold", result.message)}`,
    ...(requirement?.quote === undefined ? [] : [`  Document  “${requirement.quote}” (${result.section})`]),
    ...result.evidence.flatMap((exchange) => exchangeLines(exchange, paint)),
    ...(result.curl === undefined ? [] : [`  Repeat    ${result.curl}`]),
    "",
  ];
}

function exchangeLines({ request, response, noReply }: Exchange, paint: Paint): readonly string[] {
  const header = request.headers["authorization"];
  const authorization = header === undefined ? "no Authorization" : `Authorization: ${header}`;
  const reply =
    response === undefined ? `no reply: ${noReply?.message ?? ""}` : `${response.status} in ${response.ms} ms`;
  return [
    `  Evidence  ${request.method} ${request.url} ${paint("dim", `(${authorization})`)}`,
    ...(request.body === undefined ? [] : [`            ${excerpt(request.body)}`]),
    `            → ${reply}`,
    ...(response === undefined || response.body === "" ? [] : [`            ${excerpt(response.body)}`]),
  ];
}

const visibleReports = new WeakMap<Report, Report>();

/** A report whose texts, which are the target's in part, can be printed; with evidence and curl lines of failures alone. */
export function visibleReport(report: Report): Report {
  const shown = visibleReports.get(report) ?? makeVisible(report);
  visibleReports.set(report, shown);
  return shown;
}

function makeVisible(report: Report): Report {
  const results = report.results.map((result) =>
    result.status === "failed" ? result : { ...result, evidence: [], curl: undefined },
  );
  return reportSchema.parse(withVisibleTexts({ ...report, results }));
}

function withVisibleTexts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => {
    if (typeof member !== "string") return member;
    return key === "curl" || key === "problem" ? visible(member) : visibleLine(member);
  });
}

/** One failure as plain text, with how to fix it. */
export function failureText(result: Result, fix: string): string {
  const visibleResult = reportSchema.shape.results.element.parse(withVisibleTexts(result));
  return [...failureLines(visibleResult, (_, text) => text).slice(0, -1), `  Fix       ${fix}`].join("\n");
}

/** The start of a body, on one line. */
function excerpt(body: string): string {
  return visibleLine(body, 158);
}

function notVerifiedLines(report: Report, paint: Paint): readonly string[] {
  const byReason = new Map<string, Result[]>();
  const notVerified = report.results.filter(({ reason, level }) => reason !== undefined && level !== "observed");
  for (const result of notVerified) {
    const reason = result.reason ?? "";
    byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  if (byReason.size === 0) return [];
  const lines = [...byReason].map(
    ([reason, results]) => `  ${paint("yellow", "–")} ${names(results)}: ${paint("dim", reason)}`,
  );
  return [paint("bold", `Not verified (${notVerified.length})`), ...lines, ""];
}

/** The interface has no way to delete a user, so whoever runs the target is told what to clear up. */
function createdLines({ created, runId }: Report, paint: Paint): readonly string[] {
  if (created.length === 0) return [];
  const possible = created.filter(({ shownBy }) => shownBy === "nothing").length;
  const count = possible === 0 ? String(created.length) : `${created.length}, ${possible} of them only possibly`;
  return [
    paint("bold", `Created (${count}), marked ${runId}; the interface has no way to delete them`),
    ...created.map(({ sent, received, shownBy }) => {
      const how = shownBy === undefined ? "" : ` (${shownInWords[shownBy]})`;
      return `  + ${excerpt(sent)} ${paint("dim", `→ ${excerpt(received)}${how}`)}`;
    }),
    "",
  ];
}

function noteLines({ waitedMs, missing, problem }: Report, paint: Paint): readonly string[] {
  const notes = [
    ...(problem === undefined ? [] : [paint("red", problem)]),
    ...(waitedMs === 0
      ? []
      : [`Waited ${(waitedMs / 1000).toFixed(1)} s in all, since the target limits the rate of calls (429).`]),
    ...(missing.length === 0 || problem !== undefined
      ? []
      : [`To verify more, give ${missing.map(({ give, toVerify }) => `${give} (${toVerify})`).join(", ")}.`]),
  ];
  return notes.length === 0 ? [] : [...notes, ""];
}

/** The results of one reason: by operation, or by requirement where one reason holds on all its operations. */
function names(results: readonly Result[]): string {
  const everywhere = (id: string): boolean =>
    results.filter((result) => result.id === id).length === findRequirement(id)?.operations.length;
  const whole = [...new Set(results.map(({ id }) => id).filter(everywhere))];
  const partial = Map.groupBy(
    results.filter(({ id }) => !everywhere(id)),
    ({ operation }) => operation,
  );
  return [
    ...(whole.length === 0 ? [] : [inRanges(whole)]),
    ...[...partial].map(([operation, group]) => `${operation} ${inRanges(group.map(({ id }) => id))}`),
  ].join("; ");
}

/** `ENV-01, ENV-02, ENV-03, AUTH-01` → `ENV-01 to -03, AUTH-01`. */
function inRanges(ids: readonly string[]): string {
  const ranges: { area: string; first: number; last: number }[] = [];
  for (const id of ids) {
    const [area = "", digits = ""] = id.split("-");
    const number = Number(digits);
    const current = ranges.at(-1);
    if (current?.area === area && current.last === number - 1) current.last = number;
    else ranges.push({ area, first: number, last: number });
  }
  return ranges
    .map(({ area, first, last }) => `${area}-${twoDigits(first)}${last > first ? ` to -${twoDigits(last)}` : ""}`)
    .join(", ");
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

const looks: Readonly<Record<Report["verdict"], readonly [sign: string, colour: "green" | "red" | "yellow"]>> = {
  conforming: ["✓", "green"],
  "non-conforming": ["✗", "red"],
  inconclusive: ["?", "yellow"],
};

function verdictLine(report: Report, paint: Paint): string {
  const [sign, colour] = looks[report.verdict];
  const { verdict, extent } = verdictInWords(report);
  const ids = [...new Set(report.results.filter(({ status }) => status === "failed").map(({ id }) => id))].join(", ");
  const found = ids === "" ? `${verdict}: ${extent}` : `${verdict}: ${ids} (${extent})`;
  const effort = `${counted(report.requests, "request")} in ${(report.durationMs / 1000).toFixed(1)} s`;
  return `${paint(colour, `${sign} ${found}`)} · ${paint("dim", effort)}`;
}
