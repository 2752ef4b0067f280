import type { OperationId } from "../../fixtures/contract/operations.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { digestInWords } from "./digest.ts";
import { markup, nothing, prose, where, type Markup } from "./html-markup.ts";
import { shownInWords } from "../target/creations.ts";
import type { Report } from "./report.ts";

/** What a target does at one open point of the document. */
export interface ObservedChoices {
  readonly openPoint: string;
  readonly section: string;
  readonly title: string;
  readonly choices: readonly { readonly operation: OperationId; readonly choice: string }[];
}

/** The observed-choices sheet: what this target does where the document is silent. */
export function choicesSection(sheet: readonly ObservedChoices[]): Markup {
  const seen = sheet.filter(({ choices }) => choices.length > 0);
  if (seen.length === 0) return nothing;
  const unseen = sheet.filter(({ choices }) => choices.length === 0);
  return markup`<section aria-labelledby="choices">
<h2 id="choices">Observed choices <span class="count">${seen.length}</span></h2>
<p class="lead">What this target does where the document is silent. It is recorded, never scored: any choice conforms.</p>
<div class="sheet">
${seen.map(
  ({ section, title, choices }) => markup`<div class="point"><h3><span class="id">${section}</span> ${prose(title)}</h3>
<ul>${byChoice(choices)}</ul></div>`,
)}
</div>
${where(unseen.length > 0, () => markup`<p class="quiet">Nothing showed: ${unseen.map(({ title }) => title.replaceAll("`", "")).join(", ")}.</p>`)}
</section>`;
}

/** Operations that choose alike stand together. */
function byChoice(choices: ObservedChoices["choices"]): readonly Markup[] {
  return [...Map.groupBy(choices, ({ choice }) => choice)].map(([choice, group]) => {
    const on =
      group.length === operationIds.length ? "all operations" : group.map(({ operation }) => operation).join(", ");
    return markup`<li><span class="operation">${on}</span> ${prose(choice)}</li>`;
  });
}

/** The users the run left behind: whoever runs the target may want to clear them up. */
export function createdSection({ created, runId }: Report): Markup {
  if (created.length === 0) return nothing;
  return markup`<section aria-labelledby="created">
<h2 id="created">Users created <span class="count">${created.length}</span></h2>
<p class="lead">The interface has no way to delete a user, so these are handed over. Each carries <code>${runId}</code>.</p>
<ol class="created">${created.map(
    ({ sent, received, shownBy }) =>
      markup`<li><p class="label">Sent</p><pre>${sent}</pre><p class="label">Received${shownBy === undefined ? "" : ` (${shownInWords[shownBy]})`}</p><pre>${received}</pre></li>`,
  )}</ol>
</section>`;
}

/** What else a reader should know of the run. */
export function notesSection({ waitedMs, command, contract, digest }: Report): Markup {
  const notes = [
    ...(command === undefined ? [] : [markup`<li>To repeat it: <code>${command}</code></li>`]),
    markup`<li>Requirement set: <code>${contract.hash}</code></li>`,
    ...(waitedMs === 0
      ? []
      : [
          markup`<li>The run waited ${(waitedMs / 1000).toFixed(1)} s in all, since the target limits the rate of calls (429). That is no fault.</li>`,
        ]),
    ...(digest === undefined
      ? []
      : [markup`<li>Digest of report.json: <code>${digest}</code>. ${prose(digestInWords)}</li>`]),
  ];
  return markup`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul class="notes">${notes}</ul></section>`;
}
