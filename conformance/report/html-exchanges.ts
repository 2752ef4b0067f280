import { jsonOf } from "../../fixtures/json.ts";
import type { Exchange } from "../target/exchange.ts";
import type { DistinctExchanges } from "./exchanges.ts";
import type { Part } from "./html-page.ts";
import { markup, type Markup } from "./markup.ts";

/** The maximum characters of a body on the page: report.json has more. */
const maxOfBody = 3000;
/** The maximum number of exchanges per page, and per result: report.json has them all. */
const maxExchanges = 400;
const maxLinks = 8;

/** A collapsed exchange. A link to its `id` opens it. */
export function foldedExchange(exchange: Exchange, number: number, id?: string): Markup {
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
export function exchangeLinks(evidence: readonly Exchange[], { numberOf }: DistinctExchanges): Markup | false {
  const numbers = [...new Set(evidence.map(numberOf))].filter((number) => number <= maxExchanges);
  const links = numbers
    .slice(0, maxLinks)
    .map((number) => markup` <a href="#exchange-${number}" aria-label="exchange ${number}">#${number}</a>`);
  const rest = numbers.length - links.length;
  return links.length > 0 && markup`<span class="links">${links}${rest > 0 && ` +${rest}`}</span>`;
}

/** All exchanges of the report, at its end. */
export function exchangesPart({ all }: DistinctExchanges): Part {
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
