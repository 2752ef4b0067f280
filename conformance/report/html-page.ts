import { createHash } from "node:crypto";
import { markup, type Markup } from "./html-markup.ts";
import { script } from "./html-script.ts";
import { style } from "./html-style.ts";
import type { Report } from "./report.ts";

/** Only this style and this script may act: whatever a target managed to put on the page could not. */
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

/** A page that needs nothing else: no network, no other file. */
export function htmlPage(title: string, verdict: Report["verdict"], body: Markup): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${markup`<title>${title} · orgkit</title>`.safe}
<link rel="icon" href="${icon(verdict)}">
<style>${style}</style>
</head>
<body>
${body.safe}
<script>${script}</script>
</body>
</html>
`;
}

const iconColours: Readonly<Record<Report["verdict"], string>> = {
  conforming: "1a7043",
  "non-conforming": "b3261e",
  inconclusive: "8a6500",
};

function icon(verdict: Report["verdict"]): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${iconColours[verdict]}'/%3E%3C/svg%3E`;
}
