import { createHash } from "node:crypto";
import { isObject } from "../../fixtures/values/json.ts";

/** Real responses are far below it, and other code may recurse. */
const maxDepth = 100;

/** A parsed body, and the nesting depth of its objects and arrays. */
interface Parsed {
  readonly value: unknown;
  readonly depth: number;
}

/** Several checks read each response, and a list of many records is slow to parse. */
const parsedTexts = new Map<string, Parsed>();
const maxCachedCharacters = 64_000_000;
/** Shorter texts are parsed as fast as they are looked up. */
export const minKeptLength = 4096;
let cachedCharacters = 0;

/**
 * Parses text of the target; the only place that does. Values nested deeper than 100 levels are replaced by a digest of
 * their text, so that the rest can be judged, and equal values stay equal.
 * @returns the value, which is shared and must not be changed; `undefined` if the text is not JSON
 */
export function parseJson(text: string): unknown {
  return parse(text).value;
}

/** Why a text was not read in full; `undefined` if it was. */
export function whyNotReadInFull(text: string): string | undefined {
  const { depth } = parse(text);
  return depth > maxDepth ? `nested ${depth} levels deep, deeper than orgkit reads (${maxDepth})` : undefined;
}

function parse(text: string): Parsed {
  const cached = parsedTexts.get(text);
  if (cached !== undefined) return cached;
  const parsed = parseAnew(text);
  if (text.length >= minKeptLength) keep(text, parsed);
  return parsed;
}

function keep(text: string, parsed: Parsed): void {
  parsedTexts.set(text, parsed);
  cachedCharacters += text.length;
  for (const oldest of parsedTexts.keys()) {
    if (cachedCharacters <= maxCachedCharacters) break;
    parsedTexts.delete(oldest);
    cachedCharacters -= oldest.length;
  }
}

function parseAnew(text: string): Parsed {
  // A parser may ignore a byte order mark (RFC 8259 §8.1).
  const { shallow, depth } = withoutDepths(text.replace(/^\uFEFF/, ""));
  try {
    return { value: withExactIntegers(JSON.parse(shallow), shallow), depth };
  } catch {
    return { value: undefined, depth: 0 };
  }
}

/** Whole numbers beyond 2^53 in `data`, as texts of their digits: as numbers, two ids could become equal. */
function withExactIntegers(value: unknown, text: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, "data") || !/[[:,]\s*-?\d{16,}\s*[\],}]/.test(text)) return value;
  const exact: unknown = JSON.parse(text, (_, member: unknown, { source = "" }: { readonly source?: string } = {}) =>
    typeof member === "number" && !Number.isSafeInteger(member) && /^-?\d+$/.test(source) ? source : member,
  );
  return { ...value, data: Object(exact)["data"] };
}

/** The reverse: for a schema, such texts may be numbers. */
export function withRoundedIntegers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === "string" && /^-?\d{16,}$/.test(member) ? Number(member) : member,
  );
}

/** Cuts a JSON text below the maximum depth, in one pass and without recursion. */
function withoutDepths(text: string): { readonly shallow: string; readonly depth: number } {
  const parts: string[] = [];
  let [level, depth, end, start] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at);
    else if (character === "{" || character === "[") {
      level += 1;
      depth = Math.max(depth, level);
      if (level === maxDepth + 1) start = at;
    } else if (character === "}" || character === "]") {
      if (level === maxDepth + 1) {
        const digest = createHash("sha256").update(text.slice(start, at)).digest("hex").slice(0, 16);
        parts.push(text.slice(end, start), `"(deeper than ${maxDepth} levels: ${digest})"`);
        end = at + 1;
      }
      level -= 1;
    }
  }
  return { shallow: parts.length === 0 ? text : parts.join("") + text.slice(end), depth };
}

/**
 * The member names down to a level, with dots between levels (`meta.page`), including duplicates. The JSON must be
 * valid.
 */
export function memberNames(text: string, deepest: number): readonly string[] {
  const names: string[] = [];
  const path: string[] = [];
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "{" || character === "[") level += 1;
    else if (character === "}" || character === "]") level -= 1;
    if (character !== '"') continue;
    const end = endOfText(text, at);
    if (level <= deepest && /^\s*:/.test(text.slice(end + 1, end + 100))) {
      const name: unknown = JSON.parse(text.slice(at, end + 1));
      path.splice(level - 1, path.length, String(name));
      names.push(path.join("."));
    }
    at = end;
  }
  return names;
}

/** The end of a string in JSON: its closing quote, or the end of the text. */
export function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
