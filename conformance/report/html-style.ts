import { colours } from "./html-colours.ts";
import { partsStyle } from "./html-style-parts.ts";

/** The style of the page: one column of text, calm, and the verdict first. */
export const style = `${colours}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 74rem; padding: 0 2.5rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--text); overflow-wrap: anywhere; }
[hidden] { display: none !important; }
h1, h2, h3, h4, p, ul, ol, dl, dd, blockquote, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: var(--link); text-underline-offset: .2em; }
code, pre, .url, .id, .operation { font-family: var(--mono); }
code { font-size: .9em; background: var(--wash); border-radius: .25em; padding: .08em .3em; }
pre { font-size: .8125rem; line-height: 1.5; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--card); z-index: 2; }
.quiet, .tags, .label, .lead, .shown { color: var(--quiet); }

.top { padding: 3.5rem 0 2rem; }
.eyebrow { font-size: .8125rem; letter-spacing: .09em; text-transform: uppercase; color: var(--quiet); }
h1 { font: 600 2.75rem/1.15 var(--display); letter-spacing: -.015em; margin-top: .5rem; }
.url { color: var(--quiet); font-size: .9375rem; margin-top: .35rem; }
.verdict { display: flex; gap: 1.25rem; align-items: center; margin: 2rem 0 1.5rem; padding: 1.5rem 1.75rem; border-radius: 14px; border: 1px solid; }
.verdict.conforming { color: var(--passed); background: var(--passed-wash); border-color: var(--passed-line); }
.verdict.non-conforming { color: var(--failed); background: var(--failed-wash); border-color: var(--failed-line); }
.verdict.inconclusive { color: var(--inconclusive); background: var(--inconclusive-wash); border-color: var(--inconclusive-line); }
.sign { flex: none; width: 3.25rem; height: 3.25rem; border-radius: 50%; display: grid; place-items: center; font-size: 1.6rem; line-height: 1; background: currentcolor; }
.verdict .sign { color: inherit; } .sign > span { color: var(--paper); }
.word { font: 600 1.75rem/1.2 var(--display); letter-spacing: -.01em; }
.reach { color: var(--ink); margin-top: .2rem; font-size: 1.0625rem; }
.problem { margin: 0 0 1.5rem; white-space: pre-line; }
.bar { display: block; width: 100%; height: 10px; border-radius: 5px; background: var(--wash); }
.bar .passed, .dot { fill: var(--passed-solid); } .bar .failed { fill: var(--failed-solid); }
.bar .inconclusive { fill: var(--inconclusive-solid); } .bar .skipped { fill: var(--skipped-solid); } .bar .observed { fill: var(--observed-solid); }
.tally { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; margin: .9rem 0 0; font-size: .9375rem; }
.dot { display: inline-block; width: .65em; height: .65em; border-radius: 50%; margin-right: .5em; background: var(--skipped-solid); }
.passed > .dot { background: var(--passed-solid); } .failed > .dot { background: var(--failed-solid); }
.inconclusive > .dot { background: var(--inconclusive-solid); } .observed > .dot { background: var(--observed-solid); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1.1rem 2.5rem; margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
dt, .label, .eyebrow { font-size: .8125rem; } dt { color: var(--quiet); }
.facts dd { font-size: .9375rem; }

nav { position: sticky; top: 0; z-index: 1; margin: 0 -2.5rem; padding: 0 2.5rem; background: var(--paper); border-block: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; column-gap: 1.75rem; }
nav a { display: block; padding: .7rem 0; color: var(--ink); text-decoration: none; font-size: .9375rem; }
nav a:hover { text-decoration: underline; }

section { padding-top: 3.5rem; }
h2 { font: 600 1.625rem/1.25 var(--display); letter-spacing: -.01em; margin-bottom: 1rem; }
.count { font: 400 1rem var(--text); color: var(--quiet); margin-left: .35em; letter-spacing: 0; }
h3 { font-size: 1.0625rem; line-height: 1.4; font-weight: 600; }
.id { font-weight: 600; font-size: .95em; }
.lead { max-width: 44rem; margin-bottom: 1.25rem; }
.tags { font: 400 .8125rem var(--text); white-space: nowrap; }

.failure { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--failed-solid); border-radius: 10px; padding: 1.35rem 1.6rem 1.5rem; margin-bottom: 1.25rem; }
.failure h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .6rem; }
.failure h3 .id { color: var(--failed); }
.failure h3 .tags { margin-left: auto; }
.failure > dl > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .25rem 1.25rem; margin-top: .8rem; }
.failure dt { padding-top: .12rem; }
.found dd { font-weight: 600; }
blockquote { font-family: var(--display); font-style: italic; }
blockquote.row { display: flex; flex-wrap: wrap; gap: .15rem 0; }
blockquote.row span { padding: 0 .8rem; border-left: 1px solid var(--line-strong); }
blockquote.row span:first-child { padding-left: 0; border: 0; }
.curl { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: start; gap: .5rem; background: var(--wash); border-radius: 8px; padding: .7rem .8rem; }
button { font: inherit; font-size: .875rem; color: var(--ink); background: var(--card); border: 1px solid var(--line-strong); border-radius: 999px; padding: .3rem .85rem; min-height: 2rem; cursor: pointer; }
button:hover { border-color: var(--ink); }
${partsStyle}`;
