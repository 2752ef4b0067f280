import { markup } from "./markup.ts";
import type { Report } from "./report.ts";
import { viewReport } from "./view.ts";

/** A badge for a README, also for screen readers. A partial verdict includes its extent: no more than was verified. */
export function reportBadge(report: Report): string {
  const { look, verdict, extent, judged, passed, report: shown } = viewReport(report);
  const failed = shown.summary.failed;
  const words = {
    "non-conforming": `non-conforming ${failed}/${judged}`,
    conforming: shown.complete ? "conforming" : `conforming ${passed.length}/${judged}`,
    inconclusive: "inconclusive",
  }[shown.verdict];
  const [left, right] = [measureWidth("orgkit"), measureWidth(words)];
  const title = `orgkit: ${verdict}: ${extent}`;
  const text = (label: string, from: number, width: number) =>
    markup`<text x="${from + width / 2}" y="14" textLength="${width - padding}" lengthAdjust="spacingAndGlyphs">${label}</text>`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
  <title>${title}</title>
  <clipPath id="round"><rect width="${left + right}" height="20" rx="4"/></clipPath>
  <g clip-path="url(#round)"><rect width="${left}" height="20" fill="#3a3f45"/><rect x="${left}" width="${right}" height="20" fill="${look.fill}"/></g>
  <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle" aria-hidden="true">
    ${text("orgkit", 0, left)}${text(words, left, right)}
  </g>
</svg>
`.safe;
}

const padding = 12;

/** About the width of Verdana at 11 px; `textLength` corrects the rest. */
function measureWidth(text: string): number {
  return Math.round(text.length * 6.6) + padding;
}
