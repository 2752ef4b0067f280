/**
 * A JSON text with line breaks and indents, and every value as it was sent: `1.0` stays `1.0`, and a member named
 * twice stays twice. What is no JSON is left as it is. It stops at `most` characters.
 */
export function indentedJson(text: string, most: number): string {
  if (!isStructure(text)) return text;
  let shown = "";
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|[:,]|[^\s"{}[\]:,]+/g)) {
    if (shown.length > most) break;
    if (token === "{" || token === "[") {
      depth += 1;
      shown += token + line(depth);
    } else if (token === "}" || token === "]") {
      depth -= 1;
      const isEmpty = /[[{]\s*$/.test(shown.slice(-60));
      shown = isEmpty ? shown.trimEnd() + token : shown + line(depth) + token;
    } else if (token === ",") shown += token + line(depth);
    else shown += token === ":" ? ": " : token;
  }
  return shown;
}

function isStructure(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Deep nesting is not indented any further: it would be all spaces. */
function line(depth: number): string {
  return `\n${"  ".repeat(Math.min(depth, 12))}`;
}
