import type { Json } from "../../fixtures/json.ts";

/** A deeper value would overflow the stack of what walks it next. */
const maxLevels = 100;

/** A schema may ask that no two items are the same: each is compared with each other. */
const maxItems = 10_000;

/** What keeps a body from being used although it is JSON, in a sentence; `undefined` where nothing does. */
export function jsonFault(value: Json, level = 1): string | undefined {
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : "The body has a text that is not valid Unicode.";
  }
  if (typeof value === "number") {
    // 1e999 is JSON, but it is read as infinite, which would be written as null.
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
