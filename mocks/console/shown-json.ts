/** A piece of a text and what it is, for its colour. */
export interface Piece {
  readonly kind: "key" | "string" | "number" | "literal" | "mark";
  readonly text: string;
}

const pieces =
  /(?<key>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>true|false|null)|(?<number>-?\d[\d.eE+-]*)|(?<mark>[^"\w-]+)/g;

/** A JSON text with its members on lines of their own; `undefined` where it is no JSON. */
export function prettyJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value, null, 2);
  } catch {
    return undefined;
  }
}

/** Takes a JSON text apart. Whatever it holds stays text. */
export function jsonPieces(json: string): readonly Piece[] {
  return [...json.matchAll(pieces)].map(({ 0: text, groups = {} }) => ({ kind: kindOf(groups), text }));
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Piece["kind"] {
  if (groups["key"] !== undefined) return "key";
  if (groups["string"] !== undefined) return "string";
  if (groups["literal"] !== undefined) return "literal";
  return groups["number"] === undefined ? "mark" : "number";
}

/** The first lines of a text, and how many there are besides. */
export function firstLines(text: string, most: number): { readonly shown: string; readonly left: number } {
  const lines = text.split("\n");
  return lines.length <= most
    ? { shown: text, left: 0 }
    : { shown: lines.slice(0, most).join("\n"), left: lines.length - most };
}
