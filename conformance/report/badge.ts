import { looks, overviewOf, verdictLine } from "./overview.ts";
import { markup } from "./markup.ts";
import type { Report } from "./report.ts";

/**
 * A self-contained badge for a README, readable by screen readers. It claims no more than was verified: a partial
 * verdict includes its extent.
 */
export function reportBadge(report: Report): string {
  const left = widthOf("orgkit");
  const message = messageOf(report);
  const right = widthOf(message);
  const width = left + right;
  const title = `orgkit: ${verdictLine(report)}`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${title}">
  <title>${title}</title>
  <path d="M4 0H${left}V20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#3a3f45"/>
  <path d="M${left} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${left}z" fill="${looks[report.verdict].fill}"/>
  <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle" aria-hidden="true">
    <text x="${left / 2}" y="14" textLength="${left - padding}" lengthAdjust="spacingAndGlyphs">orgkit</text>
    <text x="${left + right / 2}" y="14" textLength="${right - padding}" lengthAdjust="spacingAndGlyphs">${message}</text>
  </g>
</svg>
`.safe;
}

function messageOf(report: Report): string {
  const { passed, failures, judged } = overviewOf(report);
  const { verdict, complete, traffic } = report;
  if (verdict === "non-conforming") return `${verdict} ${failures.length}/${judged}`;
  if (traffic !== undefined && passed.length > 0) return `no violation ${passed.length}/${judged}`;
  return verdict === "conforming" && !complete ? `${verdict} ${passed.length}/${judged}` : verdict;
}

const padding = 12;

/** About the width of Verdana at 11 px; `textLength` corrects the rest. */
function widthOf(text: string): number {
  const letters = Array.from(text).reduce(
    (sum, letter) => sum + ("filjtr-/".includes(letter) ? 4.6 : letter === "m" ? 10.2 : 7),
    0,
  );
  return Math.round(letters) + padding;
}
