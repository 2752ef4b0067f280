import { isObject } from "../../fixtures/json.ts";
import type { RecordData } from "../control/replies.ts";

/** Parses a record from JSON. @throws Error that says what is wrong */
export function readRecord(text: string): RecordData {
  const value: unknown = JSON.parse(text);
  if (isObject(value)) return value;
  throw new Error("A record is a JSON object: it begins with { and ends with }.");
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
