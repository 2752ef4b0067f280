import { contract, findRequirement, requirementSet } from "../../fixtures/contract/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { judgedObligations } from "../checks/judge.ts";
import type { Exchange } from "../target/exchange.ts";
import { tokenVariables, type Target } from "../target/target.ts";
import type { Report, Result } from "./report.ts";

/** Colours a part of the text, or leaves it as it is. */
export type Paint = (format: "bold" | "dim" | "green" | "red" | "yellow" | "cyan", text: string) => string;

/** What is going to be judged, printed before the first request. */
export function planText(target: Target, hasSecondToken: boolean, version: string, paint: Paint): string {
  const off = (text: string, how: string): string => `${paint("yellow", text)} ${paint("dim", how)}`;
  const ids = target.subscriptionIds.join(", ");
  return [
    paint("bold", `Judging ${target.baseUrl}`),
    paint("dim", `by the ${contract.title} ${contract.version}, requirement set ${requirementSet}, orgkit ${version}`),
    "",
    `  Checks          ${judgedObligations.length}: requirements of the document on ${operationIds.length} operations`,
    `  Token           $${tokenVariables.first}`,
    `  Second account  ${hasSecondToken ? `$${tokenVariables.second}` : off("none", `set ${tokenVariables.second} to check that invoices are scoped`)}`,
    `  Subscription    ${ids === "" ? off("none", "give --subscription-id to check getSubscription") : ids}`,
    `  Writes          ${target.allowWrites ? "on: createUser is called" : off("off", "give --allow-writes to check createUser")}`,
    "",
  ].join("\n");
}

/** What was found: failures first, then what is not verified, then the verdict. */
export function reportText(report: Report, paint: Paint): string {
  const failures = report.results.filter(({ status }) => status === "failed");
  return [
    ...failures.flatMap((result) => failureLines(result, paint)),
    ...notVerifiedLines(report, paint),
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

/** The start of a body, on one line; control characters of a stranger do not reach the terminal. */
function excerpt(body: string): string {
  const line = body
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}/gu, "?")
    .trim();
  return line.length > 160 ? `${line.slice(0, 157)}…` : line;
}

function notVerifiedLines(report: Report, paint: Paint): readonly string[] {
  const byReason = new Map<string, Result[]>();
  for (const result of report.results.filter(({ reason }) => reason !== undefined)) {
    const reason = result.reason ?? "";
    byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  if (byReason.size === 0) return [];
  const lines = [...byReason].map(
    ([reason, results]) => `  ${paint("yellow", "–")} ${names(results)}: ${paint("dim", reason)}`,
  );
  return [paint("bold", `Not verified (${report.summary.skipped + report.summary.inconclusive})`), ...lines, ""];
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

function verdictLine(report: Report, paint: Paint): string {
  const { passed, failed } = report.summary;
  const all = report.results.length;
  const effort = paint("dim", `${report.requests} requests in ${(report.durationMs / 1000).toFixed(1)} s`);
  switch (report.verdict) {
    case "conforming": {
      const extent = report.complete ? `: all ${all} verified` : ` in what was verified: ${passed} of ${all}`;
      return `${paint("green", `✓ conforming${extent}`)} · ${effort}`;
    }
    case "non-conforming": {
      const ids = [...new Set(report.results.filter(({ status }) => status === "failed").map(({ id }) => id))];
      return `${paint("red", `✗ non-conforming: ${ids.join(", ")} (${failed} of ${all} failed, ${passed} passed)`)} · ${effort}`;
    }
    case "inconclusive":
      return `${paint("yellow", `? inconclusive: nothing of ${all} could be verified`)} · ${effort}`;
  }
}
