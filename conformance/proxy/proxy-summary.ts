import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { code, fenced, inline } from "../report/markdown.ts";
import { exchangeText } from "../report/evidence-text.ts";
import type { ProxyReport } from "./proxy-report.ts";
import { exchangesInWords, sumInWords, times, violationName } from "./proxy-text.ts";

/** GitHub takes a job summary of 1 MiB; other services cut at 64 KiB. */
const mostCharacters = 50_000;

/** A run as Markdown for a CI job summary. */
export function proxySummary(report: ProxyReport): string {
  const { target, violations, exchanges, judged, untold, contract, kit } = report;
  const dialect = target.dialect === null ? "not declared" : inline(target.dialect);
  const head = [
    "## orgkit: what passed",
    "",
    `${violations.length > 0 ? "❌" : judged > 0 ? "✅" : "❔"} **${sumInWords(report)}** in ${exchangesInWords(exchanges)}, ${judged} judged`,
    "",
    `${code(target.baseUrl)} · dialect ${dialect} · ${contract.title} ${contract.version}, set ${contract.set} · ${kit.name} ${inline(kit.version)}`,
    "",
    ...counts("Passed on and not judged", report.notJudged),
    ...counts("No reply from the target, which is no violation", report.noReply),
  ].join("\n");
  let text = head;
  let left = violations.length + untold;
  for (const violation of violations) {
    const part = violationText(violation);
    if (text.length + part.length > mostCharacters) break;
    text += part;
    left -= 1;
  }
  return left === 0 ? text : `${text}\n_${left} more are in proxy.json._\n`;
}

function counts(title: string, of: ProxyReport["notJudged"]): readonly string[] {
  if (of.length === 0) return [];
  return [`${title}:`, "", ...of.map(({ reason, count }) => `- ${inline(reason)}: ${count}`), "", ""];
}

function violationText(violation: ProxyReport["violations"][number]): string {
  const requirement = findRequirement(violation.rule);
  return [
    `### ${inline(violationName(violation))} (${times(violation.count)})`,
    "",
    ...(requirement === undefined ? [] : [`- Rule: ${inline(requirement.rule)}`]),
    `- Found: ${inline(violation.found, 600)}`,
    ...(requirement?.quote === undefined ? [] : [`- Document: ${inline(`“${requirement.quote}”`)}`]),
    "",
    fenced(exchangeText(violation.exchange, 1000), "http", 3000),
    "",
    "",
  ].join("\n");
}
