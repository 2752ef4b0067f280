import { counted, inSeconds } from "../../fixtures/text.ts";
import { findRequirement } from "../checks/catalogue.ts";
import { unstatedAccess } from "../open-points/requirements/observed.ts";
import { shownInWords } from "../target/creations.ts";
import { remedies } from "../target/missing-options.ts";
import { commonCauses, inRanges } from "./causes.ts";
import type { ClientViolation, Report, Result } from "./report.ts";
import { mapTexts, visible } from "./visible.ts";

/** The sign, color and emoji of a verdict. White on `fill` is readable (WCAG AA). */
const looks = {
  conforming: { sign: "✓", emoji: "✅", color: "green", fill: "#1a7043" },
  "non-conforming": { sign: "✗", emoji: "❌", color: "red", fill: "#b3261e" },
  inconclusive: { sign: "?", emoji: "❔", color: "yellow", fill: "#7a5b00" },
} as const satisfies Record<Report["verdict"], object>;

/** A requirement that fails on one or more operations, or what clients did wrong. */
export interface Problem {
  /** Of the requirement, or a JSON pointer into the OpenAPI document. */
  readonly id: string;
  /** `AUTH-04 listUsers, listInvoices`, `request of createUser`. */
  readonly title: string;
  /** `implied, §5`, `by the client, in 2 exchanges`. */
  readonly source: string;
  readonly rule: string;
  /** The sentence of the document, with its section. */
  readonly document?: string;
  readonly fix?: string;
  readonly failures: readonly Failure[];
}

/** What fails on one operation. */
export interface Failure extends Pick<Result, "message" | "evidence" | "curl"> {
  readonly operation: string;
  /** Where else it was checked. */
  readonly checkedAt: string;
}

/** Everything that the forms of a report show. It never claims more than was verified. */
export interface ReportView {
  /** The report, in texts that are safe to show. */
  readonly report: Report;
  readonly look: (typeof looks)[Report["verdict"]];
  /** The verdict in words: `conforming in what was verified`. */
  readonly verdict: string;
  /** Its extent, and what was missing: `71 of 144; writes off, no dialect`. */
  readonly extent: string;
  /** The ids of the requirements that failed. */
  readonly failedIds: readonly string[];
  readonly judged: number;
  readonly passed: readonly Result[];
  readonly notVerified: number;
  readonly causes: readonly string[];
  /** Of the target, then of its clients. */
  readonly problems: readonly Problem[];
  readonly clientProblems: readonly Problem[];
  readonly reasons: readonly { readonly reason: string; readonly count: number; readonly results: string }[];
  /** What would complete the verdict: `--dialect FILE`, `72 more; orgkit learn writes one`. */
  readonly advice: readonly { readonly give: string; readonly gain: string }[];
  /** What else to know of the run. */
  readonly notes: readonly string[];
  readonly created: readonly { readonly sent: string; readonly received: string; readonly shownBy: string }[];
  /** `63 requests in 4.2 s`. */
  readonly effort: string;
}

const views = new WeakMap<Report, ReportView>();

/** The view of a report, in which everything of a target is text without control characters. */
export function viewReport(given: Report): ReportView {
  const view = views.get(given) ?? composeView(mapTexts(given, visible));
  views.set(given, view);
  return view;
}

function composeView(report: Report): ReportView {
  const judged = report.results.filter(({ level }) => level !== "observed");
  const failures = judged.filter(({ status }) => status === "failed");
  const passed = judged.filter(({ status }) => status === "passed");
  const notVerified = judged.filter(({ reason }) => reason !== undefined);
  const byGive = new Map([...remedies.values()].map((remedy) => [remedy.give, remedy]));
  const [verdict, extent] = verdictInWords(report, judged.length, passed.length, failures.length);
  const lacking = report.missing.map(({ give }) => byGive.get(give)?.words ?? `without ${give}`);
  const { requests, traffic, durationMs } = report;
  const clientProblems = (traffic?.clientViolations ?? []).map(describeClientViolation);
  const effort =
    traffic === undefined
      ? counted(requests, "request")
      : `${counted(traffic.used, "exchange")}${traffic.files.length > 0 ? ` of ${traffic.files.join(", ")}` : ""}`;
  return {
    report,
    look: looks[report.verdict],
    verdict,
    extent: [extent, lacking.join(", ")].filter((text) => text !== "").join("; "),
    failedIds: [...new Set(failures.map(({ id }) => id))],
    judged: judged.length,
    passed,
    notVerified: notVerified.length,
    causes: commonCauses(failures),
    problems: [...groupProblems(failures), ...clientProblems],
    clientProblems,
    reasons: [...Map.groupBy(notVerified, ({ reason = "" }) => reason)].map(([reason, results]) => ({
      reason,
      count: results.length,
      results: listResults(results),
    })),
    // An option helps nobody whose target cannot be judged.
    advice:
      report.problem === undefined
        ? report.missing.map(({ give, toVerify }) => ({
            give,
            gain: [`${toVerify} more`, byGive.get(give)?.hint ?? []].flat().join("; "),
          }))
        : [],
    notes: listNotes(report),
    created: report.created.map(({ sent, received, shownBy }) => ({
      sent,
      received,
      shownBy: shownBy === undefined ? "" : shownInWords[shownBy],
    })),
    effort: `${effort} in ${inSeconds(durationMs)}`,
  };
}

/** The failures by requirement, since all operations have the same rule and the same fix. */
export function groupProblems(failures: readonly Result[]): readonly Problem[] {
  return [...Map.groupBy(failures, ({ id }) => id)].map(([id, results]) => {
    const requirement = findRequirement(id);
    const { level = "stated", section = "" } = results[0] ?? {};
    return {
      id,
      title: `${id} ${results.map(({ operation }) => operation).join(", ")}`,
      source: `${level}, ${section}`,
      rule: requirement?.rule ?? id,
      ...(requirement?.quote === undefined ? {} : { document: `“${requirement.quote}” (${section})` }),
      ...(requirement === undefined || requirement.level === "observed"
        ? {}
        : { fix: `${requirement.fix} More: orgkit explain ${id}` }),
      failures: results.map((result) => ({ ...result, checkedAt: placesInWords(result) })),
    };
  });
}

function describeClientViolation({ operation, rule, message, count, exchange }: ClientViolation): Problem {
  const name = operation ?? "no operation";
  return {
    id: rule,
    title: `request of ${name}`,
    source: `by the client, in ${counted(count, "exchange")}`,
    rule: `${rule} of openapi.json`,
    failures: [{ operation: name, message, evidence: [exchange], checkedAt: "" }],
  };
}

/** A problem without its failures, as labelled texts. */
export function describeProblem({ rule, document, fix }: Problem): readonly (readonly [label: string, text: string])[] {
  return [["Rule", rule] as const, ["Document", document] as const, ["Fix", fix] as const].flatMap(([label, text]) =>
    text === undefined ? [] : [[label, text] as const],
  );
}

/** What was found on an operation, as labelled texts. */
export function describeFailure({
  operation,
  message,
  checkedAt,
}: Failure): readonly (readonly [label: string, text: string])[] {
  return [["Found", `${operation}: ${message}`], ...(checkedAt === "" ? [] : [["Places", checkedAt] as const])];
}

function verdictInWords(
  { verdict, complete, traffic }: Report,
  all: number,
  passed: number,
  failed: number,
): readonly [verdict: string, extent: string] {
  const byClient = traffic?.clientViolations?.length ?? 0;
  const more = byClient === 0 ? "" : `; ${counted(byClient, "violation")} by the client`;
  if (verdict === "non-conforming") return [verdict, `${failed} of ${all} failed, ${passed} passed${more}`];
  if (traffic !== undefined && passed > 0) {
    const side = byClient === 0 ? "" : " by the target";
    return [`no violation${side} in ${counted(traffic.used, "exchange")}`, `${passed} of ${all} verified${more}`];
  }
  if (verdict === "inconclusive") return [verdict, `nothing of ${all} could be verified${more}`];
  if (!complete) return ["conforming in what was verified", `${passed} of ${all}`];
  return [verdict, passed === all ? `all ${all} verified` : `all ${passed} that apply here verified, of ${all}`];
}

/** The verdict with its extent: `conforming in what was verified: 71 of 144; writes off`. */
export function verdictLine(report: Report): string {
  const { verdict, extent } = viewReport(report);
  return `${verdict}: ${extent}`;
}

/** At how many places beside the plain request a rule was checked, failed, or could not be checked; "" if at none. */
function placesInWords({ places = [] }: Pick<Result, "places">): string {
  const at = (...statuses: readonly Result["status"][]) =>
    places.filter(({ status }) => statuses.includes(status)).map(({ place }) => place);
  const some = (names: readonly string[]): string =>
    `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
  const [checked, failed, open] = [at("passed", "failed"), at("failed"), at("inconclusive")];
  if (checked.length + open.length === 0) return "";
  return [
    `checked in ${counted(checked.length, "more place")}`,
    ...(failed.length === 0 ? [] : [`failed in ${failed.length}: ${some(failed)}`]),
    ...(open.length === 0 ? [] : [`not verified: ${some(open)}`]),
  ].join("; ");
}

/** What slowed the run down or shortened it, what recorded traffic had, and observations that may be a leak. */
function listNotes({ waitedMs, placesLeftOut, results, traffic }: Report): readonly string[] {
  return [
    ...(waitedMs === 0 ? [] : [`Waited ${inSeconds(waitedMs)} in total for the target's rate limit (429).`]),
    ...(placesLeftOut === undefined
      ? []
      : [`Left out, to limit the number of requests (--max-requests): ${placesLeftOut}.`]),
    ...results
      .filter(({ message }) => message.endsWith(unstatedAccess))
      .map(({ id, operation, message }) => `Observed (${id} ${operation}): ${message}.`),
    ...(traffic === undefined
      ? []
      : [
          `Traffic: ${traffic.used} of ${counted(traffic.entries, "exchange")} judged.`,
          ...traffic.leftOut.map(({ reason, count }) => `Not judged: ${reason} (${count}).`),
          ...traffic.notes,
        ]),
  ];
}

/** Results by operation, or by requirement if all operations have it: `AUTH-09; createUser ENV-01 to -03`. */
function listResults(results: readonly Result[]): string {
  const byId = Map.groupBy(results, ({ id }) => id);
  const isWhole = ({ id }: Result): boolean => byId.get(id)?.length === findRequirement(id)?.operations.length;
  const parts = Map.groupBy(results, (result) => (isWhole(result) ? "" : `${result.operation} `));
  return [...parts]
    .toSorted(([a], [b]) => Number(a !== "") - Number(b !== ""))
    .map(([name, own]) => `${name}${inRanges(own)}`)
    .join("; ");
}

/** The headings of the document, by section number. */
const headings: Readonly<Record<string, string>> = {
  "1": "What the service does",
  "2": "Resources and their fields",
  "3": "States and transitions",
  "4": "Endpoints",
  "5": "Authentication",
  "6": "Events",
  "7": "Errors",
  "8": "Limits",
  "9": "Versioning",
};

/** The heading of the section that a result is based on: `§2 Resources and their fields`. */
export function headingOf({ section }: Pick<Result, "section">): string {
  const number = /\d+/.exec(section)?.[0] ?? "";
  return number in headings ? `§${number} ${headings[number]}` : section;
}
