import { findRequirement } from "../requirements/catalogue.ts";
import { exchangeText, describeFailures, sectionHeading, type FailedRequirement, viewReport } from "./view.ts";
import { markup, type Markup } from "./markup.ts";
import type { Report, Result } from "./report.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";

/**
 * A report as JUnit XML: a case for each result. A check that was not verified is skipped, and a target that cannot be
 * judged is an error, so neither looks green.
 */
export function reportJunit(given: Report): string {
  const { report, verdict, extent, passed } = viewReport(given);
  const { target, problem, kit, contract, results, startedAt } = report;
  const { failed, skipped, inconclusive } = report.summary;
  const counts = {
    tests: String(results.length + Number(problem !== undefined)),
    failures: String(failed),
    errors: String(Number(problem !== undefined)),
    skipped: String(skipped + inconclusive),
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
${problem !== undefined && problemCase(problem)}${results.map((result) => resultCase(result, passed))}  </testsuite>
</testsuites>
`.safe;
}

/** A case; nothing follows its name if it just passed. */
function caseXml(classname: string, name: string, ms: number, outcome: Markup | false): Markup {
  return markup`    <testcase${attributes({ classname, name, time: toSeconds(ms) })}>${outcome}</testcase>\n`;
}

function attributes(values: Readonly<Record<string, string>>): Markup {
  return markup`${Object.entries(values).map(([name, value]) => markup` ${name}="${visibleLine(value)}"`)}`;
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function problemCase(problem: string): Markup {
  const error = attributes({ message: problem.split("\n")[0] ?? "", type: "inconclusive" });
  return caseXml("orgkit", "the target can be judged", 0, markup`<error${error}>${problem}</error>`);
}

function resultCase(result: Result, passed: readonly Result[]): Markup {
  const { id, operation, evidence } = result;
  const ms = evidence.reduce((sum, { response }) => sum + (response?.ms ?? 0), 0);
  const name = `${id} ${operation}: ${findRequirement(id)?.rule ?? ""}`;
  return caseXml(sectionHeading(result), name, ms, outcomeXml(result, passed));
}

function outcomeXml(result: Result, passed: readonly Result[]): Markup | false {
  const { status, message, level: type } = result;
  if (status === "passed") return false;
  if (status === "observed") return markup`<system-out>${message}</system-out>`;
  if (status === "failed") {
    const text = describeFailures([result], passed).map(problemText).join("\n");
    return markup`<failure${attributes({ message, type })}>${text}</failure>`;
  }
  return markup`<skipped${attributes({ message: status === "skipped" ? message : `${status}: ${message}` })}></skipped>`;
}

function problemText({ facts, failures }: FailedRequirement): string {
  return [
    ...[...facts, ...failures.flatMap((failure) => failure.facts)].map(([label, text]) => `${label}: ${text}`),
    ...failures.flatMap(({ curl }) => (curl === undefined ? [] : [`Repeat: ${curl}`])),
    ...failures.flatMap(({ evidence }) => evidence.map((exchange) => `\n${exchangeText(exchange)}`)),
  ].join("\n");
}
