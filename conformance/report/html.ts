import { distinctExchanges } from "./distinct-exchanges.ts";
import { verdictLine } from "./extent.ts";
import { exchangesSection } from "./html-exchange.ts";
import { htmlPage } from "./html-page.ts";
import { markup, where, type Markup } from "./html-markup.ts";
import { failuresSection, resultsSection } from "./html-results.ts";
import { choicesSection, createdSection, notesSection, type ObservedChoices } from "./html-sheets.ts";
import { notVerifiedSection, verdictHeader } from "./html-verdict.ts";
import type { Report } from "./report.ts";

/**
 * A report as one page that needs nothing else: no network, no other file, and no script to be read whole.
 * @param choices the observed-choices sheet, where it is not the report's own
 */
export function reportHtml(report: Report, choices: readonly ObservedChoices[] = report.choices): string {
  const exchanges = distinctExchanges(report.results);
  const body = markup`<a class="skip" href="#main">Skip to the findings</a>
${verdictHeader(report)}
${contents(report, choices, exchanges.all.length)}
<main id="main" tabindex="-1">
${failuresSection(report, exchanges)}
${notVerifiedSection(report)}
${resultsSection(report, exchanges)}
${choicesSection(choices)}
${createdSection(report)}
${notesSection(report)}
${exchangesSection(exchanges)}
</main>
<footer><p>Made by ${report.kit.name} ${report.kit.version}. This page loads nothing and sends nothing.</p></footer>`;
  return htmlPage(`${report.target.name}: ${verdictLine(report)}`, report.verdict, body);
}

/** The way to each part of the page there is. */
function contents(report: Report, choices: readonly ObservedChoices[], exchanges: number): Markup {
  const { summary, missing, results, created } = report;
  const parts: readonly (readonly [id: string, title: string, isThere: boolean])[] = [
    ["failures", "Failures", summary.failed > 0],
    ["not-verified", "Not verified", missing.length > 0 || results.some(isNotVerified)],
    ["results", "All results", results.length > 0],
    ["choices", "Observed choices", choices.some((point) => point.choices.length > 0)],
    ["created", "Users created", created.length > 0],
    ["exchanges", "Exchanges", exchanges > 0],
  ];
  return markup`<nav aria-label="Parts of the report"><ul>${parts.map(([id, title, isThere]) =>
    where(isThere, () => markup`<li><a href="#${id}">${title}</a></li>`),
  )}</ul></nav>`;
}

function isNotVerified({ reason, level }: Report["results"][number]): boolean {
  return reason !== undefined && level !== "observed";
}
