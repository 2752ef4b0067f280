import { isObject } from "../../fixtures/json.ts";
import { createHash } from "node:crypto";
import { readEnvelope, type Members } from "./envelope.ts";
import type { Success } from "./exchange.ts";

const canonicalTexts = new WeakMap<object, string>();

/** A text that is equal for equal JSON values, whatever the order of their members, and short for large ones. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return shortened(JSON.stringify(value) ?? "");
  const known = canonicalTexts.get(value);
  if (known !== undefined) return known;
  const parts = Array.isArray(value)
    ? value.map(canonical)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  const text = shortened(Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`);
  canonicalTexts.set(value, text);
  return text;
}

const maxCanonicalLength = 1000;

function shortened(text: string): string {
  return text.length <= maxCanonicalLength ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Names that may identify the record a field belongs to, or another one it refers to. */
const primary = /^_?(id|uuid|guid|key)$/i;

/**
 * What tells a record from others, as a text: its own id where it has one, for then the rest may change between two
 * readings; else all of it.
 */
export function recordKey(record: unknown): string {
  if (isObject(record)) {
    const name = Object.keys(record).find((candidate) => primary.test(candidate));
    const id = name === undefined ? undefined : record[name];
    if (typeof id === "string" || typeof id === "number") return `${name}=${id}`;
  }
  return canonical(record);
}

const keysOfRecords = new WeakMap<readonly unknown[], readonly string[]>();

/** The keys of records in order. What is called an id, and is the same in records that differ, is none. */
function recordKeys(records: readonly unknown[]): readonly string[] {
  const known = keysOfRecords.get(records);
  if (known !== undefined) return known;
  const named = records.map(recordKey);
  const whole = records.map(canonical);
  const keys = new Set(named).size < new Set(whole).size ? whole : named;
  keysOfRecords.set(records, keys);
  return keys;
}

/** A page of a list that could be parsed. */
export interface Page {
  readonly records: readonly unknown[];
  readonly keys: readonly string[];
  readonly page: number;
  readonly total: number;
}

/** The page in a response; `undefined` if ENV-01 to ENV-05 find it no envelope. */
export function pageIn({ response }: Success): Page | undefined {
  const { data, meta } = readEnvelope(response);
  const keys = data === undefined ? undefined : recordKeys(data);
  const page = meta?.["page"];
  const total = meta?.["total"];
  if (data === undefined || keys === undefined || !isCount(page) || !isCount(total)) return undefined;
  return { records: data, keys, page, total };
}

/** Whether a value is a count that arithmetic can rely on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The records that have members to look at. */
export function objectsOf(records: readonly unknown[]): readonly Members[] {
  return records.filter(isObject);
}
