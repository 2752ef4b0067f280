/** Formats of texts that do not reveal their content, by JSON Schema's names (2020-12, §7.3). */
const textFormats: readonly (readonly [format: string, pattern: RegExp])[] = [
  ["date-time", /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/],
  ["date", /^\d{4}-\d{2}-\d{2}$/],
  ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["uri", /^https?:\/\/\S+$/i],
];

/** The JSON Schema type of a value. */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** The type of a value, or the format of a text with a known one. */
export function textFormat(value: unknown): string {
  const format = typeof value === "string" ? textFormats.find(([, pattern]) => pattern.test(value))?.[0] : undefined;
  return format ?? jsonType(value);
}

/** Whether a member's name may be shown: it reads like a name, not like data used as a key. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z_$@][\w$.:-]{0,39}$/.test(name) && textFormat(name) === "string" && !/\d{4}/.test(name);
}
