import type { Result, Report } from "./report.ts";
import { shortenText, type HttpExchange } from "../target/exchange.ts";
import { mapTexts } from "../../fixtures/values/json.ts";
import { visible } from "../../fixtures/values/visible.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { counted, inSeconds } from "../../fixtures/values/text.ts";
import { findRequirement } from "../requirements/catalogue.ts";
import { shownInWords } from "../log/exchanges.ts";
import { readsOtherAccount } from "../log/rule.ts";
import { remedies } from "../log/model.ts";
import { memoize } from "../../fixtures/values/memoize.ts";

/** Faults that break several requirements of an operation, by area: the first one whose requirements all fail. */
const commonCauses: readonly (readonly (readonly [breaks: readonly string[], words: string])[])[] = [
  [
    [
      ["AUTH-02", "AUTH-04", "SCOPE-01"],
      "responds without looking at `Authorization`: nothing is authenticated, or a cache ignores the header",
    ],
    [["AUTH-02", "AUTH-04"], "responds without looking at `Authorization`"],
    [["AUTH-04", "AUTH-05"], "accepts any token"],
    [["AUTH-06", "AUTH-07"], "accepts the token wherever it stands in the request"],
  ],
  [[["PAGE-01", "TOTAL-01"], "has pages that are not one list"]],
  [[["ENV-02", "ENV-03"], "has no envelope"]],
];

/** One line for failures that have the same cause: the operations, the cause, and the requirements that show it. */
function findCommonCauses(failures: readonly Result[]): readonly string[] {
  const byOperation = [...Map.groupBy(failures, ({ operation }) => operation)];
  const findings = byOperation.flatMap(([operation, own]) =>
    commonCauses.flatMap((area) => {
      const cause = area.find(([breaks]) => breaks.every((id) => own.some((failure) => failure.id === id)));
      return cause === undefined ? [] : [{ operation, text: `${cause[1]} (${cause[0].join(", ")})` }];
    }),
  );
  return [...Map.groupBy(findings, ({ text }) => text)].map(
    ([text, same]) => `${same.map(({ operation }) => operation).join(", ")}: ${text}`,
  );
}

/** `ENV-01, ENV-02, ENV-03, AUTH-01` → `ENV-01 to -03, AUTH-01`. */
function rangesOfIds(results: readonly Pick<Result, "id">[]): string {
  const ranges: { area: string; first: string; last: string }[] = [];
  for (const id of new Set(results.map((result) => result.id))) {
    const [area = "", number = ""] = id.split("-");
    const current = ranges.at(-1);
    if (current?.area === area && Number(current.last) === Number(number) - 1) current.last = number;
    else ranges.push({ area, first: number, last: number });
  }
  return ranges.map(({ area, first, last }) => `${area}-${first}${last === first ? "" : ` to -${last}`}`).join(", ");
}

/** An exchange as plain text: the request, the response, and the start of a long body. */
export function exchangeText(exchange: HttpExchange): string {
  return `${requestText(exchange)}\n\n${responseText(exchange)}`;
}

export function requestText({ request }: HttpExchange): string {
  return messageText(`${request.method} ${request.url}`, request);
}

export function responseText({ response, noReply }: HttpExchange): string {
  if (response === undefined) return visible(`no response: ${noReply?.message ?? "unknown"}`);
  return messageText(`${response.status} in ${response.ms} ms`, response);
}

function messageText(start: string, { headers, body = "" }: Pick<HttpExchange["request"], "headers" | "body">): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return visible([...lines, ...(body === "" ? [] : ["", shortenText(body, 2000)])].join("\n"));
}

/** The sign, color and emoji of a verdict. White on `fill` is readable (WCAG AA). */
const looks = {
  conforming: { sign: "✓", emoji: "✅", color: "green", fill: "#1a7043" },
  "non-conforming": { sign: "✗", emoji: "❌", color: "red", fill: "#b3261e" },
  inconclusive: { sign: "?", emoji: "❔", color: "yellow", fill: "#7a5b00" },
} as const satisfies Record<Report["verdict"], object>;

/** `["Rule", "a request with an unknown token is rejected"]`; in the text, pairs of backticks are code. */
export type LabelledText = readonly [label: string, text: string];

/** A requirement that fails on one or more operations. */
export interface FailedRequirement {
  /** `AUTH-04 listUsers, listInvoices`. */
  readonly title: string;
  /** `implied, §5`. */
  readonly source: string;
  readonly facts: readonly LabelledText[];
  /** What was found on each operation. */
  readonly failures: readonly {
    readonly facts: readonly LabelledText[];
    readonly evidence: readonly HttpExchange[];
    /** A command that repeats it. */
    readonly curl?: string | undefined;
  }[];
}

/** A part of a report beside its problems. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly rows: readonly { readonly text: string; readonly detail?: string }[];
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
  /** `63 requests in 4.2 s`. */
  readonly effort: string;
  /** The ids of the requirements that failed. */
  readonly failedIds: readonly string[];
  readonly judged: number;
  readonly passed: readonly Result[];
  readonly notVerified: number;
  readonly problems: readonly FailedRequirement[];
  /** How many failures the problems have. */
  readonly failures: number;
  /** What would complete the verdict: `To verify more, give --dialect FILE (72 more; orgkit learn writes one).` */
  readonly advice: string | undefined;
  /** What else to read, the most important first; only those with content. */
  readonly sections: readonly Section[];
  /** The behavior at each open point. */
  readonly choices: Section;
}

/** The view of a report, in which everything of a target is text without control characters. */
export const viewReport = memoize((given: Report): ReportView => composeView(mapTexts(given, visible)));

function composeView(report: Report): ReportView {
  const judged = report.results.filter(({ level }) => level !== "observed");
  const failures = judged.filter(({ status }) => status === "failed");
  const passed = judged.filter(({ status }) => status === "passed");
  const notVerified = judged.filter(({ reason }) => reason !== undefined);
  const { requests, durationMs } = report;
  const problems = describeFailures(failures, passed);
  const [verdict, extent] = verdictInWords(report, judged.length, passed.length, failures.length);
  const missing = report.missing.map(({ give }) => findRemedy(give)?.words ?? `without ${give}`);
  const sections = [
    { id: "unmet", title: "Could not be judged", rows: (report.unmet ?? []).map((text) => ({ text })) },
    { id: "causes", title: "Common causes", rows: findCommonCauses(failures).map((text) => ({ text })) },
    { id: "not-verified", title: "Not verified", count: notVerified.length, rows: listReasons(notVerified) },
    createdSection(report),
    { id: "notes", title: "Notes", rows: listNotes(report).map((text) => ({ text })) },
  ];
  return {
    report,
    look: looks[report.verdict],
    verdict,
    extent: [extent, missing.join(", ")].filter((text) => text !== "").join("; "),
    effort: `${counted(requests, "request")} in ${inSeconds(durationMs)}`,
    failedIds: [...new Set(failures.map(({ id }) => id))],
    judged: judged.length,
    passed,
    notVerified: notVerified.length,
    problems,
    failures: problems.flatMap((problem) => problem.failures).length,
    advice: describeAdvice(report),
    sections: sections.filter(({ rows }) => rows.length > 0),
    choices: choicesSection(report),
  };
}

/**
 * Failures by requirement, since all operations have the same rule and the same fix.
 * @param passed results of the same run
 */
export function describeFailures(
  failures: readonly Result[],
  passed: readonly Result[] = [],
): readonly FailedRequirement[] {
  return [...Map.groupBy(failures, ({ id }) => id)].map(([id, results]) => {
    const requirement = findRequirement(id);
    const { level = "stated", section = "" } = results[0] ?? {};
    const fix = requirement === undefined || requirement.level === "observed" ? undefined : requirement.fix;
    const causes = requirement === undefined || !("causes" in requirement) ? [] : (requirement.causes ?? []);
    const shown = causes.filter(([shape]) =>
      results.some(({ operation, message }) => shape.test(`${operation}: ${message}`)),
    );
    return {
      title: `${id} ${results.map(({ operation }) => operation).join(", ")}`,
      source: `${level}, ${section}`,
      facts: labelled({
        Rule: requirement?.rule ?? id,
        Document: requirement?.quote && `“${requirement.quote}” (${section})`,
        Fix: fix && [...shown.map(([, cause]) => cause), fix, `More: orgkit explain ${id}`].join(" "),
        Passes: describePassed(
          results,
          passed.filter((result) => result.id === id),
        ),
      }),
      failures: results.map(({ operation, message, places, evidence, curl, script }) => ({
        facts: labelled({
          Found: `${operation}: ${message}`,
          "Also checked": placesInWords(places),
          Script: script && describeScript(script),
        }),
        evidence,
        curl,
      })),
    };
  });
}

/** Where a requirement passes, and whether the credentials that were accepted elsewhere were rejected there, or not tried. */
function describePassed(failures: readonly Result[], passed: readonly Result[]): string | undefined {
  const accepted = [...new Set(failures.flatMap(({ credentials = [] }) => credentials))];
  const compare = ({ credentials = [] }: Result): string => {
    const rejected = accepted.filter((one) => credentials.includes(one)).length;
    if (accepted.length === 0 || (rejected > 0 && rejected < accepted.length)) return "by what was tried there";
    return rejected === 0 ? "where that was not tried" : "where that was rejected";
  };
  const parts = [...Map.groupBy(passed, compare)].map(
    ([how, own]) => `on ${own.map(({ operation }) => operation).join(", ")}, ${how}`,
  );
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** What repeats a failure that one request alone does not show. */
function describeScript({ file, requests, simultaneous }: NonNullable<Result["script"]>): string {
  const together = simultaneous === 0 ? "" : `, ${simultaneous} of them at the same time`;
  return `all ${requests} requests in their order${together}: \`sh ${file}\` in the directory of the reports (--out DIR)`;
}

/** Leaves out what has no text. */
function labelled(texts: Readonly<Record<string, string | undefined>>): readonly LabelledText[] {
  return Object.entries(texts).flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}

function verdictInWords(
  { verdict, complete, unmet }: Report,
  all: number,
  passed: number,
  failed: number,
): readonly [verdict: string, extent: string] {
  if (verdict === "non-conforming") return [verdict, `${failed} of ${all} failed, ${passed} passed`];
  if (verdict === "inconclusive" && unmet !== undefined && passed > 0)
    return [verdict, `${passed} of ${all} verified, none failed; ${counted(unmet.length, "part")} could not be judged`];
  if (verdict === "inconclusive") return [verdict, `nothing of ${all} could be verified`];
  if (!complete) return ["conforming in what was verified", `${passed} of ${all}`];
  return [verdict, passed === all ? `all ${all} verified` : `all ${passed} that apply here verified, of ${all}`];
}

/** What a rule was checked on besides the found request: other places, or other credentials of the same kind. */
function placesInWords(places: Result["places"] = []): string | undefined {
  const at = (...statuses: readonly Result["status"][]) =>
    places.filter(({ status }) => statuses.includes(status)).map(({ place }) => place);
  const some = (names: readonly string[]): string =>
    `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
  const parts = [
    ["failed", at("failed")],
    ["passed", at("passed")],
    ["not verified", at("inconclusive")],
  ] as const;
  const texts = parts.flatMap(([word, names]) => (names.length === 0 ? [] : [`${word}: ${some(names)}`]));
  return texts.length === 0 ? undefined : texts.join("; ");
}

/** What was not verified, by reason: `AUTH-09; createUser ENV-01 to -03`. */
function listReasons(results: readonly Result[]): Section["rows"] {
  return [...Map.groupBy(results, ({ reason = "" }) => reason)].map(([reason, own]) => ({
    text: listResults(own),
    detail: reason,
  }));
}

/** Results by operation, or by requirement if all operations have it. */
function listResults(results: readonly Result[]): string {
  const byId = Map.groupBy(results, ({ id }) => id);
  const isWhole = ({ id }: Result): boolean => byId.get(id)?.length === findRequirement(id)?.operations.length;
  const parts = Map.groupBy(results, (result) => (isWhole(result) ? "" : `${result.operation} `));
  return [...parts]
    .toSorted(([a], [b]) => Number(a !== "") - Number(b !== ""))
    .map(([name, own]) => `${name}${rangesOfIds(own)}`)
    .join("; ");
}

function findRemedy(give: string) {
  return [...remedies.values()].find((remedy) => remedy.give === give);
}

/** What would complete the verdict. An option helps nobody whose target cannot be judged. */
function describeAdvice({ missing, problem }: Report): string | undefined {
  if (problem !== undefined || missing.length === 0) return undefined;
  const options = missing.map(({ give, toVerify }) => {
    const gain = [`${toVerify} more`, findRemedy(give)?.hint ?? []].flat().join("; ");
    return `${give} (${gain})`;
  });
  return `To verify more, give ${options.join(", ")}.`;
}

/** The users that the run created, so that whoever operates the target can remove them. */
function createdSection({ created }: Report): Section {
  return {
    id: "created",
    title: "Users created",
    count: created.length,
    rows: created.map(({ sent, received, shownBy }) => ({
      text: shortenText(sent, 400),
      detail: `received ${shortenText(received, 400) || "nothing"}${shownBy === undefined ? "" : ` (${shownInWords[shownBy]})`}`,
    })),
  };
}

/** What slowed the run down or shortened it, and observations that may be a leak. */
function listNotes({ waitedMs, placesLeftOut, results, created, removedSince, runId }: Report): readonly string[] {
  return [
    ...(created.length === 0 ? [] : [`Users created have ${runId} in their values; the interface cannot delete them.`]),
    ...(removedSince === undefined
      ? []
      : [
          `Since removed, by a client or by a restart: ${counted(removedSince.length, "user")} that the run of the baseline created (${removedSince.join(", ")}).`,
        ]),
    ...(waitedMs === 0 ? [] : [`Waited ${inSeconds(waitedMs)} in total for the target's rate limit (429).`]),
    ...(placesLeftOut === undefined
      ? []
      : [`Left out, to limit the number of requests (--max-requests): ${placesLeftOut}.`]),
    ...results
      .filter(({ observations = [] }) =>
        observations.some(({ key, value }) => key === readsOtherAccount && value === true),
      )
      .map(({ id, operation, message }) => `Observed (${id} ${operation}): ${message}.`),
  ];
}

/** The observed-choices sheet: how this target behaves where the document is silent. */
function choicesSection({ choices: sheet }: Report): Section {
  const rows = sheet.flatMap(({ section, title, choices }) => {
    const byChoice = [...Map.groupBy(choices, ({ choice }) => choice)].map(([choice, own]) => {
      const names =
        own.length === operationIds.length ? "all operations" : own.map(({ operation }) => operation).join(", ");
      return `${names}: ${choice}`;
    });
    return byChoice.length === 0 ? [] : [{ text: `${section} ${title}`, detail: byChoice.join("; ") }];
  });
  return { id: "choices", title: "Observed choices (never scored)", count: rows.length, rows };
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
export function sectionHeading({ section }: Pick<Result, "section">): string {
  const number = /\d+/.exec(section)?.[0] ?? "";
  return number in headings ? `§${number} ${headings[number]}` : section;
}
