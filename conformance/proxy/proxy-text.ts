import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { visibleLine } from "../report/visible.ts";
import type { Paint } from "../report/text.ts";
import type { ProxyReport } from "./proxy-report.ts";

type Reported = ProxyReport["violations"][number];

/** What a run found: each violation with its rule and the first exchange, what was not judged, then the sum. */
export function proxyText(report: ProxyReport, paint: Paint): string {
  return [
    ...report.violations.flatMap((violation) => violationLines(violation, paint)),
    ...(report.untold === 0 ? [] : [`Further breaches that are not told apart: ${report.untold}`, ""]),
    ...countLines("Passed on and not judged", report.notJudged, paint),
    ...countLines("No reply from the target, which is no violation", report.noReply, paint),
    sumLine(report, paint),
  ].join("\n");
}

/** Who broke what: `reply of listUsers ENV-04`. */
export function violationName({
  side,
  operation,
  rule,
}: Pick<Reported, "side" | "rule"> & { operation: string | null | undefined }): string {
  return `${side} ${operation ?? "outside the operations"} ${rule}`;
}

function violationLines(violation: Reported, paint: Paint): readonly string[] {
  const { rule, level, found, count, exchange } = violation;
  const { request, response } = exchange;
  const requirement = findRequirement(rule);
  const sections = requirement?.sections.map((section) => `§${section}`).join(", ");
  const notes = [...(level === null ? [] : [`${level}, ${sections ?? ""}`]), times(count)].join(" · ");
  return [
    `${paint("red", `✗ ${violationName(violation)}`)} ${paint("dim", notes)}`,
    ...(requirement === undefined ? [] : [`  Rule   ${requirement.rule}`]),
    `  Found  ${paint("bold", visibleLine(found, 400))}`,
    `  First  ${request.method} ${visibleLine(request.url, 200)}`,
    ...(request.body === undefined || request.body === "" ? [] : [`         ${visibleLine(request.body, 160)}`]),
    `         → ${response?.status ?? "no reply"} ${visibleLine(response?.body ?? "", 160)}`.trimEnd(),
    "",
  ];
}

/** `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** `1 exchange`, `3 exchanges`. */
export function exchangesInWords(count: number): string {
  return `${count} ${count === 1 ? "exchange" : "exchanges"}`;
}

function countLines(title: string, counts: ProxyReport["notJudged"], paint: Paint): readonly string[] {
  if (counts.length === 0) return [];
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return [
    paint("bold", `${title} (${all})`),
    ...counts.map(({ reason, count }) => `  ${paint("yellow", "–")} ${reason}: ${count}`),
    "",
  ];
}

function sumLine(report: ProxyReport, paint: Paint): string {
  const { exchanges, judged, durationMs, violations } = report;
  const effort = paint(
    "dim",
    `${exchangesInWords(exchanges)} in ${(durationMs / 1000).toFixed(1)} s, ${judged} judged`,
  );
  if (violations.length > 0) return `${paint("red", `✗ ${sumInWords(report)}`)} · ${effort}`;
  const [sign, colour] = judged === 0 ? (["?", "yellow"] as const) : (["✓", "green"] as const);
  return `${paint(colour, `${sign} ${sumInWords(report)}`)} · ${effort}`;
}

/** Without a mark and without colour: `2 violations by the target, none by the client`. */
export function sumInWords({ summary, violations, judged, sides }: ProxyReport): string {
  if (judged === 0 && violations.length === 0) return "nothing was judged";
  if (violations.length === 0) return "no violation";
  const words = [
    ...(sides.includes("reply") ? [`${violationsInWords(summary.reply)} by the target`] : []),
    ...(sides.includes("request") ? [`${violationsInWords(summary.request)} by the client`] : []),
  ];
  return words.join(", ");
}

function violationsInWords(count: number): string {
  return count === 0 ? "no violation" : `${count} violation${count === 1 ? "" : "s"}`;
}
