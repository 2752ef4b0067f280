import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import type { DistinctExchanges } from "./distinct-exchanges.ts";
import { exchangeLinks, foldedExchange } from "./html-exchange.ts";
import { markup, nothing, prose, quotation, where, type Markup } from "./html-markup.ts";
import { chip, statuses } from "./html-status.ts";
import type { Report, Result } from "./report.ts";
import { bySection } from "./sections.ts";

/** The failures, each with all that is needed to see and repeat it. */
export function failuresSection({ results }: Report, exchanges: DistinctExchanges): Markup {
  const failures = results.filter(({ status }) => status === "failed");
  if (failures.length === 0) return nothing;
  return markup`<section aria-labelledby="failures">
<h2 id="failures">Failures <span class="count">${failures.length}</span></h2>
${failures.map((failure) => failureCard(failure, exchanges))}
</section>`;
}

function failureCard(result: Result, exchanges: DistinctExchanges): Markup {
  const { rule, quote } = findRequirement(result.id) ?? {};
  const { id, operation, level, section, message, evidence, curl } = result;
  return markup`<article class="failure">
<h3><span class="id">${id}</span> ${operation} <span class="tags">${level} · ${section}</span></h3>
<dl>
${rule === undefined ? nothing : markup`<div><dt>Rule</dt><dd>${prose(rule)}</dd></div>`}
<div class="found"><dt>Found</dt><dd>${prose(message)}</dd></div>
${quote === undefined ? nothing : markup`<div><dt>Document ${section}</dt><dd>${quotation(quote)}</dd></div>`}
${where(evidence.length > 0, () => markup`<div><dt>Evidence</dt><dd>${evidence.map((one) => foldedExchange(one, exchanges.numberOf(one)))}</dd></div>`)}
${curl === undefined ? nothing : markup`<div><dt>Repeat</dt><dd class="curl"><pre>${curl}</pre><button type="button" class="copy" aria-label="Copy the curl line of ${id} ${operation}" hidden>Copy</button></dd></div>`}
</dl>
</article>`;
}

/** All results by the document's sections, with buttons that show some of them only. */
export function resultsSection({ results, summary }: Report, exchanges: DistinctExchanges): Markup {
  if (results.length === 0) return nothing;
  const buttons = statuses
    .filter(([status]) => summary[status] > 0)
    .map(
      ([status]) =>
        markup`<button type="button" aria-pressed="false" data-show="${status}">${status} <b>${summary[status]}</b></button>`,
    );
  return markup`<section aria-labelledby="results">
<h2 id="results">All results <span class="count">${results.length}</span></h2>
<div class="filter" role="group" aria-label="Show results by status" hidden>
<button type="button" aria-pressed="true" data-show="all">all <b>${results.length}</b></button>
${buttons}
</div>
<p class="shown" role="status"></p>
${[...bySection(results)].map(([title, group]) => sectionOfDocument(title, group, exchanges))}
</section>`;
}

function sectionOfDocument(title: string, results: readonly Result[], exchanges: DistinctExchanges): Markup {
  const [number = "", ...words] = title.split(" ");
  const groups = [...Map.groupBy(results, ({ id }) => id)];
  return markup`<div class="part">
<h3><span class="id">${number}</span> ${words.join(" ")}</h3>
${groups.map(([id, group]) => requirementRow(id, group, exchanges))}
</div>`;
}

function requirementRow(id: string, results: readonly Result[], exchanges: DistinctExchanges): Markup {
  const [first] = results;
  const rule = findRequirement(id)?.rule ?? "";
  return markup`<div class="requirement">
<div class="rule"><h4>${id}</h4><p>${prose(rule)}</p><p class="tags">${first?.level ?? ""} · ${first?.section ?? ""}</p></div>
<ul>${results.map(
    ({ operation, status, message, evidence }) => markup`<li data-status="${status}">${chip(status)}
<span class="operation">${operation}</span> <span class="message">${prose(message)}</span>
${exchangeLinks(evidence, exchanges)}</li>`,
  )}</ul>
</div>`;
}
