import { createHash } from "node:crypto";
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

/** The style of a report's page: one column, the verdict first. All text has a contrast of at least 4.5. */
const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #151412); --card: light-dark(#fff, #1d1c19);
  --ink: light-dark(#1d1c19, #ece9e2); --quiet: light-dark(#625e56, #aaa498);
  --wash: light-dark(#f2f0ea, #262421); --line: light-dark(#e3dfd6, #34312c);
}
.failed, .non-conforming { --tone: light-dark(#9f221b, #ffa199); }
.passed, .conforming { --tone: light-dark(#17613a, #84d6a2); }
.inconclusive { --tone: light-dark(#745000, #efc566); }
.skipped { --tone: light-dark(#57534b, #bdb7ab); }
.observed { --tone: light-dark(#1f5487, #9cc6f0); }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { margin: auto; max-width: 70rem; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
ul, ol { list-style: none; }
a { color: light-dark(#1f5a96, #8fbfef); }
h1, h2, .word { font-family: Charter, Palatino, Georgia, "Noto Serif", serif; line-height: 1.25; }
h2 { margin-bottom: 1rem; }
h3 { font-size: 1rem; padding-top: 1rem; }
section { padding-top: 3rem; }
code, pre, .mono { font: .875rem/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre { background: var(--wash); border-radius: .4em; padding: 0 .3em; }
pre { white-space: pre-wrap; padding: .6rem .8rem; }
.curl { user-select: all; }
small, dt { font-size: .8125rem; }
.quiet, dt { color: var(--quiet); font-weight: 400; }
.verdict { display: flex; gap: 1.25rem; align-items: center; margin: 1.5rem 0; padding: 1.25rem 1.5rem; border: 2px solid var(--tone); border-radius: 14px; background: var(--card); }
.verdict > span { color: var(--tone); font-size: 2rem; }
.word { color: var(--tone); font-size: 1.7rem; font-weight: 600; }
.word::first-letter { text-transform: uppercase; }
.problem { white-space: pre-line; }
.facts, .wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem 2.5rem; }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 1.5rem; padding: .6rem 0; background: var(--paper); border-block: 1px solid var(--line); }
html { scroll-padding-top: 4rem; }
.facts + p { margin-top: 1rem; }
.failure { margin-bottom: 1.25rem; padding: .5rem 1.5rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid light-dark(#c43d34, #e2645a); border-radius: 10px; }
.failure dl { padding: .6rem 0; }
.failure dl + dl { border-top: 1px solid var(--line); }
.failure dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); padding-top: .4rem; }
.Found dd { font-weight: 600; }
summary { cursor: pointer; }
.rows li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .2rem 2rem; padding: .6rem 0; border-top: 1px solid var(--line); }
.rows code { justify-self: start; }
.requirement { border-top: 1px solid var(--line); padding: .4rem 0; }
.requirement > summary { display: grid; grid-template-columns: 6rem minmax(0, 1fr) auto; gap: 0 1rem; }
.requirement code { justify-self: start; align-self: start; }
.requirement li { display: grid; grid-template-columns: 7rem 9rem minmax(0, 1fr); gap: 0 1rem; padding: .3rem 0; }
.chips span, b[class] { color: var(--tone); font-weight: 600; }
@media (max-width: 40rem) {
  nav { position: static; }
  .rows li, .requirement li, .requirement > summary, .failure dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; }
  nav { display: none; }
  .failure details::details-content { content-visibility: visible; display: block; }
}
`;

/** Only this style applies, and no script runs, so neither does an injected one. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** A section of the page. */
interface PageSection extends Pick<Section, "id" | "title" | "count"> {
  readonly content: Markup;
}

/** A report as one self-contained page: no network, no other file, no script. */
export function reportHtml(given: Report): string {
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
