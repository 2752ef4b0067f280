import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { packaged } from "../../fixtures/files/packages.ts";
import { findRequirement } from "../requirements/catalogue.ts";
import { summarize, type HttpExchange } from "../target/exchange.ts";
import {
  requestText,
  responseText,
  sectionHeading,
  type LabelledText,
  type FailedRequirement,
  type Section,
  viewReport,
} from "./view.ts";
import { markup, type Markup, prose, trusted } from "./markup.ts";
import type { Report, Result } from "./report.ts";

/** A section of the page. */
interface PageSection extends Pick<Section, "id" | "title" | "count"> {
  readonly content: Markup;
}

/** A report as one self-contained page: no network, no other file, no script. */
export function reportHtml(given: Report): string {
  const style = readFileSync(packaged("conformance/report/report.css"), "utf8");
  // Only this style applies, and no script runs, so neither does an injected one.
  const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;
  const { report, verdict, extent, look, effort, problems, failures, sections, choices, advice } = viewReport(given);
  const { target, kit, contract, problem, results, command } = report;
  // Who judges one target gives it no name.
  const name = target.name === "target" ? target.baseUrl : target.name;
  const facts = {
    Dialect: target.dialect ?? "not declared",
    "Judged by": `${contract.title} ${contract.version}, requirement set ${contract.set}`,
    Effort: effort,
    When: `${report.startedAt.slice(0, 16).replace("T", " ")} UTC`,
    Version: `${kit.name} ${kit.version}`,
    Run: report.runId,
  };
  const parts: readonly PageSection[] = [
    { id: "failures", title: "Failures", count: failures, content: markup`${problems.map(problemArticle)}` },
    ...[...sections, choices].map((section) => ({ ...section, content: rowList(section) })),
    { id: "results", title: "All results", count: results.length, content: resultsByHeading(results) },
  ].filter(({ count }) => count !== 0);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${name}: ${verdict}: ${extent} · orgkit</title>
<style>${trusted(style)}</style>
</head>
<body>
<header>
<p class="quiet">orgkit conformance report</p>
<h1>${name}</h1>
${name !== target.baseUrl && markup`<p class="quiet mono">${target.baseUrl}</p>`}
<div class="verdict ${report.verdict}"><span aria-hidden="true">${look.sign}</span>
<div><p class="word">${verdict}</p><p>${extent}</p></div></div>
${problem !== undefined && markup`<p class="problem"><strong>Could not be judged.</strong> ${problem}</p>`}
<dl class="facts">${Object.entries(facts).map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
${advice !== undefined && markup`<p>${advice}</p>`}
${command !== undefined && markup`<p class="quiet">Repeat with</p><pre class="curl">${command}</pre>`}
</header>
<nav aria-label="Parts of the report">${parts.map(({ id, title, count }) => markup`<a href="#${id}">${title} ${count}</a> `)}</nav>
<main>${parts.map(
    ({ id, title, count, content }) => markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="quiet">${count}</span></h2>
${content}
</section>`,
  )}</main>
</body>
</html>
`.safe;
}

/** What failed, with what is needed to understand and repeat it. */
function problemArticle({ title, source, facts, failures }: FailedRequirement): Markup {
  return markup`<article class="failure">
<h3>${title} <small class="quiet">${source}</small></h3>
<dl>${factList(facts)}</dl>
${failures.map(
  (failure) => markup`<dl>${factList(failure.facts)}
${failure.evidence.length > 0 && markup`<div><dt>Evidence</dt><dd>${failure.evidence.map(exchangeDetails)}</dd></div>`}
${failure.curl !== undefined && markup`<div><dt>Repeat</dt><dd><pre class="curl">${failure.curl}</pre></dd></div>`}
</dl>`,
)}</article>`;
}

function factList(facts: readonly LabelledText[]): Markup {
  return markup`${facts.map(([label, text]) => markup`<div class="${label}"><dt>${label}</dt><dd>${prose(text)}</dd></div>`)}`;
}

function exchangeDetails(exchange: HttpExchange): Markup {
  const { request, response, noReply } = exchange;
  const { authorization } = request.headers;
  return markup`<details>
<summary><code>${request.method} ${request.url}</code> <span class="quiet">${
    authorization === undefined ? "no Authorization" : authorization || "empty Authorization"
  }</span> → <b>${response?.status ?? noReply?.kind ?? "no response"}</b></summary>
<div class="wire"><pre>${requestText(exchange)}</pre><pre>${responseText(exchange)}</pre></div></details>`;
}

function rowList({ rows }: Section): Markup {
  return markup`<ul class="rows">${rows.map(
    ({ text, detail = "" }) => markup`<li><p>${prose(text)}</p><p class="quiet">${prose(detail)}</p></li>`,
  )}</ul>`;
}

const signs: Readonly<Record<Result["status"], string>> = {
  failed: "✗",
  passed: "✓",
  inconclusive: "?",
  skipped: "–",
  observed: "○",
};

/** All results by the document's sections: a row for each requirement, which opens what each operation showed. */
function resultsByHeading(results: readonly Result[]): Markup {
  const sections = [...Map.groupBy(results, sectionHeading)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  return markup`${sections.map(
    ([title, own]) => markup`<h3>${title}</h3>
${[...Map.groupBy(own, ({ id }) => id)].map(([id, group]) => requirementRow(id, group))}`,
  )}`;
}

function requirementRow(id: string, results: readonly Result[]): Markup {
  return markup`<details class="requirement"><summary><code>${id}</code> <span>${prose(findRequirement(id)?.rule ?? "")}</span>
<span class="chips">${results.map(
    ({ status, operation }) => markup`<span class="${status}" title="${operation}: ${status}">${signs[status]}</span> `,
  )}</span></summary>
<ul>${results.map(
    ({ operation, status, message, evidence }) =>
      markup`<li data-status="${status}"><b class="${status}">${status}</b> <code>${operation}</code> <span>${prose(message)}${evidence
        .slice(0, 8)
        .map((exchange) => markup`<br><small class="quiet mono">${summarize(exchange)}</small>`)}</span></li>`,
  )}</ul></details>`;
}
