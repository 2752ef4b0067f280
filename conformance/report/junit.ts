import { findRequirement } from "../checks/catalogue.ts";
import { exchangeText } from "./exchanges.ts";
import { markup, type Markup } from "./markup.ts";
import type { Report, Result } from "./report.ts";
import { describeFailure, describeProblem, groupProblems, headingOf, viewReport } from "./view.ts";
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
  const cases = suites.flatMap((suite) => suite.cases);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name, ...countCases(cases), time: seconds(ms) })}>
${suites.map(suiteXml)}</testsuites>
`.safe;
}

function suiteXml({ name, ms, timestamp, properties = {}, cases }: JunitSuite): Markup {
  return markup`  <testsuite${attributes({ name, ...countCases(cases), time: seconds(ms), timestamp })}>
    <properties>
${Object.entries(properties).map(([key, value]) => markup`      <property${attributes({ name: key, value })}/>\n`)}    </properties>
${cases.map(caseXml)}  </testsuite>
`;
}

function countCases(cases: readonly JunitCase[]): Readonly<Record<string, string>> {
  const count = (member: keyof JunitCase): string => String(cases.filter((one) => one[member] !== undefined).length);
  return { tests: String(cases.length), failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function caseXml({ classname, name, ms, output, skipped, failure, error }: JunitCase): Markup {
  const problem = (tag: string, one: JunitProblem | undefined): Markup | false =>
    one !== undefined &&
    markup`      <${tag}${attributes({ message: one.message, type: one.type })}>${one.text}</${tag}>\n`;
  return markup`    <testcase${attributes({ classname, name, time: seconds(ms) })}>
${problem("failure", failure)}${problem("error", error)}${
    skipped !== undefined && markup`      <skipped${attributes({ message: skipped })}/>\n`
  }${output !== undefined && markup`      <system-out>${output}</system-out>\n`}    </testcase>
`;
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
export function reportJunit(given: Report): string {
  const { report, verdict, extent } = viewReport(given);
  const { target, problem, kit, contract, results } = report;
  const error =
    problem === undefined ? [] : [{ message: problem.split("\n")[0] ?? "", type: "inconclusive", text: problem }];
  return junitXml("orgkit", [
    {
      name: target.name,
      ms: report.durationMs,
      timestamp: report.startedAt,
      properties: {
        baseUrl: target.baseUrl,
        dialect: target.dialect ?? "",
        kit: `${kit.name} ${kit.version}`,
        contract: `${contract.title} ${contract.version}`,
        requirementSet: String(contract.set),
        verdict: `${verdict}: ${extent}`,
        complete: String(report.complete),
      },
      cases: [
        ...error.map((one) => ({ classname: "orgkit", name: "the target can be judged", ms: 0, error: one })),
        ...results.map(caseOf),
      ],
    },
  ]);
}

function caseOf(result: Result): JunitCase {
  const { id, operation, status, message, level, evidence } = result;
  const name = `${id} ${operation}: ${findRequirement(id)?.rule ?? ""}`;
  const ms = evidence.reduce((sum, { response }) => sum + (response?.ms ?? 0), 0);
  const judged = { classname: headingOf(result), name, ms };
  if (status === "failed") return { ...judged, failure: { message, type: level, text: failureText(result) } };
  const outcomes = {
    passed: {},
    skipped: { skipped: message },
    inconclusive: { skipped: `inconclusive: ${message}` },
    observed: { output: message },
  };
  return { ...judged, ...outcomes[status] };
}

function failureText(result: Result): string {
  return groupProblems([result])
    .flatMap((problem) => [
      ...describeProblem(problem),
      ...problem.failures.flatMap((failure) => describeFailure(failure)),
      ...(result.curl === undefined ? [] : [["Repeat", result.curl] as const]),
    ])
    .map(([label, text]) => `${label}: ${text}`)
    .concat(result.evidence.map((exchange) => `\n${exchangeText(exchange)}`))
    .join("\n");
}
