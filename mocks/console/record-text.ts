import type { RecordData } from "./control-schemas.ts";
import { jsonMistake } from "./json-mistake.ts";

/** What came of reading a record as a person wrote it. */
export type ReadRecord =
  | { readonly ok: true; readonly record: RecordData }
  | { readonly ok: false; readonly problem: string };

/** Reads a record written as JSON; says where it is no JSON. */
export function readRecord(text: string): ReadRecord {
  const mistake = jsonMistake(text);
  if (mistake !== undefined) {
    const { line, column, expected } = mistake;
    return { ok: false, problem: `Line ${line}, column ${column}: expected ${expected}.` };
  }
  const value: unknown = JSON.parse(text);
  if (isRecord(value)) return { ok: true, record: value };
  return { ok: false, problem: "A record is a JSON object: it begins with { and ends with }." };
}

export function isRecord(value: unknown): value is RecordData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The columns of a table of records: the id first, then each member that any of them has. */
export function columnsOf(records: readonly RecordData[]): readonly string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  names.delete("id");
  return ["id", ...names];
}

/** A member of a record as the cell of a table shows it. */
export function cellText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The id of a record as a path of the control API names it. */
export function idOf(record: RecordData): string {
  return cellText(record["id"]);
}

/** A record to begin with: the members its JSON Schema asks for, and those it knows, each of the right type. */
export function blankRecord(schema: unknown): RecordData {
  if (!isRecord(schema) || !isRecord(schema["properties"])) return {};
  const members = Object.entries(schema["properties"]).filter(([name]) => name !== "id");
  return Object.fromEntries(members.map(([name, member]) => [name, blankValue(member)]));
}

function blankValue(schema: unknown): unknown {
  if (!isRecord(schema)) return null;
  const { default: preset, const: constant, enum: choices, type } = schema;
  if (preset !== undefined) return preset;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choices[0];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes("null")) return null;
  if (types.includes("string")) return "";
  if (types.includes("integer") || types.includes("number")) return 0;
  if (types.includes("boolean")) return false;
  return types.includes("array") ? [] : null;
}
