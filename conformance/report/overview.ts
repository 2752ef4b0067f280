import { counted } from "../../fixtures/text.ts";
import { findRequirement } from "../checks/catalogue.ts";
import { unstatedAccess } from "../open-points/requirements/observed.ts";
import { remedies } from "../target/missing-options.ts";
import type { Report, Result } from "./report.ts";

/** The color and words of a verdict. White on `fill` is readable (WCAG AA). */
export const looks = {
  conforming: { sign: "✓", emoji: "✅", colour: "green", fill: "#1a7043" },
  "non-conforming": { sign: "✗", emoji: "❌", colour: "red", fill: "#b3261e" },
  inconclusive: { sign: "?", emoji: "❔", colour: "yellow", fill: "#7a5b00" },
} as const satisfies Record<Report["verdict"], object>;

/** What every form of a report shows. It never claims more than was verified. */
export function overviewOf(report: Report) {
  const judged = report.results.filter(({ level }) => level !== "observed");
  const failures = judged.filter(({ status }) => status === "failed");
  const passed = judged.filter(({ status }) => status === "passed");
  const notVerified = judged.filter(({ reason }) => reason !== undefined);
  const [verdict, extent] = inWords(report, { all: judged.length, passed: passed.length, failed: failures.length });
  const lacking = report.missing.map(({ give }) => remedyFor(give)?.words ?? `without ${give}`);
  return {
    failures,
    /** The requirements that fail: `ENV-04, AUTH-08`. */
    failing: [...new Set(failures.map(({ id }) => id))].join(", "),
    passed,
    /** Skipped or inconclusive. */
    notVerified,
    /** The same, by reason. */
    reasons: [...Map.groupBy(notVerified, ({ reason = "" }) => reason)].map(([reason, results]) => ({
      reason,
      count: results.length,
      places: placesOf(results),
    })),
    /** The number of results that can decide the verdict: observations cannot. */
    judged: judged.length,
    /** The verdict in words: `conforming in what was verified`. */
    verdict,
    /** Its extent, and what was missing: `71 of 144; writes off, no dialect`. */
    extent: [extent, ...(lacking.length === 0 ? [] : [lacking.join(", ")])].join("; "),
  };
}

function remedyFor(give: string) {
  return [...remedies.values()].find((remedy) => remedy.give === give);
}

/** What an option that was missing would add: `72 more; orgkit learn writes one`. */
export function gainOf({ give, toVerify }: Report["missing"][number]): string {
  return [`${toVerify} more`, remedyFor(give)?.hint ?? []].flat().join("; ");
}

interface Counts {
  readonly all: number;
  readonly passed: number;
  readonly failed: number;
}

function inWords({ verdict, complete, traffic }: Report, { all, passed, failed }: Counts): readonly [string, string] {
  if (verdict === "non-conforming") return [verdict, `${failed} of ${all} failed, ${passed} passed`];
  if (traffic !== undefined && passed > 0) {
    return [`no violation in ${counted(traffic.used, "exchange")}`, `${passed} of ${all} verified`];
  }
  if (verdict === "inconclusive") return [verdict, `nothing of ${all} could be verified`];
  if (!complete) return ["conforming in what was verified", `${passed} of ${all}`];
  return [verdict, passed === all ? `all ${all} verified` : `all ${passed} that apply here verified, of ${all}`];
}

/** The verdict with its extent: `conforming in what was verified: 71 of 144; writes off`. */
export function verdictLine(report: Report): string {
  const { verdict, extent } = overviewOf(report);
  return `${verdict}: ${extent}`;
}

/** The maximum number of places to list. */
const maxNamed = 3;

/**
 * The number of places, beside the plain request, where a rule was checked, and where it could not be; "" if there are
 * none.
 */
export function placesInWords({ places = [] }: Pick<Result, "places">): string {
  const by = (...statuses: readonly Result["status"][]) => places.filter(({ status }) => statuses.includes(status));
  const [seen, failed, open] = [by("passed", "failed"), by("failed"), by("inconclusive")];
  if (seen.length + open.length === 0) return "";
  const named = (some: typeof places): string => {
    const more = some.length - maxNamed;
    return `${some
      .slice(0, maxNamed)
      .map(({ place }) => place)
      .join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  };
  return [
    `checked in ${counted(seen.length, "more place")}`,
    ...(failed.length === 0 ? [] : [`failed in ${failed.length}: ${named(failed)}`]),
    ...(open.length === 0 ? [] : [`not verified: ${named(open)}`]),
  ].join("; ");
}

/** The text of a failure in every form: the rule, what was found, the sentence of the document, and how to fix it. */
export function failureFacts(result: Result): readonly (readonly [label: string, text: string])[] {
  const { id, section, message } = result;
  const requirement = findRequirement(id);
  const { rule = id, quote } = requirement ?? {};
  const fix = requirement === undefined || requirement.level === "observed" ? undefined : requirement.fix;
  const places = placesInWords(result);
  return [
    ["Rule", rule],
    ["Found", message],
    ...(places === "" ? [] : [["Places", places] as const]),
    ...(quote === undefined ? [] : [["Document", `“${quote}” (${section})`] as const]),
    ...(fix === undefined ? [] : [["Fix", `${fix} More: orgkit explain ${id}`] as const]),
  ];
}

/** What was sent or read: `214 exchanges of visit.har`. */
export function effortInWords({ requests, traffic }: Report): string {
  if (traffic === undefined) return counted(requests, "request");
  return `${counted(traffic.used, "exchange")} of ${traffic.files.join(", ")}`;
}

/** What recorded traffic contained beside what was judged. */
export function trafficLines({ traffic }: Pick<Report, "traffic">): readonly string[] {
  if (traffic === undefined) return [];
  const { entries, used, leftOut, notes } = traffic;
  return [
    `${used} of ${counted(entries, "entry").replace("entrys", "entries")} were used`,
    ...leftOut.map(({ reason, count }) => `left out: ${reason} (${count})`),
    ...notes,
  ];
}

/** What slowed the run down or shortened it, and an observation that may be a leak. */
export function runNotes({ waitedMs, placesLeftOut, results }: Report): readonly string[] {
  const waited = `Waited ${(waitedMs / 1000).toFixed(1)} s in total for the target's rate limit (429).`;
  return [
    ...(waitedMs === 0 ? [] : [waited]),
    ...(placesLeftOut === undefined
      ? []
      : [`Left out, to limit the number of requests (--max-requests): ${placesLeftOut}.`]),
    ...results
      .filter(({ message }) => message.endsWith(unstatedAccess))
      .map((result) => `Observed (${resultName(result)}): ${result.message}.`),
  ];
}

export function resultName({ id, operation }: Pick<Result, "id" | "operation">): string {
  return `${id} ${operation}`;
}

/** Grouped by operation, or by requirement if all operations have it: `AUTH-09; createUser ENV-01 to -03`. */
function placesOf(results: readonly Result[]): string {
  const byId = Map.groupBy(results, ({ id }) => id);
  const isWhole = ({ id }: Result): boolean => byId.get(id)?.length === findRequirement(id)?.operations.length;
  const { whole = [], part = [] } = Object.groupBy(results, (result) => (isWhole(result) ? "whole" : "part"));
  return [
    ...(whole.length === 0 ? [] : [inRanges(whole)]),
    ...[...Map.groupBy(part, ({ operation }) => operation)].map(([name, own]) => `${name} ${inRanges(own)}`),
  ].join("; ");
}

/** `ENV-01, ENV-02, ENV-03, AUTH-01` → `ENV-01 to -03, AUTH-01`. */
export function inRanges(results: readonly Result[]): string {
  const ranges: { area: string; first: string; last: string }[] = [];
  for (const id of new Set(results.map((result) => result.id))) {
    const [area = "", number = ""] = id.split("-");
    const current = ranges.at(-1);
    if (current?.area === area && Number(current.last) === Number(number) - 1) current.last = number;
    else ranges.push({ area, first: number, last: number });
  }
  return ranges.map(({ area, first, last }) => `${area}-${first}${last === first ? "" : ` to -${last}`}`).join(", ");
}

/** The headings of the document, by section number. */
const titles: Readonly<Record<string, string>> = {
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

/** The section of a result, by the first one it is based on: `§2 Resources and their fields`. */
export function sectionOf({ section }: Pick<Result, "section">): string {
  const number = /\d+/.exec(section)?.[0] ?? "";
  const title = titles[number];
  return title === undefined ? section : `§${number} ${title}`;
}
