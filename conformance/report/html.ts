import { createHash } from "node:crypto";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { findRequirement } from "../checks/catalogue.ts";
import { startOf, summarize, type Exchange } from "../target/exchange.ts";
import { style } from "./html-style.ts";
import { markup, type Markup, prose, trusted } from "./markup.ts";
import type { Report, Result } from "./report.ts";
import { describeFailure, describeProblem, headingOf, type Problem, viewReport, type ReportView } from "./view.ts";

/** Only this style applies, and no script runs, so neither does an injected one. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** A section of the page; omitted without content. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly content: Markup | false;
}

/** A report as one self-contained page: no network, no other file, no script. */
export function reportHtml(given: Report): string {
  const view = viewReport(given);
  const { report, verdict, extent, look } = view;
  const { target, kit, contract, problem } = report;
  const sections = [
    problemsSection(view),
    notVerifiedSection(view),
    resultsSection(report),
    choicesSection(report),
    createdSection(view),
    notesSection(view),
  ].filter(({ content }) => content !== false);
  const facts = {
    Dialect: target.dialect ?? "not declared",
    "Judged by": `${contract.title} ${contract.version}, requirement set ${contract.set}`,
    Effort: view.effort,
    When: `${report.startedAt.slice(0, 16).replace("T", " ")} UTC`,
    Version: `${kit.name} ${kit.version}`,
    Run: report.runId,
  };
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${target.name}: ${verdict}: ${extent} · orgkit</title>
<style>${trusted(style)}</style>
</head>
<body>
<header>
<p class="quiet">orgkit conformance report</p>
<h1>${target.name}</h1>
<p class="quiet mono">${target.baseUrl}</p>
<div class="verdict ${report.verdict}"><span aria-hidden="true">${look.sign}</span>
<div><p class="word">${verdict}</p><p>${extent}</p></div></div>
${problem !== undefined && markup`<p class="problem"><strong>Could not be judged.</strong> ${problem}</p>`}
<dl class="facts">${Object.entries(facts).map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
</header>
<nav aria-label="Parts of the report">${sections.map(({ id, title, count }) => markup`<a href="#${id}">${title} ${count}</a> `)}</nav>
<main>${sections.map(
    ({ id, title, count, content }) => markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="quiet">${count}</span></h2>
${content}
</section>`,
  )}</main>
</body>
</html>
`.safe;
}

/** The failures, each with what is needed to understand and repeat it. */
function problemsSection({ problems, causes }: ReportView): Section {
  const content = markup`${causes.length > 0 && markup`<ul class="causes">${causes.map((cause) => markup`<li>${prose(cause)}</li>`)}</ul>`}
${problems.map(problemArticle)}`;
  return {
    id: "failures",
    title: "Failures",
    count: problems.flatMap(({ failures }) => failures).length,
    content: problems.length > 0 && content,
  };
}

function problemArticle(problem: Problem): Markup {
  const described = (facts: readonly (readonly [string, string])[]): readonly Markup[] =>
    facts.map(([label, text]) => markup`<div class="${label}"><dt>${label}</dt><dd>${prose(text)}</dd></div>`);
  return markup`<article class="failure">
<h3>${problem.title} <small class="quiet">${problem.source}</small></h3>
<dl>${described(describeProblem(problem))}</dl>
${problem.failures.map(
  (failure) => markup`<dl>${described(describeFailure(failure))}
${failure.evidence.length > 0 && markup`<div><dt>Evidence</dt><dd>${failure.evidence.map(foldedExchange)}</dd></div>`}
${failure.curl !== undefined && markup`<div><dt>Repeat</dt><dd><pre class="curl">${failure.curl}</pre></dd></div>`}
</dl>`,
)}</article>`;
}

function foldedExchange({ request, response, noReply }: Exchange): Markup {
  const { authorization } = request.headers;
  return markup`<details>
<summary><code>${request.method} ${request.url}</code> <span class="quiet">${
    authorization === undefined ? "no Authorization" : authorization || "empty Authorization"
  }</span> → <b>${response?.status ?? noReply?.kind ?? "no response"}</b></summary>
<div class="wire">${wire(`${request.method} ${request.url}`, request.headers, request.body)}
${
  response === undefined
    ? markup`<pre>${noReply?.message ?? "no response"}</pre>`
    : wire(`${response.status} in ${response.ms} ms`, response.headers, response.body || "(empty)")
}</div></details>`;
}

function wire(first: string, headers: Readonly<Record<string, string>>, body = ""): Markup {
  return markup`<pre>${first}
${Object.entries(headers).map(([name, value]) => markup`<span class="quiet">${name}:</span> ${value}\n`)}
${startOf(body, 3000)}</pre>`;
}

/** How to complete the verdict, and what was not verified and why. */
function notVerifiedSection({ reasons, advice, notVerified }: ReportView): Section {
  const content = markup`${advice.length > 0 && markup`<h3>To verify more, give</h3>`}
<ul class="rows">${advice.map(
    ({ give, gain }) => markup`<li><code>${give}</code> <span class="quiet">${gain}</span></li>`,
  )}</ul>
${reasons.length > 0 && markup`<h3>Reasons</h3>`}
<ul class="rows">${reasons.map(({ reason, results }) => markup`<li><p>${prose(reason)}</p><p class="quiet">${results}</p></li>`)}</ul>`;
  return {
    id: "not-verified",
    title: "Not verified",
    count: notVerified,
    content: reasons.length + advice.length > 0 && content,
  };
}

const signs: Readonly<Record<Result["status"], string>> = {
  failed: "✗",
  passed: "✓",
  inconclusive: "?",
  skipped: "–",
  observed: "○",
};

/** All results by the document's sections: a row for each requirement, which opens what each operation showed. */
function resultsSection({ results }: Report): Section {
  const sections = [...Map.groupBy(results, headingOf)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const content = markup`${sections.map(
    ([title, own]) => markup`<h3>${title}</h3>
${[...Map.groupBy(own, ({ id }) => id)].map(([id, group]) => requirementRow(id, group))}`,
  )}`;
  return { id: "results", title: "All results", count: results.length, content: results.length > 0 && content };
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

/** The observed-choices sheet: how this target behaves where the document is silent. */
function choicesSection({ choices: sheet }: Report): Section {
  const seen = sheet.filter(({ choices }) => choices.length > 0);
  const unseen = sheet.filter(({ choices }) => choices.length === 0).map(({ title }) => title.replaceAll("`", ""));
  const content = markup`<p class="quiet">What this target does where the document is silent. It is recorded, never scored: any choice conforms.</p>
<ul class="rows">${seen.map(
    ({ section, title, choices }) => markup`<li><p>${section} ${prose(title)}</p>
<div>${[...Map.groupBy(choices, ({ choice }) => choice)].map(
      ([choice, own]) =>
        markup`<p><small class="quiet">${own.length === operationIds.length ? "all operations" : own.map(({ operation }) => operation).join(", ")}</small> ${prose(choice)}</p>`,
    )}</div></li>`,
  )}</ul>
${unseen.length > 0 && markup`<p class="quiet">Not observed: ${unseen.join(", ")}.</p>`}`;
  return { id: "choices", title: "Observed choices", count: seen.length, content: seen.length > 0 && content };
}

/** The users that the run created, so that whoever operates the target can remove them. */
function createdSection({ created, report }: ReportView): Section {
  const content = markup`<p class="quiet">The interface cannot delete users: remove these yourself. Each contains <code>${report.runId}</code>.</p>
<ol class="rows">${created.map(
    ({ sent, received, shownBy }) => markup`<li><pre>${sent}</pre><pre>${received || "(empty)"} ${shownBy}</pre></li>`,
  )}</ol>`;
  return { id: "created", title: "Users created", count: created.length, content: created.length > 0 && content };
}

function notesSection({ notes, report: { command } }: ReportView): Section {
  const content = markup`<ul>${notes.map((note) => markup`<li>${note}</li>`)}</ul>
${command !== undefined && markup`<p>Repeat with</p><pre class="curl">${command}</pre>`}`;
  return { id: "notes", title: "Notes", content: (notes.length > 0 || command !== undefined) && content };
}
