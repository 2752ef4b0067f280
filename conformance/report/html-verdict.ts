import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { notVerifiedByReason, verdictInWords } from "./extent.ts";
import { markup, nothing, prose, where, type Markup } from "./html-markup.ts";
import { bar, statuses } from "./html-status.ts";
import type { Report } from "./report.ts";

const signs: Readonly<Record<Report["verdict"], string>> = {
  conforming: "✓",
  "non-conforming": "✗",
  inconclusive: "?",
};

/** The top of the page: what was judged, the verdict with its extent, and the facts of the run. */
export function verdictHeader(report: Report): Markup {
  const { verdict, extent } = verdictInWords(report);
  const [reach = "", lacks] = extent.split("; ");
  return markup`<header class="top">
<p class="eyebrow">orgkit conformance report</p>
<h1>${report.target.name}</h1>
<p class="url">${report.target.baseUrl}</p>
<div class="verdict ${report.verdict}">
<span class="sign" aria-hidden="true"><span>${signs[report.verdict]}</span></span>
<div><p class="word">${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}</p>
<p class="reach">${reach}${lacks === undefined ? nothing : markup`<span class="lacks"> · ${lacks}</span>`}</p></div>
</div>
${where(report.results.length > 0, () => tally(report))}
${report.problem === undefined ? nothing : markup`<p class="problem"><strong>Could not be judged.</strong> ${report.problem}</p>`}
${facts(report)}
</header>`;
}

function tally({ summary }: Report): Markup {
  return markup`${bar(summary)}
<ul class="tally" aria-label="Results by status">${statuses.map(
    ([status]) =>
      markup`<li class="${status}"><span class="dot" aria-hidden="true"></span><b>${summary[status]}</b> ${status}</li>`,
  )}</ul>`;
}

function facts(report: Report): Markup {
  const { target, kit, contract, startedAt, durationMs, requests, runId } = report;
  const entries: readonly (readonly [string, string])[] = [
    ["Dialect", target.dialect ?? "not declared"],
    ["Judged by", `${contract.title} ${contract.version}, requirement set ${contract.set}`],
    ["Kit", `${kit.name} ${kit.version}`],
    ["When", `${startedAt.slice(0, 16).replace("T", " ")} UTC, for ${(durationMs / 1000).toFixed(1)} s`],
    ["Requests", String(requests)],
    ["Run", runId],
  ];
  return markup`<dl class="facts">${entries.map(
    ([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** What to give to complete the verdict, and what was not verified for what reason. */
export function notVerifiedSection(report: Report): Markup {
  const reasons = [...notVerifiedByReason(report)];
  const { missing } = report;
  if (reasons.length === 0 && missing.length === 0) return nothing;
  const count = reasons.reduce((sum, [, results]) => sum + results.length, 0);
  const give = missing.map(
    ({ give: what, toVerify }) =>
      markup`<li>${what.includes("--") ? markup`<code>${what}</code>` : markup`<span>${what}</span>`}<span class="quiet">${toVerify} more ${toVerify === 1 ? "result" : "results"}</span></li>`,
  );
  return markup`<section aria-labelledby="not-verified">
<h2 id="not-verified">Not verified <span class="count">${count}</span></h2>
${where(give.length > 0, () => markup`<h3>To complete the verdict, give</h3><ul class="give">${give}</ul>`)}
${where(
  reasons.length > 0,
  () =>
    markup`<h3>Why it was not verified</h3><ul class="reasons">${reasons.map(
      ([reason, results]) => markup`<li><p>${prose(reason)}</p><p class="names">${names(results)}</p></li>`,
    )}</ul>`,
)}
</section>`;
}

/** `ENV-01 createUser, getSubscription; ENV-02 on all` */
function names(results: Report["results"]): Markup {
  const groups = [...Map.groupBy(results, ({ id }) => id)];
  return markup`${groups.map(([id, group], index) => {
    const isWhole = group.length === findRequirement(id)?.operations.length;
    const on = group.map(({ operation }) => operation).join(", ");
    return markup`${index === 0 ? "" : " · "}<b>${id}</b>${isWhole ? "" : ` ${on}`}`;
  })}`;
}
