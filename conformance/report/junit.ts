import { escapeMarkup } from "../../fixtures/markup.ts";
import { findRequirement } from "../checks/catalogue.ts";
import type { Exchange } from "../target/exchange.ts";
import { exchangeKey, exchangeText } from "./exchanges.ts";
import { failureFacts, resultName, sectionOf, verdictLine } from "./overview.ts";
import type { Report, Result } from "./report.ts";
import { visible, visibleLine } from "./visible.ts";

/** A test case. It passed unless it has one of the last three. */
export interface JunitCase {
  readonly classname: string;
  readonly name: string;
  readonly ms: number;
  /** Its output. */
  readonly output?: string;
  readonly skipped?: string;
  readonly failure?: JunitProblem;
  readonly error?: JunitProblem;
}

interface JunitProblem {
  readonly message: string;
  readonly type: string;
  readonly text: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly ms: number;
  /** When it started. */
  readonly timestamp: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly cases: readonly JunitCase[];
}

/**
 * A run as JUnit XML.
 * @param ms its duration: by default the sum of its suites, which is wrong if they ran concurrently
 */
export function junitXml(
  name: string,
  suites: readonly JunitSuite[],
  ms = suites.reduce((sum, suite) => sum + suite.ms, 0),
): string {
  const cases = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...element("testsuites", { name, ...countsOf(cases), time: seconds(ms) }, suites.flatMap(suiteXml)),
    "",
  ].join("\n");
}

function suiteXml({ name, ms, timestamp, properties = {}, cases }: JunitSuite): readonly string[] {
  const settings = Object.entries(properties).flatMap(([key, value]) => element("property", { name: key, value }));
  return element("testsuite", { name, ...countsOf(cases), time: seconds(ms), timestamp }, [
    ...(settings.length === 0 ? [] : element("properties", {}, settings)),
    ...cases.flatMap(caseXml),
  ]);
}

function countsOf(cases: readonly JunitCase[]): Readonly<Record<string, number>> {
  const having = (member: keyof JunitCase): number => cases.filter((one) => one[member] !== undefined).length;
  return { tests: cases.length, failures: having("failure"), errors: having("error"), skipped: having("skipped") };
}

function caseXml({ classname, name, ms, output, skipped, ...problems }: JunitCase): readonly string[] {
  return element("testcase", { classname, name, time: seconds(ms) }, [
    ...Object.entries(problems).map(
      ([kind, { message, type, text }]) => `<${kind}${attributes({ message, type })}>${xmlText(text)}</${kind}>`,
    ),
    ...(skipped === undefined ? [] : element("skipped", { message: skipped })),
    ...(output === undefined ? [] : [`<system-out>${xmlText(output)}</system-out>`]),
  ]);
}

/** The lines of an element, with indented content; texts must be escaped already. */
function element(
  name: string,
  values: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): readonly string[] {
  const head = `<${name}${attributes(values)}`;
  return content.length === 0 ? [`${head}/>`] : [`${head}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}

/** Milliseconds in JUnit's format. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Escaped attributes: ` name="value"` each. */
function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeMarkup(visibleLine(String(value)))}"`)
    .join("");
}

/** XML 1.0 forbids most control characters even as references, so they become symbols. */
function xmlText(text: string): string {
  return escapeMarkup(visible(text));
}

/**
 * A report as JUnit XML: a case for each result. A check that was not verified is skipped, and a target that cannot be
 * judged is an error, so neither looks green.
 */
export function reportJunit(report: Report): string {
  return junitXml("orgkit", [suiteOf(report)]);
}

function suiteOf(report: Report): JunitSuite {
  const { target, results, problem, kit, contract } = report;
  const counted = new Set<string>();
  return {
    name: target.name,
    ms: report.durationMs,
    timestamp: report.startedAt,
    properties: {
      baseUrl: target.baseUrl,
      dialect: target.dialect ?? "",
      kit: `${kit.name} ${kit.version}`,
      contract: `${contract.title} ${contract.version}`,
      requirementSet: String(contract.set),
      verdict: verdictLine(report),
      complete: String(report.complete),
    },
    cases: [
      ...(problem === undefined ? [] : [problemCase(problem)]),
      ...results.map((result) => caseOf(result, timeOf(result.evidence, counted))),
    ],
  };
}

/** Many results share a request. Its time counts for the first, so that the cases add up to the real time. */
function timeOf(evidence: readonly Exchange[], counted: Set<string>): number {
  const fresh = evidence.filter((exchange) => !counted.has(exchangeKey(exchange)));
  for (const exchange of fresh) counted.add(exchangeKey(exchange));
  return fresh.reduce((sum, { response }) => sum + (response?.ms ?? 0), 0);
}

function problemCase(problem: string): JunitCase {
  const [message = ""] = problem.split("\n");
  return {
    classname: "orgkit",
    name: "the target can be judged",
    ms: 0,
    error: { message, type: "inconclusive", text: problem },
  };
}

function caseOf(result: Result, ms: number): JunitCase {
  const { id, status, message, reason = message } = result;
  const name = `${resultName(result)}: ${findRequirement(id)?.rule ?? ""}`;
  const judged = { classname: sectionOf(result), name, ms };
  switch (status) {
    case "passed":
      return judged;
    case "failed":
      return { ...judged, failure: { message, type: result.level, text: failureText(result) } };
    case "skipped":
      return { ...judged, skipped: reason };
    case "inconclusive":
      return { ...judged, skipped: `inconclusive: ${reason}` };
    case "observed":
      return { ...judged, output: message };
  }
}

function failureText(result: Result): string {
  const { curl, evidence } = result;
  return [
    ...failureFacts(result).map(([label, text]) => `${label}: ${text}`),
    ...(curl === undefined ? [] : [`Repeat: ${curl}`]),
    ...evidence.map((exchange) => `\n${exchangeText(exchange)}`),
  ].join("\n");
}
