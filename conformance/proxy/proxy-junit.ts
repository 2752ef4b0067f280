import { attributes, seconds, xmlText } from "../report/junit.ts";
import { exchangeText } from "../report/evidence-text.ts";
import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import type { ProxyReport } from "./proxy-report.ts";
import { exchangesInWords, times, violationName } from "./proxy-text.ts";

type Reported = ProxyReport["violations"][number];

/**
 * A run as JUnit XML: a suite for each side, in it a case for each violation; a side without any has one case, which
 * passes, and is skipped where nothing was judged.
 */
export function proxyJunit(report: ProxyReport): string {
  const suites = report.sides.map((side) => suiteOf(side, report));
  const { violations, judged, sides, durationMs } = report;
  const clean = sides.filter((side) => violations.every((violation) => violation.side !== side)).length;
  const all = attributes({
    name: "orgkit proxy",
    tests: violations.length + clean,
    failures: violations.length,
    errors: 0,
    skipped: judged === 0 ? clean : 0,
    time: seconds(durationMs),
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${all}>`, ...suites, "</testsuites>", ""].join("\n");
}

const titles: Readonly<Record<Reported["side"], string>> = {
  request: "requests of the client",
  reply: "replies of the target",
};

function suiteOf(side: Reported["side"], { violations, judged, startedAt, durationMs, target }: ProxyReport): string {
  const ofSide = violations.filter((violation) => violation.side === side);
  const cases = ofSide.length === 0 ? [cleanCase(side, judged)] : ofSide.map(failedCase);
  const head = attributes({
    name: `${titles[side]} (${target.baseUrl})`,
    tests: cases.length,
    failures: ofSide.length,
    errors: 0,
    skipped: ofSide.length === 0 && judged === 0 ? 1 : 0,
    time: seconds(durationMs),
    timestamp: startedAt,
  });
  return [`  <testsuite${head}>`, ...cases, "  </testsuite>"].join("\n");
}

function cleanCase(side: Reported["side"], judged: number): string {
  const head = `    <testcase${attributes({ classname: titles[side], name: `no violation in ${exchangesInWords(judged)}`, time: seconds(0) })}`;
  return judged > 0 ? `${head}/>` : `${head}><skipped${attributes({ message: "nothing was judged" })}/></testcase>`;
}

function failedCase(violation: Reported): string {
  const requirement = findRequirement(violation.rule);
  const text = [
    ...(requirement === undefined ? [] : [`Rule: ${requirement.rule}`]),
    `Found: ${violation.found} (${times(violation.count)})`,
    "",
    exchangeText(violation.exchange),
  ].join("\n");
  return [
    `    <testcase${attributes({ classname: titles[violation.side], name: `${violationName(violation)}: ${violation.found}`, time: seconds(violation.exchange.response?.ms ?? 0) })}>`,
    `      <failure${attributes({ message: violation.found, type: violation.level ?? "contract" })}>${xmlText(text)}</failure>`,
    "    </testcase>",
  ].join("\n");
}
