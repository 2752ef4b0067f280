import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { isObject } from "../../fixtures/json.ts";
import type { RecordData } from "../control/replies.ts";

/** Parses a record from JSON. @throws Error with the line and column of the problem */
export function readRecord(text: string): RecordData {
  const value = readJson(text);
  if (isObject(value)) return value;
  throw new Error("A record is a JSON object: it begins with { and ends with }.");
}

/** Browsers word the problems of invalid JSON differently, and do not always give the place. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const mistakes: ParseError[] = [];
    parse(text, mistakes, { disallowComments: true });
    const [first] = mistakes;
    if (first === undefined) throw error;
    // "Invalid symbol" says little; the next error says what was expected.
    const names = mistakes.map((mistake) => printParseErrorCode(mistake.error));
    const problem = (names.find((name) => name !== "InvalidSymbol") ?? "InvalidSymbol")
      .replaceAll(/\B[A-Z]/g, " $&")
      .toLowerCase();
    const before = text.slice(0, first.offset).split("\n");
    throw new Error(`Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${problem}.`, { cause: error });
  }
}

/** The columns of a table of records: the id first, then all members that occur. */
export function columnsOf(records: readonly RecordData[]): readonly string[] {
  return [...new Set(["id", ...records.flatMap(Object.keys)])];
}

/** A record's member as a table cell. */
export function cellText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The id of a record, escaped for a path of the control API. */
export function idOf(record: RecordData): string {
  return cellText(record["id"]);
}

/** A template for a new record: the members that its JSON Schema requires or knows, each with the right type. */
export function blankRecord(schema: unknown): RecordData {
  if (!isObject(schema) || !isObject(schema["properties"])) return {};
  const members = Object.entries(schema["properties"]).filter(([name]) => name !== "id");
  return Object.fromEntries(members.map(([name, member]) => [name, blankValue(member)]));
}

const blanks: readonly (readonly [type: string, value: unknown])[] = [
  ["null", null],
  ["string", ""],
  ["integer", 0],
  ["number", 0],
  ["boolean", false],
  ["array", []],
];

function blankValue(schema: unknown): unknown {
  if (!isObject(schema)) return null;
  const { default: preset, const: constant, enum: choices, type } = schema;
  if (preset !== undefined) return preset;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choices[0];
  const types = new Set<unknown>([type].flat());
  return blanks.find(([name]) => types.has(name))?.[1] ?? null;
}
