import { createHash } from "node:crypto";
import { markup, type Markup } from "./markup.ts";
import { looks } from "./overview.ts";
import type { Report, Result } from "./report.ts";

/** Every status in display order, with its sign, and its color on light and on dark backgrounds. */
export const statuses: readonly (readonly [status: Result["status"], sign: string, tone: string])[] = [
  ["failed", "✗", "#9f221b, #ffa199"],
  ["passed", "✓", "#17613a, #84d6a2"],
  ["inconclusive", "?", "#745000, #efc566"],
  ["skipped", "–", "#57534b, #bdb7ab"],
  ["observed", "○", "#1f5487, #9cc6f0"],
];

/** A status is a sign and a word, not only a color. Selecting one hides the results of the others. */
const statusStyle = statuses
  .map(
    ([status, sign, tone]) => `
.${status} { --tone: light-dark(${tone}); }
.chip.${status}::before { content: "${sign} " / ""; }
main:has(#show-${status}:checked) :is([data-status]:not([data-status="${status}"]), .group:not(:has([data-status="${status}"]))) { display: none; }`,
  )
  .join("");

/** The style of the page: one column of text, and the verdict first. All text has a contrast of at least 4.5. */
const style = `${statusStyle}
.conforming { --tone: light-dark(#17613a, #84d6a2); }
.non-conforming { --tone: light-dark(#9f221b, #ffa199); }
:root {
  color-scheme: light dark;
  --display: Charter, Palatino, Georgia, "Noto Serif", serif;
  --mono: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --paper: light-dark(#fbfaf7, #151412); --card: light-dark(#fff, #1d1c19);
  --ink: light-dark(#1d1c19, #ece9e2); --quiet: light-dark(#625e56, #aaa498);
  --wash: light-dark(#f2f0ea, #262421); --line: light-dark(#e3dfd6, #34312c);
}
* { box-sizing: border-box; margin: 0; padding: 0; }
html { scroll-padding-top: 4rem; }
body { margin: auto; max-width: 74rem; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
ul, ol { list-style: none; }
a { color: light-dark(#1f5a96, #8fbfef); }
h1, h2, .word, .group > h3 { font-family: var(--display); font-weight: 600; line-height: 1.25; }
h1 { font-size: 2.5rem; }
h2 { font-size: 1.6rem; margin-bottom: 1rem; }
h2 .quiet { font-weight: 400; font-size: 1rem; }
h3, h4 { font-size: 1rem; }
section { padding-top: 3rem; }
code, pre, .url, .id, h4, .operation { font-family: var(--mono); font-size: .875rem; }
code, pre, .curl { background: var(--wash); border-radius: .4em; padding: 0 .3em; }
pre { white-space: pre-wrap; padding: .6rem .8rem; }
small, .quiet, .url, .eyebrow, .lead, .operation, dt, footer { color: var(--quiet); font-weight: 400; }
small, .eyebrow, dt, .operation, .links { font-size: .8125rem; }
.eyebrow { text-transform: uppercase; letter-spacing: .09em; }
.lead { margin-bottom: 1rem; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; }

.verdict, .chip { color: var(--tone); background: color-mix(in srgb, var(--tone) 10%, var(--paper)); }
.verdict { display: flex; gap: 1.25rem; align-items: center; margin: 1.5rem 0; padding: 1.25rem 1.5rem; border: 1px solid color-mix(in srgb, var(--tone) 40%, var(--paper)); border-radius: 14px; }
.verdict p:not(.word) { color: var(--ink); }
.verdict.inconclusive { border-style: dashed; }
.sign { flex: none; width: 3rem; line-height: 3rem; border-radius: 50%; text-align: center; font-size: 1.5rem; background: var(--tone); color: var(--paper); }
.word { font-size: 1.7rem; }
.word::first-letter { text-transform: uppercase; }
.problem { white-space: pre-line; }
b.failed { color: var(--tone); }
.bar { display: block; width: 100%; height: 10px; border-radius: 5px; }
.bar rect { fill: var(--tone); }
.tally, nav ul, .filter { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; }
.tally { margin-top: .75rem; }
.tally li::before { content: "● " / ""; color: var(--tone); }
.facts, .sheet, .wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem 2.5rem; }
.facts { margin: 1.5rem 0; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.sheet, .wire { grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.sheet .operation { display: block; }
nav { position: sticky; top: 0; background: var(--paper); border-block: 1px solid var(--line); }
nav a { display: block; padding: .6rem 0; color: inherit; text-decoration: none; }

.failure { background: var(--card); border: 1px solid var(--line); border-left: 4px solid light-dark(#c43d34, #e2645a); border-radius: 10px; padding: 1.25rem 1.5rem; margin-bottom: 1.25rem; }
.failure h3 { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; }
.failure small { margin-left: auto; }
.failure dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); margin-top: .75rem; }
.Found dd { font-weight: 600; }
.Document dd { font-family: var(--display); font-style: italic; }
.curl { display: flex; justify-content: space-between; align-items: start; gap: .5rem; }
.curl pre { min-width: 0; }
button { flex: none; font: inherit; font-size: .875rem; color: inherit; background: var(--card); border: 1px solid; border-radius: 999px; padding: .2rem .8rem; margin: .5rem; cursor: pointer; }
[hidden] { display: none; }

.rows { margin-bottom: 1.5rem; }
.rows li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .2rem 2rem; padding: .6rem 0; border-top: 1px solid var(--line); }
.rows code { justify-self: start; }
.filter { border: 0; }
.filter label { cursor: pointer; }
.filter input { margin-right: .4em; }
.group > h3 { padding: 1.5rem 0 .5rem; font-size: 1.2rem; }
.requirement { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 11fr); gap: .5rem 2rem; padding: .9rem 0; border-top: 1px solid var(--line); font-size: .9375rem; }
.requirement p small { white-space: nowrap; }
.requirement li { display: grid; grid-template-columns: 7.5rem 8.5rem minmax(0, 1fr) minmax(0, max-content); gap: .9rem; align-items: baseline; padding: .15rem 0; }
.chip { justify-self: start; font-size: .8125rem; padding: 0 .6rem; border-radius: 999px; white-space: nowrap; }
.links { max-width: 7rem; text-align: right; }
.links a { color: var(--quiet); }
.exchange { border-top: 1px solid var(--line); padding: .4rem 0; }
.exchange summary { cursor: pointer; }
.exchange summary code { background: none; }

@media (max-width: 60rem) {
  .requirement, .rows li, .failure dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  nav { position: static; }
  .requirement li { grid-template-columns: auto 1fr; gap: .1rem .9rem; }
  .requirement li > :nth-child(n + 3) { grid-column: 1 / -1; text-align: left; max-width: none; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; }
  nav, .filter, .skip, button { display: none; }
  .failure, .requirement, .rows li { break-inside: avoid; }
  .failure details::details-content { content-visibility: visible; display: block; }
  .verdict, .chip, .bar, .tally { print-color-adjust: exact; }
}
`;

/** Copies a curl command. The page works without it. */
const script = `
"use strict";
async function copy(button) {
  const line = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(line.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(line);
    button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

for (const button of document.querySelectorAll("button")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
`;

/** Only this style and this script may run, so injected ones cannot. */
const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The content of a page, from top to bottom. */
export interface Page {
  /** The document's title. */
  readonly title: string;
  readonly kit: Report["kit"];
  readonly verdict: Report["verdict"];
  readonly heading: string;
  readonly url?: string;
  /** The verdict in words, and its extent. */
  readonly word: string;
  readonly reach: string;
  /** Between the verdict and the facts. */
  readonly beside?: Markup;
  readonly facts: Readonly<Record<string, string>>;
  readonly parts: readonly Part[];
}

/** A section of a page; omitted without content. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly content: Markup | false;
}

/** A self-contained page: no network, no other file, and readable without scripts. */
export function htmlPage(page: Page): string {
  const { kit, verdict, heading, url, word, reach, beside, facts } = page;
  const { sign, fill } = looks[verdict];
  const parts = page.parts.filter(({ content }) => content !== false);
  const body = markup`<a class="skip" href="#main">Skip to the findings</a>
<header>
<p class="eyebrow">orgkit conformance report</p>
<h1>${heading}</h1>
${url !== undefined && markup`<p class="url">${url}</p>`}
<div class="verdict ${verdict}"><span class="sign" aria-hidden="true">${sign}</span>
<div><p class="word">${word}</p><p>${reach}</p></div></div>
${beside}
<dl class="facts">${Object.entries(facts).map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
</header>
<nav aria-label="Parts of the report"><ul>${parts.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main id="main" tabindex="-1">${parts.map(
    ({ id, title, count, content }) => markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="quiet">${count}</span></h2>
${content}
</section>`,
  )}</main>
<footer><p>Made by ${kit.name} ${kit.version}. This page loads nothing and sends nothing.</p></footer>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${markup`<title>${page.title} · orgkit</title>`.safe}
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${encodeURIComponent(fill)}'/%3E%3C/svg%3E">
<style>${style}</style>
</head>
<body>
${body.safe}
<script>${script}</script>
</body>
</html>
`;
}
