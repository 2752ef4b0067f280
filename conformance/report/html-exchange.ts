import type { Exchange } from "../target/exchange.ts";
import type { DistinctExchanges } from "./distinct-exchanges.ts";
import { markup, nothing, where, type Markup } from "./html-markup.ts";
import { indentedJson } from "./indented-json.ts";

/** The most characters of a body that the page shows: report.json has more. */
const mostOfBody = 3000;
/** The most exchanges that a page shows in full, and the most that one result names: report.json has them all. */
const mostExchanges = 400;
const mostLinks = 8;

/** An exchange, folded. */
export function foldedExchange(exchange: Exchange, number: number, id?: string): Markup {
  return markup`<details class="exchange">
<summary><span class="number">#${number}</span> ${oneLine(exchange)}</summary>
<div class="wire"${id === undefined ? nothing : markup` id="${id}"`}>${wire(exchange)}</div>
</details>`;
}

function oneLine({ request, response, noReply }: Exchange): Markup {
  const reply =
    response === undefined
      ? markup`<span class="reply bad">no reply (${noReply?.kind ?? "unknown"})</span>`
      : markup`<span class="reply">${response.status}</span> <span class="quiet">${response.ms} ms</span>`;
  return markup`<code><b>${request.method}</b> ${pathOf(request.url)}</code> <span class="quiet">${credentialsOf(request.headers)}</span> <span class="arrow" aria-hidden="true">→</span> ${reply}`;
}

function credentialsOf(headers: Readonly<Record<string, string>>): string {
  const value = headers["authorization"];
  return value === undefined ? "no Authorization" : value === "" ? "empty Authorization" : value;
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function wire({ request, response, noReply }: Exchange): Markup {
  return markup`<div><p class="label">Request</p>
<pre>${request.method} ${request.url}
${headerLines(request.headers)}${where(
    request.body !== undefined,
    () => markup`
${shortened(request.body ?? "")}`,
  )}</pre></div>
<div><p class="label">Reply</p>
<pre>${
    response === undefined
      ? (noReply?.message ?? "no reply")
      : markup`${response.status} in ${response.ms} ms
${headerLines(response.headers)}
${shortened(response.body)}`
  }</pre></div>`;
}

function headerLines(headers: Readonly<Record<string, string>>): Markup {
  return markup`${Object.entries(headers).map(
    ([name, value]) => markup`<span class="quiet">${name}:</span> ${value}
`,
  )}`;
}

function shortened(body: string): Markup {
  if (body === "") return markup`<span class="quiet">(empty)</span>`;
  const text = indentedJson(body, mostOfBody);
  if (text.length <= mostOfBody) return markup`${text}`;
  return markup`${text.slice(0, mostOfBody)}<span class="quiet">… the rest stands in report.json</span>`;
}

/** Where the exchanges of a result stand. */
export function exchangeLinks(evidence: readonly Exchange[], { numberOf }: DistinctExchanges): Markup {
  if (evidence.length === 0) return nothing;
  const numbers = [...new Set(evidence.map(numberOf))].filter((number) => number <= mostExchanges);
  const links = numbers
    .slice(0, mostLinks)
    .map((number) => markup` <a href="#exchange-${number}" aria-label="exchange ${number}">#${number}</a>`);
  const rest = numbers.length - links.length;
  return markup`<span class="links">${links}${where(rest > 0, () => markup` <span class="quiet">+${rest}</span>`)}</span>`;
}

/** Every exchange of the report once, at its end. */
export function exchangesSection({ all }: DistinctExchanges): Markup {
  if (all.length === 0) return nothing;
  const rest = all.length - mostExchanges;
  return markup`<section aria-labelledby="exchanges">
<h2 id="exchanges">Exchanges <span class="count">${all.length}</span></h2>
<p class="lead">Every call that a result rests on, tokens written as the variables they came from.</p>
${all.slice(0, mostExchanges).map((one, index) => foldedExchange(one, index + 1, `exchange-${index + 1}`))}
${where(rest > 0, () => markup`<p>${rest} more stand in report.json.</p>`)}
</section>`;
}
