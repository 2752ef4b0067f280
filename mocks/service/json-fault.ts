import type { Json } from "../../fixtures/json.ts";

/** Deeper values would overflow the stack of recursive functions. */
const maxLevels = 100;

/** Limits `uniqueItems` in schemas, which compares every item with every other. */
const maxItems = 10_000;

/** Why a body cannot be used although it is JSON, as a sentence; `undefined` if it can. */
export function jsonFault(value: Json, level = 1): string | undefined {
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : "The body has a text that is not valid Unicode.";
  }
  if (typeof value === "number") {
    // 1e999 is valid JSON, but parses as Infinity, which would be written as null.
    return Number.isFinite(value) ? undefined : "The body has a number that is too large.";
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (level > maxLevels) return `The body is nested more than ${maxLevels} levels deep.`;
  if (Array.isArray(value) && value.length > maxItems) return "The body has a list of more than 10,000 items.";
  for (const [key, member] of Object.entries(value)) {
    const fault = jsonFault(key) ?? jsonFault(member, level + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
