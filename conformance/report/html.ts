import { createHash } from "node:crypto";
import { distinctExchanges } from "./distinct-exchanges.ts";
import { verdictLine } from "./extent.ts";
import { exchangesSection } from "./html-exchange.ts";
import { markup, where, type Markup } from "./html-markup.ts";
import { failuresSection, resultsSection } from "./html-results.ts";
import { script } from "./html-script.ts";
import { choicesSection, createdSection, notesSection, type ObservedChoices } from "./html-sheets.ts";
import { style } from "./html-style.ts";
import { notVerifiedSection, verdictHeader } from "./html-verdict.ts";
import type { Report } from "./report.ts";

/** Only this style and this script may act: whatever a target managed to put on the page could not. */
const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * A report as one page that needs nothing else: no network, no other file, and no script to be read whole.
 * @param choices the observed-choices sheet, where it is not the report's own
 */
export function reportHtml(report: Report, choices: readonly ObservedChoices[] = report.choices): string {
  const exchanges = distinctExchanges(report.results);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${markup`<title>${report.target.name}: ${verdictLine(report)} · orgkit</title>`.safe}
<link rel="icon" href="${icon(report.verdict)}">
<style>${style}</style>
</head>
<body>
${
  markup`<a class="skip" href="#main">Skip to the findings</a>
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
<footer><p>Made by ${report.kit.name} ${report.kit.version}. This page loads nothing and sends nothing.</p></footer>`
    .safe
}
<script>${script}</script>
</body>
</html>
`;
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

const iconColours: Readonly<Record<Report["verdict"], string>> = {
  conforming: "1a7043",
  "non-conforming": "b3261e",
  inconclusive: "8a6500",
};

function icon(verdict: Report["verdict"]): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${iconColours[verdict]}'/%3E%3C/svg%3E`;
}
