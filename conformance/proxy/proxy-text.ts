import { findRequirement } from "../checks/catalogue.ts";
import { counted, inSeconds } from "../../fixtures/text.ts";
import type { Paint } from "../report/text.ts";
import { visibleLine } from "../report/visible.ts";
import type { ProxyReport, Violation } from "./proxy-report.ts";

/** Who broke what: `reply of listUsers ENV-04`. */
export function violationName({
  side,
  operation,
  rule,
}: Pick<Violation, "side" | "rule"> & { readonly operation: string | null | undefined }): string {
  return `${side} ${operation ?? "outside the operations"} ${rule}`;
}

function times({ count }: Violation): string {
  return count === 1 ? "once" : `${count} times`;
}

const looks = {
  violated: { sign: "✗", colour: "red" },
  clean: { sign: "✓", colour: "green" },
  nothing: { sign: "?", colour: "yellow" },
} as const;

/** The result in plain text, `2 violations by the target, no violation by the client`, and what it looks like. */
function resultOf({ summary, violations, judged, sides }: ProxyReport) {
  if (violations.length === 0)
    return judged === 0 ? { ...looks.nothing, words: "nothing was judged" } : { ...looks.clean, words: "no violation" };
  const by = { reply: "by the target", request: "by the client" };
  const words = sides
    .toReversed()
    .map((side) => `${summary[side] === 0 ? "no violation" : counted(summary[side], "violation")} ${by[side]}`)
    .join(", ");
  return { ...looks.violated, words };
}

/** What a report says of a violation. */
function factsOf({ rule, found }: Violation): readonly (readonly [label: string, text: string])[] {
  const requirement = findRequirement(rule);
  return [
    ...(requirement === undefined ? [] : [["Rule", requirement.rule] as const]),
    ["Found", found],
    ...(requirement?.quote === undefined ? [] : [["Document", `“${requirement.quote}”`] as const]),
  ];
}

/** A titled list of what was not judged, or had no response. */
function countsOf({ notJudged, noReply }: ProxyReport) {
  const all = [
    { title: "Forwarded, not judged", counts: notJudged },
    { title: "No response from the target (not a violation)", counts: noReply },
  ];
  return all.filter(({ counts }) => counts.length > 0);
}

/** The report of a run: each violation with its rule and the first exchange, what was not judged, then the totals. */
export function proxyText(report: ProxyReport, paint: Paint): string {
  const { exchanges, judged, durationMs, violations, unlisted } = report;
  const effort = `${counted(exchanges, "exchange")} in ${inSeconds(durationMs)}, ${judged} judged`;
  const { sign, colour, words } = resultOf(report);
  return [
    ...violations.flatMap((violation) => violationLines(violation, paint)),
    ...(unlisted === 0 ? [] : [`Further violations, not listed: ${unlisted}`, ""]),
    ...countsOf(report).flatMap(({ title, counts }) => [
      paint("bold", `${title} (${counts.reduce((sum, { count }) => sum + count, 0)})`),
      ...counts.map(({ reason, count }) => `  ${paint("yellow", "–")} ${reason}: ${count}`),
      "",
    ]),
    `${paint(colour, `${sign} ${words}`)} · ${paint("dim", effort)}`,
  ].join("\n");
}

function violationLines(violation: Violation, paint: Paint): readonly string[] {
  const { rule, level, exchange } = violation;
  const { request, response } = exchange;
  const sections = findRequirement(rule)?.sections.map((section) => `§${section}`);
  const source = sections === undefined ? "" : `${level}, ${sections.join(", ")} · `;
  return [
    `${paint("red", `✗ ${violationName(violation)}`)} ${paint("dim", `${source}${times(violation)}`)}`,
    ...factsOf(violation).map(
      ([label, text]) =>
        `  ${label.padEnd(10)}${label === "Found" ? paint("bold", visibleLine(text, 400)) : visibleLine(text, 400)}`,
    ),
    `  First     ${request.method} ${visibleLine(request.url, 200)}`,
    ...(request.body === undefined || request.body === "" ? [] : [`            ${visibleLine(request.body, 160)}`]),
    `            → ${response?.status} ${visibleLine(response?.body ?? "", 160)}`.trimEnd(),
    "",
  ];
}
