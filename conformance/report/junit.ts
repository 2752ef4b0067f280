import { findRequirement } from "../requirements/catalogue.ts";
import { exchangeText, describeFailures, sectionHeading, type FailedRequirement, viewReport } from "./view.ts";
import { markup, type Markup } from "./markup.ts";
import type { Report, Result } from "./report.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";

interface JunitCase {
  readonly classname: string;
  readonly name: string;
  readonly ms: number;
  /** What it has beside its name; nothing if it just passed. */
  readonly outcome?: {
    readonly tag: "failure" | "error" | "skipped" | "system-out";
    readonly attributes?: Readonly<Record<string, string>>;
    readonly text?: string;
  };
}

/**
 * A report as JUnit XML: a case for each result. A check that was not verified is skipped, and a target that cannot be
 * judged is an error, so neither looks green.
 */
export function reportJunit(given: Report): string {
  const { report, verdict, extent, passed } = viewReport(given);
  const { target, problem, kit, contract, results, startedAt } = report;
  const cases = [
    ...(problem === undefined ? [] : [problemCase(problem)]),
    ...results.map((result) => resultCase(result, passed)),
  ];
  const count = (tag: string): string => String(cases.filter(({ outcome }) => outcome?.tag === tag).length);
  const counts = {
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: toSeconds(report.durationMs),
  };
  const properties = {
    baseUrl: target.baseUrl,
    dialect: target.dialect ?? "",
    kit: `${kit.name} ${kit.version}`,
    contract: `${contract.title} ${contract.version}`,
    requirementSet: String(contract.set),
    verdict: `${verdict}: ${extent}`,
    complete: String(report.complete),
  };
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name: "orgkit", ...counts })}>
  <testsuite${attributes({ name: target.name, ...counts, timestamp: startedAt })}>
    <properties>
${Object.entries(properties).map(([name, value]) => markup`      <property${attributes({ name, value })}/>\n`)}    </properties>
${cases.map(caseXml)}  </testsuite>
</testsuites>
`.safe;
}

function caseXml({ classname, name, ms, outcome }: JunitCase): Markup {
  return markup`    <testcase${attributes({ classname, name, time: toSeconds(ms) })}>${
    outcome !== undefined &&
    markup`<${outcome.tag}${attributes(outcome.attributes ?? {})}>${outcome.text}</${outcome.tag}>`
  }</testcase>\n`;
}

function attributes(values: Readonly<Record<string, string>>): Markup {
  return markup`${Object.entries(values).map(([name, value]) => markup` ${name}="${visibleLine(value)}"`)}`;
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function problemCase(problem: string): JunitCase {
  const message = problem.split("\n")[0] ?? "";
  const outcome = { tag: "error", attributes: { message, type: "inconclusive" }, text: problem } as const;
  return { classname: "orgkit", name: "the target can be judged", ms: 0, outcome };
}

function resultCase(result: Result, passed: readonly Result[]): JunitCase {
  const { id, operation, evidence } = result;
  return {
    classname: sectionHeading(result),
    name: `${id} ${operation}: ${findRequirement(id)?.rule ?? ""}`,
    ms: evidence.reduce((sum, { response }) => sum + (response?.ms ?? 0), 0),
    ...describeOutcome(result, passed),
  };
}

function describeOutcome(result: Result, passed: readonly Result[]): Pick<JunitCase, "outcome"> {
  const { status, message, level } = result;
  if (status === "passed") return {};
  if (status === "observed") return { outcome: { tag: "system-out", text: message } };
  if (status === "failed") {
    const text = describeFailures([result], passed).map(problemText).join("\n");
    return { outcome: { tag: "failure", attributes: { message, type: level }, text } };
  }
  return {
    outcome: { tag: "skipped", attributes: { message: status === "skipped" ? message : `${status}: ${message}` } },
  };
}

function problemText({ facts, failures }: FailedRequirement): string {
  return [
    ...[...facts, ...failures.flatMap((failure) => failure.facts)].map(([label, text]) => `${label}: ${text}`),
    ...failures.flatMap(({ curl }) => (curl === undefined ? [] : [`Repeat: ${curl}`])),
    ...failures.flatMap(({ evidence }) => evidence.map((exchange) => `\n${exchangeText(exchange)}`)),
  ].join("\n");
}
