/** The style of the lists further down the page, of small screens and of paper. */
export const partsStyle = `
.give li { display: flex; flex-wrap: wrap; gap: .2rem .9rem; padding: .3rem 0; }
.give, .reasons { margin: .5rem 0 1.75rem; }
.reasons li { padding: .7rem 0; border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .2rem 2rem; }
.names { font-size: .875rem; color: var(--quiet); } .names b { font-weight: 500; color: var(--ink); }

.filter { display: flex; flex-wrap: wrap; gap: .5rem; }
.filter button[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.filter b { font-weight: 400; opacity: .85; margin-left: .15em; }
.shown { font-size: .875rem; min-height: 1.6em; margin-top: .4rem; }
.part { padding-top: 1.25rem; }
.part > h3 { font: 600 1.1875rem/1.3 var(--display); padding-bottom: .6rem; }
.part > h3 .id, .point .id { color: var(--quiet); font: inherit; margin-right: .25em; }
.requirement { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 11fr); gap: .6rem 2rem; padding: .95rem 0; border-top: 1px solid var(--line); }
.rule { display: grid; grid-template-columns: 5.9rem minmax(0, 1fr); align-content: start; gap: .1rem 0; font-size: .9375rem; line-height: 1.45; }
.rule h4 { font: 600 .875rem/1.5 var(--mono); } .rule .tags { grid-column: 2; }
.requirement li { display: grid; grid-template-columns: 7.4rem 8.6rem minmax(0, 1fr) auto; gap: .1rem .9rem; align-items: baseline; padding: .16rem 0; font-size: .9375rem; line-height: 1.45; }
.operation { font-size: .8125rem; color: var(--quiet); }
.links { font-size: .8125rem; max-width: 7rem; text-align: right; }
.links a { color: var(--quiet); text-decoration-color: var(--line-strong); }
.chip { justify-self: start; font-size: .8125rem; line-height: 1.45; padding: .05rem .6rem; border-radius: 999px; white-space: nowrap; }
.chip.passed { color: var(--passed); background: var(--passed-wash); }
.chip.failed { color: var(--failed); background: var(--failed-wash); font-weight: 600; }
.chip.inconclusive { color: var(--inconclusive); background: var(--inconclusive-wash); }
.chip.skipped { color: var(--skipped); background: var(--wash); }
.chip.observed { color: var(--observed); background: var(--observed-wash); }

.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: 0 2.5rem; }
.point { padding: .9rem 0; border-top: 1px solid var(--line); }
.point h3 { font-size: .9375rem; } .point li { margin-top: .35rem; font-size: .9375rem; line-height: 1.45; }
.point .operation { display: block; }
.created li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin-bottom: .75rem; }
.created .label:not(:first-child) { margin-top: .5rem; }
.notes li { padding: .25rem 0; max-width: 48rem; }

.exchange { border-top: 1px solid var(--line); }
.failure .exchange:first-child { border-top: 0; }
.exchange summary { padding: .45rem 0; cursor: pointer; font-size: .875rem; }
.failure .exchange:first-child summary { padding-top: 0; }
.exchange code { background: none; padding: 0; }
.exchange .number { color: var(--quiet); margin-right: .3em; }
.reply { font-weight: 600; } .bad { color: var(--failed); }
.wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .75rem; padding: .25rem 0 1rem; }
.wire pre { background: var(--wash); border-radius: 8px; padding: .7rem .8rem; }
.wire .label { margin-bottom: .2rem; }
footer { margin-top: 4rem; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .875rem; }

@media (max-width: 60rem) {
  .requirement { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  body { padding: 0 1.15rem 3rem; }
  .top { padding-top: 2rem; }
  h1 { font-size: 2.1rem; }
  .verdict { padding: 1.15rem 1.15rem; gap: 1rem; align-items: flex-start; }
  .sign { width: 2.5rem; height: 2.5rem; font-size: 1.25rem; }
  .word { font-size: 1.375rem; } .reach { font-size: 1rem; }
  .tally { gap: .3rem 1.15rem; }
  .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .9rem 1.25rem; }
  nav { position: static; margin: 0 -1.15rem; padding: .3rem 1.15rem; }
  nav a { padding: .35rem 0; }
  .failure { padding: 1.1rem 1.1rem 1.25rem; }
  .failure h3 .tags { margin-left: 0; flex-basis: 100%; }
  .failure > dl > div, .reasons li { grid-template-columns: minmax(0, 1fr); }
  .curl { grid-template-columns: minmax(0, 1fr); } .copy { justify-self: start; }
  .rule { grid-template-columns: minmax(0, 1fr); } .rule .tags { grid-column: 1; }
  .requirement li { grid-template-columns: auto minmax(0, 1fr); padding: .45rem 0; }
  .requirement .message { grid-column: 1 / -1; }
  .links { grid-column: 1 / -1; max-width: none; text-align: left; }
  .links a { display: inline-block; padding: .15rem .3rem .15rem 0; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; background: none; }
  nav, .filter, .copy, .skip { display: none !important; }
  section { padding-top: 1.5rem; }
  .failure, .requirement, .point, .created li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .verdict, .chip, .bar, .dot, .sign { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (forced-colors: active) {
  .chip, .filter button { border: 1px solid; }
  .filter button[aria-pressed="true"] { text-decoration: underline; }
}
`;
