import { escapeMarkup } from "../../fixtures/markup.ts";
import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import type { Exchange } from "../target/exchange.ts";
import { exchangeKey } from "./distinct-exchanges.ts";
import { exchangeText } from "./evidence-text.ts";
import { verdictLine } from "./extent.ts";
import type { Report, Result } from "./report.ts";
import { sectionOf } from "./sections.ts";
import { visible, visibleLine } from "./visible.ts";

/**
 * The reports of a run as JUnit XML: a suite for each target, a case for each result. What could not be verified
 * is skipped, and a target that could not be judged is an error: neither reads as green.
 */
export function reportJunit(reports: readonly Report[]): string {
  const suites = reports.map(toSuite);
  const total = (count: (suite: Suite) => number): number => suites.reduce((sum, suite) => sum + count(suite), 0);
  const counts = attributes({
    name: "orgkit",
    tests: total(({ tests }) => tests),
    failures: total(({ failures }) => failures),
    errors: total(({ errors }) => errors),
    skipped: total(({ skipped }) => skipped),
    time: seconds(reports.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    ...suites.map(({ xml }) => xml),
    "</testsuites>",
    "",
  ].join("\n");
}

interface Suite {
  readonly xml: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function toSuite(report: Report): Suite {
  const { target, results, summary, problem, kit, contract } = report;
  const counts = {
    tests: results.length + (problem === undefined ? 0 : 1),
    failures: summary.failed,
    errors: problem === undefined ? 0 : 1,
    skipped: results.filter(isNotVerified).length,
  };
  const properties = {
    baseUrl: target.baseUrl,
    dialect: target.dialect ?? "",
    kit: `${kit.name} ${kit.version}`,
    contract: `${contract.title} ${contract.version}`,
    requirementSet: contract.set,
    verdict: verdictLine(report),
    complete: String(report.complete),
  };
  const timeOf = timesOf(results);
  const xml = [
    `  <testsuite${attributes({ name: target.name, ...counts, time: seconds(report.durationMs), timestamp: report.startedAt })}>`,
    "    <properties>",
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    "    </properties>",
    ...(problem === undefined ? [] : [problemCase(problem)]),
    ...results.map((result) => toCase(result, timeOf(result))),
    "  </testsuite>",
  ].join("\n");
  return { xml, ...counts };
}

function isNotVerified({ status }: Result): boolean {
  return status === "skipped" || status === "inconclusive";
}

/** A call is evidence of many results: its time counts for the first, so that the cases add up to what was waited. */
function timesOf(results: readonly Result[]): (result: Result) => number {
  const counted = new Set<string>();
  const times = new Map<Result, number>();
  for (const result of results) {
    const fresh = result.evidence.filter((exchange) => !counted.has(exchangeKey(exchange)));
    for (const exchange of fresh) counted.add(exchangeKey(exchange));
    times.set(
      result,
      fresh.reduce((sum, { response }) => sum + (response?.ms ?? 0), 0),
    );
  }
  return (result) => times.get(result) ?? 0;
}

function problemCase(problem: string): string {
  const [message = ""] = problem.split("\n");
  return [
    `    <testcase${attributes({ classname: "orgkit", name: "the target can be judged", time: seconds(0) })}>`,
    `      <error${attributes({ message, type: "inconclusive" })}>${xmlText(problem)}</error>`,
    "    </testcase>",
  ].join("\n");
}

function toCase(result: Result, ms: number): string {
  const rule = findRequirement(result.id)?.rule ?? "";
  const name = `${result.id} ${result.operation}: ${rule}`;
  const head = `    <testcase${attributes({ classname: sectionOf(result), name, time: seconds(ms) })}`;
  const inner = caseContent(result);
  return inner === undefined ? `${head}/>` : `${head}>\n      ${inner}\n    </testcase>`;
}

function caseContent(result: Result): string | undefined {
  const { status, message, reason, level } = result;
  switch (status) {
    case "passed":
      return undefined;
    case "failed":
      return `<failure${attributes({ message, type: level })}>${xmlText(failureText(result))}</failure>`;
    case "skipped":
      return `<skipped${attributes({ message: reason ?? message })}/>`;
    case "inconclusive":
      return `<skipped${attributes({ message: `inconclusive: ${reason ?? message}` })}/>`;
    case "observed":
      return `<system-out>${xmlText(message)}</system-out>`;
  }
}

function failureText({ id, section, message, evidence, curl }: Result): string {
  const { rule, quote } = findRequirement(id) ?? {};
  return [
    `Rule: ${rule ?? id}`,
    `Found: ${message}`,
    ...(quote === undefined ? [] : [`Document (${section}): ${quote}`]),
    ...(curl === undefined ? [] : [`Repeat: ${curl}`]),
    ...evidence.map((exchange: Exchange) => `\n${exchangeText(exchange)}`),
  ].join("\n");
}

/** Milliseconds, as JUnit writes a time. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** ` name="value"` of each, escaped. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeMarkup(visibleLine(String(value)))}"`)
    .join("");
}

/** XML 1.0 forbids most control characters even as references, so they are shown as pictures. */
export function xmlText(text: string): string {
  return escapeMarkup(visible(text));
}
