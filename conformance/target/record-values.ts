/** The values of a record by path: `no`, `meta.ref`. */
export type Leaves = ReadonlyMap<string, string | number>;

/** The maximum number of values per record. */
const maxLeaves = 200;

/** The maximum length of a text that identifies a record. */
const longest = 200;

/** The texts and numbers in a record, level by level: recursion could overflow the stack. */
export function flattenRecord(record: unknown): Leaves {
  const leaves = new Map<string, string | number>();
  const queue: (readonly [place: string, value: unknown])[] = [["", record]];
  for (const [place, value] of queue) {
    if (leaves.size >= maxLeaves || queue.length > 10 * maxLeaves) break;
    if (typeof value === "number" || (typeof value === "string" && value.length <= longest)) leaves.set(place, value);
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value).slice(0, maxLeaves)) queue.push([`${place}.${name}`, member]);
  }
  return leaves;
}

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const dateForms = new RegExp(
  String.raw`^(?:\d{4}([-/.]\d{1,2}){1,2}([T ].*)?|\d{1,2}([-/.]\d{1,2})?[-/.]\d{4}|(?:\d{4})?[-/ ]?[QW]\d{1,2}[-/ ]?(?:\d{4})?` +
    String.raw`|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])?|[\d\s.,/-]*(?:${months})[a-z]*[\d\s.,/-]*)$`,
  "i",
);

/** A date in any common format, or a timestamp in seconds or milliseconds. */
export function isDate(value: string | number): boolean {
  const number = Number(value);
  return dateForms.test(String(value)) || (number > 1e9 && number < 2.2e9) || (number > 1e12 && number < 2.2e12);
}

/** A numbered value: the text around its number, and the number. */
interface Numbered {
  readonly template: string;
  readonly number: number;
}

/** `INV-2025-0042` as `INV-Y-#` and 42; `undefined` without a number, or with one too large. */
export function numbered(value: string | number): Numbered | undefined {
  const text = String(value)
    .replaceAll(/(?<!\d)(?:19|20)\d\d(?=\D|$)/g, "Y")
    .replace(/^(?:19|20)\d\d(?=0\d{2,}$)/, "Y");
  const [, before = "", digits = "", after = ""] = /^(.*?)(\d{1,15})(\D*)$/.exec(text) ?? [];
  return digits === "" ? undefined : { template: `${before}#${after}`, number: Number(digits) };
}

/** Whether these are e-mail addresses, or random codes: uuids, `k9p34y6n`. */
export function areRandom(values: readonly string[]): boolean {
  if (values.every((value) => /^\S+@\S+\.\S+$/.test(value))) return true;
  const codes = values.filter((value) => /\d/.test(value) && value.replaceAll(/\W|_/g, "").length >= 6);
  const templates = new Set(values.map((value) => numbered(value)?.template ?? value));
  if (codes.length < values.length * 0.9) return false;
  return values.length === 1 ? code.test(values[0] ?? "") : templates.size > values.length / 2;
}

/** A random value by its form: an address, or a mix of letters and digits. */
export const code = /^\S+@\S+\.\S+$|(?:\d+[a-z]+-?){3}/i;

/** A date, an amount or words: two accounts may have the same. */
export function isCommonValue(value: string | number): boolean {
  return isDate(value) || /\s|^\D*\d+[.,]\d{1,2}\D*$/.test(String(value));
}

export function isWhole(value: string | number): boolean {
  return typeof value === "string" || Number.isInteger(value);
}

/** A path whose last part is the name of a record's own id. */
export const ownIdName = /(?:^|\.)_?(?:id|uuid|guid|key)$/i;

/** Usual names of ids, for lists too short to see it from the values. */
export const idName =
  /(?:^|\.)_?(?:id|uuid|guid|key|no|nr|num|number|ref|reference|code)$|(?:invoice|record|document)_?(?:id|no|nr|num|number|ref|code)$/i;

/** Whether a value is neither absent nor an object or array. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
