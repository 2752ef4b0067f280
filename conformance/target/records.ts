import { isObject } from "../../fixtures/values/json.ts";
import { createHash } from "node:crypto";

const canonicalTexts = new WeakMap<object, string>();

/** A key that is the same for equal JSON values, whatever the order of members, and short for large ones. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return shorten(JSON.stringify(value) ?? "");
  const cached = canonicalTexts.get(value);
  if (cached !== undefined) return cached;
  const parts = Array.isArray(value)
    ? value.map(canonical)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  const text = shorten(Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`);
  canonicalTexts.set(value, text);
  return text;
}

const maxCanonicalLength = 1000;

function shorten(text: string): string {
  return text.length <= maxCanonicalLength ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Whether a value is a count that is safe for arithmetic. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The ids of a kind that records name: `subscriptionId`, or `subscription` with an `id`. */
export function findReferences(records: readonly unknown[], kind: string): readonly string[] {
  const name = new RegExp(kind, "i");
  return records
    .filter(isObject)
    .flatMap((record) => Object.entries(record).filter(([member]) => name.test(member)))
    .map(([, value]) => (isObject(value) ? value["id"] : value))
    .flatMap((value) => (typeof value === "string" || typeof value === "number" ? String(value) : []));
}
