import { createHash } from "node:crypto";
import { style } from "./html-style.ts";
import { markup, type Markup } from "./markup.ts";
import { looks } from "./overview.ts";
import type { Report } from "./report.ts";

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
