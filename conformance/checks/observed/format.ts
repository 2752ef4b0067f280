import { isObject } from "../../../fixtures/json.ts";

/** Formats of a text that tell something of it and nothing of its content, the first that fits. */
const textFormats: readonly (readonly [format: string, pattern: RegExp])[] = [
  ["date-time", /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/],
  ["date", /^\d{4}-\d{2}-\d{2}$/],
  ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ["e-mail", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["URL", /^https?:\/\/\S+$/i],
];

/** The JSON type of a value in words, with the format of a text that has a known one: `text (date-time)`. */
export function formatOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (isObject(value)) return "object";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value !== "string") return typeof value;
  const format = textFormats.find(([, pattern]) => pattern.test(value))?.[0];
  return format === undefined ? "text" : `text (${format})`;
}

/** Whether a member's name may be shown: it reads like one, and not like data that serves as a key. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z_$@][\w$.:-]{0,39}$/.test(name) && formatOf(name) === "text" && !/\d{4}/.test(name);
}

const alphabets: readonly (readonly [words: string, pattern: RegExp])[] = [
  ["digits", /^\d+$/],
  ["hexadecimal digits", /^[0-9a-f]+$/],
  ["digits and lower-case letters", /^[0-9a-z]+$/],
  ["digits and upper-case letters", /^[0-9A-Z]+$/],
  ["digits and letters", /^[0-9A-Za-z]+$/],
];

/** The format that ids have in common, and nothing of the ids but a short prefix: `sub_ and 8 characters (digits)`. */
export function formatOfIds(ids: readonly string[]): string {
  if (ids.every((id) => formatOf(id) === "text (uuid)")) return "a uuid";
  if (ids.every((id) => /^(0|[1-9]\d*)$/.test(id))) return "an integer";
  const prefixes = new Set(ids.map((id) => /^[A-Za-z]{1,8}[_-](?=[^_-]+$)/.exec(id)?.[0] ?? ""));
  const [prefix = ""] = prefixes.size === 1 ? prefixes : [];
  const rests = ids.map((id) => id.slice(prefix.length));
  const alphabet = alphabets.find(([, pattern]) => rests.every((rest) => pattern.test(rest)))?.[0];
  if (alphabet === undefined) return prefix === "" ? "a text" : `\`${prefix}\` and a text`;
  const lengths = new Set(rests.map((rest) => rest.length));
  const body = lengths.size === 1 ? `${[...lengths].join("")} characters (${alphabet})` : alphabet;
  return prefix === "" ? body : `\`${prefix}\` and ${body}`;
}
