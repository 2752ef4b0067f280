import { jsonOf } from "../../fixtures/json.ts";

const pieces =
  /(?<key>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>true|false|null)|(?<number>-?\d[\d.eE+-]*)|(?<mark>[^"\w-]+)/g;

/** Formats JSON with one member per line; `undefined` if the text is not JSON. */
export function prettyJson(text: string): string | undefined {
  const value = jsonOf(text);
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** Splits JSON into `key`, `string`, `number`, `literal` and `mark`, for their colors. The parts stay text. */
export function jsonPieces(json: string): readonly { readonly kind: string; readonly text: string }[] {
  return [...json.matchAll(pieces)].map(({ 0: text, groups = {} }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "mark";
    return { kind, text };
  });
}
