import { escapeMarkup } from "../../fixtures/markup.ts";
import { extentOf, verdictLine } from "./extent.ts";
import type { Report } from "./report.ts";

/** White on each of them is readable (WCAG AA). */
const colours: Readonly<Record<Report["verdict"], string>> = {
  conforming: "#1a7043",
  "non-conforming": "#b3261e",
  inconclusive: "#7a5b00",
};

/**
 * A badge for a README, self-contained and readable by a screen reader. A verdict on a part says how large the part
 * is: no badge claims more than was seen.
 */
export function reportBadge(report: Report): string {
  const left = widthOf("orgkit");
  const message = messageOf(report);
  const right = widthOf(message);
  const width = left + right;
  const title = escapeMarkup(`orgkit: ${verdictLine(report)}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${title}">
  <title>${title}</title>
  <path d="M4 0H${left}V20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#3a3f45"/>
  <path d="M${left} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${left}z" fill="${colours[report.verdict]}"/>
  <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle" aria-hidden="true">
    <text x="${left / 2}" y="14" textLength="${left - padding}" lengthAdjust="spacingAndGlyphs">orgkit</text>
    <text x="${left + right / 2}" y="14" textLength="${right - padding}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(message)}</text>
  </g>
</svg>
`;
}

function messageOf(report: Report): string {
  const { passed, failed, all } = extentOf(report);
  switch (report.verdict) {
    case "conforming":
      return report.complete ? "conforming" : `conforming ${passed}/${all}`;
    case "non-conforming":
      return `non-conforming ${failed}/${all}`;
    case "inconclusive":
      return "inconclusive";
  }
}

const padding = 12;
const narrow = "filjtr-/";

/** Near enough to Verdana at 11 px; `textLength` settles the rest. */
function widthOf(text: string): number {
  const letters = Array.from(text).reduce(
    (sum, letter) => sum + (narrow.includes(letter) ? 4.6 : letter === "m" ? 10.2 : 7),
    0,
  );
  return Math.round(letters) + padding;
}
