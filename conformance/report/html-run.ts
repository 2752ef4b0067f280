import { markup, where, type Markup } from "./html-markup.ts";
import { htmlPage } from "./html-page.ts";
import { extentOf } from "./extent.ts";
import type { Report } from "./report.ts";
import { composeRunReport } from "./run-report.ts";

const signs: Readonly<Record<Report["verdict"], string>> = {
  conforming: "✓",
  "non-conforming": "✗",
  inconclusive: "?",
};

/**
 * The targets of one run in a table, each with the way to its own report, and the questions in which they differ.
 * @param pathOf where the report of a target is, seen from this page
 */
export function runHtml(reports: readonly Report[], pathOf: (target: string) => string): string {
  const { verdict, complete, kit, contract, questions, requests, startedAt } = composeRunReport(reports);
  const count = (wanted: Report["verdict"]): number => reports.filter((report) => report.verdict === wanted).length;
  const reach = `${count("conforming")} conforming, ${count("non-conforming")} non-conforming, ${count("inconclusive")} inconclusive`;
  const body = markup`<a class="skip" href="#main">Skip to the targets</a>
<header class="top">
<p class="eyebrow">orgkit conformance report</p>
<h1>${reports.length} targets</h1>
<div class="verdict ${verdict}">
<span class="sign" aria-hidden="true"><span>${signs[verdict]}</span></span>
<div><p class="word">${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}${verdict === "conforming" && !complete ? " in what was verified" : ""}</p><p class="reach">${reach}</p></div>
</div>
<dl class="facts">
<div><dt>Judged by</dt><dd>${contract.title} ${contract.version}, requirement set ${contract.set}</dd></div>
<div><dt>When</dt><dd>${startedAt.slice(0, 16).replace("T", " ")} UTC</dd></div>
<div><dt>Requests</dt><dd>${requests}</dd></div>
</dl>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="targets">
<h2 id="targets">Targets</h2>
<ul class="reasons">${reports.map((report) => targetItem(report, pathOf))}</ul>
</section>
${where(
  questions.length > 0,
  () => markup`<section aria-labelledby="questions">
<h2 id="questions">Open questions <span class="count">${questions.length}</span></h2>
<p>Where these targets differ the document is silent. Its owner has to answer.</p>
${questions.map(({ question }) => markup`<p>${question}</p>`)}
</section>`,
)}
</main>
<footer><p>Made by ${kit.name} ${kit.version}. This page loads nothing and sends nothing.</p></footer>`;
  return htmlPage(`${reports.length} targets: ${verdict}`, verdict, body);
}

function targetItem(report: Report, pathOf: (target: string) => string): Markup {
  const { target, verdict, problem } = report;
  const { passed, failed, notVerified, all } = extentOf(report);
  const failing = [...new Set(report.results.filter(({ status }) => status === "failed").map(({ id }) => id))].join(
    ", ",
  );
  return markup`<li><p>${signs[verdict]} <a href="${pathOf(target.name)}"><b>${target.name}</b></a> ${verdict}, ${target.baseUrl}</p>
<p class="names">${passed} passed, ${failed} failed, ${notVerified} not verified, of ${all}${failing === "" ? "" : `: ${failing}`}${problem ?? ""}</p></li>`;
}
