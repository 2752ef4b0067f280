/** The style of a report's page: one column, the verdict first. All text has a contrast of at least 4.5. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #151412); --card: light-dark(#fff, #1d1c19);
  --ink: light-dark(#1d1c19, #ece9e2); --quiet: light-dark(#625e56, #aaa498);
  --wash: light-dark(#f2f0ea, #262421); --line: light-dark(#e3dfd6, #34312c);
}
.failed, .non-conforming { --tone: light-dark(#9f221b, #ffa199); }
.passed, .conforming { --tone: light-dark(#17613a, #84d6a2); }
.inconclusive { --tone: light-dark(#745000, #efc566); }
.skipped { --tone: light-dark(#57534b, #bdb7ab); }
.observed { --tone: light-dark(#1f5487, #9cc6f0); }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { margin: auto; max-width: 70rem; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
ul, ol { list-style: none; }
a { color: light-dark(#1f5a96, #8fbfef); }
h1, h2, .word { font-family: Charter, Palatino, Georgia, "Noto Serif", serif; line-height: 1.25; }
h2 { margin-bottom: 1rem; }
h3 { font-size: 1rem; padding-top: 1rem; }
section { padding-top: 3rem; }
code, pre, .mono { font: .875rem/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre { background: var(--wash); border-radius: .4em; padding: 0 .3em; }
pre { white-space: pre-wrap; padding: .6rem .8rem; }
.curl { user-select: all; }
small, dt { font-size: .8125rem; }
.quiet, dt { color: var(--quiet); font-weight: 400; }
.verdict { display: flex; gap: 1.25rem; align-items: center; margin: 1.5rem 0; padding: 1.25rem 1.5rem; border: 2px solid var(--tone); border-radius: 14px; background: var(--card); }
.verdict > span { color: var(--tone); font-size: 2rem; }
.word { color: var(--tone); font-size: 1.7rem; font-weight: 600; }
.word::first-letter { text-transform: uppercase; }
.problem { white-space: pre-line; }
.facts, .wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem 2.5rem; }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 1.5rem; padding: .6rem 0; background: var(--paper); border-block: 1px solid var(--line); }
html { scroll-padding-top: 4rem; }
.facts + p { margin-top: 1rem; }
.failure { margin-bottom: 1.25rem; padding: .5rem 1.5rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid light-dark(#c43d34, #e2645a); border-radius: 10px; }
.failure dl { padding: .6rem 0; }
.failure dl + dl { border-top: 1px solid var(--line); }
.failure dl > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); padding-top: .4rem; }
.Found dd { font-weight: 600; }
summary { cursor: pointer; }
.rows li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .2rem 2rem; padding: .6rem 0; border-top: 1px solid var(--line); }
.rows code { justify-self: start; }
.requirement { border-top: 1px solid var(--line); padding: .4rem 0; }
.requirement > summary { display: grid; grid-template-columns: 6rem minmax(0, 1fr) auto; gap: 0 1rem; }
.requirement code { justify-self: start; align-self: start; }
.requirement li { display: grid; grid-template-columns: 7rem 9rem minmax(0, 1fr); gap: 0 1rem; padding: .3rem 0; }
.chips span, b[class] { color: var(--tone); font-weight: 600; }
@media (max-width: 40rem) {
  nav { position: static; }
  .rows li, .requirement li, .requirement > summary, .failure dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; }
  nav { display: none; }
  .failure details::details-content { content-visibility: visible; display: block; }
}
`;
