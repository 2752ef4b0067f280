import { findRequirement } from "../checks/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { shownInWords } from "../target/creations.ts";
import { distinctExchanges, type DistinctExchanges } from "./exchanges.ts";
import { htmlPage, type Part, statuses } from "./html-page.ts";
import { markup, type Markup, prose } from "./markup.ts";
import {
  failureFacts,
  gainOf,
  overviewOf,
  placesInWords,
  runNotes,
  sectionOf,
  trafficLines,
  verdictLine,
} from "./overview.ts";
import type { Report, Result } from "./report.ts";
import { jsonOf } from "../../fixtures/json.ts";
import type { Exchange } from "../target/exchange.ts";

/** A report as one self-contained page: no network, no other file, and readable without scripts. */
export function reportHtml(report: Report): string {
  const { target, kit, problem, results, durationMs } = report;
  const { verdict, extent } = overviewOf(report);
  const exchanges = distinctExchanges(results);
  return htmlPage({
    title: `${target.name}: ${verdictLine(report)}`,
    kit,
    verdict: report.verdict,
    heading: target.name,
    url: target.baseUrl,
    word: verdict,
    reach: extent,
    beside: markup`${results.length > 0 && tally(report)}
${problem !== undefined && markup`<p class="problem"><strong>Could not be judged.</strong> ${problem}</p>`}`,
    facts: {
      Dialect: target.dialect ?? "not declared",
      ...commonFacts(report),
      When: `${minuteOf(report)}, for ${(durationMs / 1000).toFixed(1)} s`,
      Version: `${kit.name} ${kit.version}`,
      Run: report.runId,
    },
    parts: [
      failuresPart(report, exchanges),
      notVerifiedPart(report),
      resultsPart(report, exchanges),
      choicesPart(report),
      createdPart(report),
      notesPart(report),
      exchangesPart(exchanges),
    ],
  });
}

function commonFacts({
  contract,
  requests,
  traffic,
}: Pick<Report, "contract" | "requests" | "traffic">): Readonly<Record<string, string>> {
  return {
    "Judged by": `${contract.title} ${contract.version}, requirement set ${contract.set}`,
    ...(traffic === undefined ? { Requests: String(requests) } : { Exchanges: String(traffic.used) }),
  };
}

function minuteOf({ startedAt }: Pick<Report, "startedAt">): string {
  return `${startedAt.slice(0, 16).replace("T", " ")} UTC`;
}

/** The statuses as a bar, which screen readers skip, and as numbers. */
function tally({ summary, results }: Report): Markup {
  let from = 0;
  const bar = statuses.map(([status]) => {
    const width = (summary[status] / results.length) * 1000;
    from += width;
    return markup`<rect class="${status}" x="${from - width}" width="${width}" height="10"/>`;
  });
  return markup`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bar}</svg>
<ul class="tally" aria-label="Results by status">${statuses.map(
    ([status]) => markup`<li class="${status}"><b>${summary[status]}</b> ${status}</li>`,
  )}</ul>`;
}

/** The failures, each with what is needed to understand and repeat it. */
function failuresPart(report: Report, exchanges: DistinctExchanges): Part {
  const { failures } = overviewOf(report);
  const content = markup`${failures.map((result) => {
    const { id, operation, level, section, evidence, curl } = result;
    const facts = failureFacts(result).map(
      ([label, text]) => markup`<div class="${label}"><dt>${label}</dt><dd>${prose(text)}</dd></div>`,
    );
    return markup`<article class="failure">
<h3><span class="id">${id}</span> ${operation} <small>${level} · ${section}</small></h3>
<dl>${facts}
${evidence.length > 0 && markup`<div><dt>Evidence</dt><dd>${evidence.map((one) => foldedExchange(one, exchanges.numberOf(one)))}</dd></div>`}
${curl !== undefined && markup`<div><dt>Repeat</dt><dd class="curl"><pre>${curl}</pre><button type="button" aria-label="Copy the curl line of ${id} ${operation}" hidden>Copy</button></dd></div>`}
</dl></article>`;
  })}`;
  return { id: "failures", title: "Failures", count: failures.length, content: failures.length > 0 && content };
}

/** How to complete the verdict, and what was not verified and why. */
function notVerifiedPart(report: Report): Part {
  const { notVerified, reasons } = overviewOf(report);
  const { missing } = report;
  const content = markup`${
    missing.length > 0 &&
    markup`<h3>To verify more, give</h3><ul class="rows">${missing.map(
      (lack) =>
        markup`<li>${lack.give.startsWith("--") ? markup`<code>${lack.give}</code>` : lack.give} <span class="quiet">${gainOf(lack)}</span></li>`,
    )}</ul>`
  }
${
  reasons.length > 0 &&
  markup`<h3>Reasons</h3><ul class="rows">${reasons.map(
    ({ reason, places }) => markup`<li><p>${prose(reason)}</p><p class="quiet">${places}</p></li>`,
  )}</ul>`
}`;
  const isThere = missing.length + reasons.length > 0;
  return { id: "not-verified", title: "Not verified", count: notVerified.length, content: isThere && content };
}

/** All results by the document's sections, with a filter by status that needs no script. */
function resultsPart({ results, summary }: Report, exchanges: DistinctExchanges): Part {
  const choice = (status: string, count: number, more: Markup | false): Markup =>
    markup`<label><input type="radio" name="show" id="show-${status}"${more}>${status} ${count}</label>`;
  const sections = [...Map.groupBy(results, sectionOf)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const content = markup`<fieldset class="filter"><legend>Show results by status</legend>
${choice("all", results.length, markup` checked`)}
${statuses.map(([status]) => summary[status] > 0 && choice(status, summary[status], false))}
</fieldset>
${sections.map(
  ([title, own]) => markup`<div class="group"><h3>${title}</h3>
${[...Map.groupBy(own, ({ id }) => id)].map(([id, group]) => requirementRow(id, group, exchanges))}</div>`,
)}`;
  return { id: "results", title: "All results", count: results.length, content: results.length > 0 && content };
}

function requirementRow(id: string, results: readonly Result[], exchanges: DistinctExchanges): Markup {
  const [first] = results;
  return markup`<div class="group requirement"><div><h4>${id}</h4>
<p>${prose(findRequirement(id)?.rule ?? "")} <small>${first?.level} · ${first?.section}</small></p></div>
<ul>${results.map(
    ({
      operation,
      status,
      message,
      evidence,
      places = [],
    }) => markup`<li data-status="${status}"><span class="chip ${status}">${status}</span>
<span class="operation">${operation}</span> <span>${prose(message)}${places.length > 0 && markup` <small>${placesInWords({ places })}</small>`}</span> ${exchangeLinks(evidence, exchanges)}</li>`,
  )}</ul></div>`;
}

/** The observed-choices sheet: how this target behaves where the document is silent. */
function choicesPart({ choices: sheet }: Report): Part {
  const seen = sheet.filter(({ choices }) => choices.length > 0);
  const unseen = sheet.filter(({ choices }) => choices.length === 0).map(({ title }) => title.replaceAll("`", ""));
  const content = markup`<p class="lead">What this target does where the document is silent. It is recorded, never scored: any choice conforms.</p>
<div class="sheet">${seen.map(
    ({ section, title, choices }) => markup`<div><h3>${section} ${prose(title)}</h3>
<ul>${[...Map.groupBy(choices, ({ choice }) => choice)].map(
      ([choice, own]) =>
        markup`<li><span class="operation">${own.length === operationIds.length ? "all operations" : own.map(({ operation }) => operation).join(", ")}</span> ${prose(choice)}</li>`,
    )}</ul></div>`,
  )}</div>
${unseen.length > 0 && markup`<p class="quiet">Not observed: ${unseen.join(", ")}.</p>`}`;
  return { id: "choices", title: "Observed choices", count: seen.length, content: seen.length > 0 && content };
}

/** The users that the run created, so that whoever operates the target can remove them. */
function createdPart({ created, runId }: Report): Part {
  const content = markup`<p class="lead">The interface cannot delete users: remove these yourself. Each contains <code>${runId}</code>.</p>
<ol class="rows">${created.map(
    ({ sent, received, shownBy }) => markup`<li><div><p class="quiet">Sent</p><pre>${sent}</pre></div>
<div><p class="quiet">Received${shownBy !== undefined && ` (${shownInWords[shownBy]})`}</p><pre>${received}</pre></div></li>`,
  )}</ol>`;
  return { id: "created", title: "Users created", count: created.length, content: created.length > 0 && content };
}

/** Other facts about the run. */
function notesPart(report: Report): Part {
  const { command } = report;
  const content = markup`<ul>
${command !== undefined && markup`<li>Repeat with <code>${command}</code></li>`}
${trafficLines(report).map((line) => markup`<li>Recorded traffic: ${line}</li>`)}
${runNotes(report).map((note) => markup`<li>${note}</li>`)}
</ul>`;
  return { id: "notes", title: "Notes", content };
}

/** The maximum characters of a body on the page: report.json has more. */
const maxOfBody = 3000;
/** The maximum number of exchanges per page, and per result: report.json has them all. */
const maxExchanges = 400;
const maxLinks = 8;

/** A collapsed exchange. A link to its `id` opens it. */
function foldedExchange(exchange: Exchange, number: number, id?: string): Markup {
  const { request, response, noReply } = exchange;
  const url = URL.parse(request.url);
  const path = url === null ? request.url : url.pathname + url.search;
  const { authorization } = request.headers;
  return markup`<details class="exchange">
<summary><span class="quiet">#${number}</span> <code><b>${request.method}</b> ${path}</code> <span class="quiet">${
    authorization === undefined ? "no Authorization" : authorization || "empty Authorization"
  }</span> → ${
    response === undefined
      ? markup`<b class="failed">no response (${noReply?.kind ?? "unknown"})</b>`
      : markup`<b>${response.status}</b> <span class="quiet">${response.ms} ms</span>`
  }</summary>
<div class="wire"${id !== undefined && markup` id="${id}"`}>
<div><p class="quiet">Request</p>${wire(`${request.method} ${request.url}`, request.headers, request.body)}</div>
<div><p class="quiet">Response</p>${
    response === undefined
      ? markup`<pre>${noReply?.message ?? "no response"}</pre>`
      : wire(`${response.status} in ${response.ms} ms`, response.headers, response.body || "(empty)")
  }</div></div>
</details>`;
}

function wire(first: string, headers: Readonly<Record<string, string>>, body = ""): Markup {
  const text = readable(body);
  const rest = text.length > maxOfBody && markup`<span class="quiet">… the rest is in report.json</span>`;
  return markup`<pre>${first}
${Object.entries(headers).map(([name, value]) => markup`<span class="quiet">${name}:</span> ${value}\n`)}
${text.slice(0, maxOfBody)}${rest}</pre>`;
}

/** Links to the exchanges of a result. */
function exchangeLinks(evidence: readonly Exchange[], { numberOf }: DistinctExchanges): Markup | false {
  const numbers = [...new Set(evidence.map(numberOf))].filter((number) => number <= maxExchanges);
  const links = numbers
    .slice(0, maxLinks)
    .map((number) => markup` <a href="#exchange-${number}" aria-label="exchange ${number}">#${number}</a>`);
  const rest = numbers.length - links.length;
  return links.length > 0 && markup`<span class="links">${links}${rest > 0 && ` +${rest}`}</span>`;
}

/** All exchanges of the report, at its end. */
function exchangesPart({ all }: DistinctExchanges): Part {
  const rest = all.length - maxExchanges;
  const content = markup`<p class="lead">Every exchange behind a result. Tokens appear as the variables they came from.</p>
${all.slice(0, maxExchanges).map((one, index) => foldedExchange(one, index + 1, `exchange-${index + 1}`))}
${rest > 0 && markup`<p>${rest} more are in report.json.</p>`}`;
  return { id: "exchanges", title: "Exchanges", count: all.length, content: all.length > 0 && content };
}

/** JSON with line breaks and indents. Every value stays as sent: `1.0` is not 1, and duplicate members stay. */
function readable(text: string): string {
  // A longer text is cut anyway.
  if (text.length > maxOfBody || jsonOf(text) === undefined) return text;
  let depth = 0;
  const line = (): string => `\n${"  ".repeat(Math.min(depth, 12))}`;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|\s+|[[\]{}:,]/g, (token) => {
    if (token.trim() === "") return "";
    if (token === ":") return ": ";
    if (token === ",") return token + line();
    if (token === "]" || token === "}") depth -= 1;
    else if (token !== "[" && token !== "{") return token;
    else depth += 1;
    return /[\]}]/.test(token) ? line() + token : token + line();
  });
}
