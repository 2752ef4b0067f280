import { findRequirement } from "../checks/catalogue.ts";
import type { Exchange } from "../target/exchange.ts";
import { exchangeKey, exchangeText } from "./exchanges.ts";
import { markup, type Markup } from "./markup.ts";
import { failureFacts, resultName, sectionOf, verdictLine } from "./overview.ts";
import type { Report, Result } from "./report.ts";
import { visibleLine } from "./visible.ts";

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

interface JunitSuite {
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
function junitXml(
  name: string,
  suites: readonly JunitSuite[],
  ms = suites.reduce((sum, suite) => sum + suite.ms, 0),
): string {
  const counts = countsOf(suites.flatMap((suite) => suite.cases));
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name, ...counts, time: seconds(ms) })}>
${suites.map(suiteXml)}</testsuites>
`.safe;
}

function suiteXml({ name, ms, timestamp, properties = {}, cases }: JunitSuite): Markup {
  const settings = Object.entries(properties).map(
    ([key, value]) => markup`    <property${attributes({ name: key, value })}/>\n`,
  );
  return markup`  <testsuite${attributes({ name, ...countsOf(cases), time: seconds(ms), timestamp })}>
${settings.length > 0 && markup`    <properties>\n${settings}    </properties>\n`}${cases.map(caseXml)}  </testsuite>
`;
}

function countsOf(cases: readonly JunitCase[]): Readonly<Record<string, string>> {
  const having = (member: keyof JunitCase): string => String(cases.filter((one) => one[member] !== undefined).length);
  return {
    tests: String(cases.length),
    failures: having("failure"),
    errors: having("error"),
    skipped: having("skipped"),
  };
}

function caseXml({ classname, name, ms, output, skipped, failure, error }: JunitCase): Markup {
  const head = markup`    <testcase${attributes({ classname, name, time: seconds(ms) })}`;
  const parts = [
    failure && markup`      <failure${problemAttributes(failure)}>${failure.text}</failure>\n`,
    error && markup`      <error${problemAttributes(error)}>${error.text}</error>\n`,
    skipped !== undefined && markup`      <skipped${attributes({ message: skipped })}/>\n`,
    output !== undefined && markup`      <system-out>${output}</system-out>\n`,
  ].filter((part) => typeof part === "object");
  return parts.length === 0 ? markup`${head}/>\n` : markup`${head}>\n${parts}    </testcase>\n`;
}

function problemAttributes({ message, type }: JunitProblem): Markup {
  return attributes({ message, type });
}

function attributes(values: Readonly<Record<string, string>>): Markup {
  return markup`${Object.entries(values).map(([name, value]) => markup` ${name}="${visibleLine(value)}"`)}`;
}

/** Milliseconds in JUnit's format. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
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
