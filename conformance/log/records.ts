import { isObject } from "../../fixtures/values/json.ts";
import { createHash } from "node:crypto";
import { memoize } from "../../fixtures/values/memoize.ts";

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
function areRandom(values: readonly string[]): boolean {
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

function isWhole(value: string | number): boolean {
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

/** How to tell the records of a list apart. */
export interface Identity {
  /** Whether equal keys prove that two records are the same. */
  readonly isReliable: boolean;
  /** The path of their own ids, if these tell them apart: `.id`, `.user.id`. */
  readonly ownId: string | undefined;
  readonly identify: (records: readonly unknown[]) => readonly string[];
}

/**
 * Finds a key that identifies the records of a list by their values: a path at which each record has its own code,
 * address or number. Two equal records may still be different ones.
 * @param pages the records of each page
 * @param again the first of them, read again: values that change between two readings do not count
 */
export function findIdentity(pages: readonly (readonly unknown[])[], again: readonly unknown[] = []): Identity {
  const leavesByPage = pages.map((page) => page.map(flattenRecord));
  const all = leavesByPage.flat();
  const second = again.map(flattenRecord);
  const shared = [...(all[0]?.keys() ?? [])].filter((place) => all.every((leaves) => leaves.has(place)));
  const steady = shared.filter((place) => isSteady(leavesByPage[0] ?? [], second, place));
  // If a page has other records each time, no value is stable.
  for (const places of [steady, shared]) {
    const content = createContentKey(places);
    const candidates = places.filter((place) => leavesByPage.every((page) => isOwn(page, place, content)));
    const counts = new Map(candidates.map((place) => [place, new Set(all.map((leaves) => leaves.get(place))).size]));
    const most = Math.max(0, ...counts.values());
    const own = candidates.filter((place) => counts.get(place) === most && isIdentifying(all, place));
    const first = own.find((place) => ownIdName.test(place)) ?? own[0];
    if (first === undefined) continue;
    const isSure = ownIdName.test(first) || areRandom(all.map((leaves) => String(leaves.get(first))));
    return {
      isReliable: true,
      ownId: ownIdName.test(first) ? first : undefined,
      identify: memoizePages((record) => {
        const leaves = flattenRecord(record);
        // What is absent identifies nothing: newer records may have other members.
        if (!leaves.has(first)) return canonical(record);
        return isSure ? `${first}=${String(leaves.get(first))}` : content(leaves);
      }),
    };
  }
  return { isReliable: false, ownId: undefined, identify: memoizePages(canonical) };
}

/** Pages are compared in several ways, and may be long. */
function memoizePages(keyOf: (record: unknown) => string): Identity["identify"] {
  return memoize((records: readonly unknown[]) => records.map(keyOf));
}

function createContentKey(places: readonly string[]): (leaves: Leaves) => string {
  return (leaves) => JSON.stringify(places.map((place) => leaves.get(place)));
}

/** Whether a second reading of a page has most values again. */
function isSteady(page: readonly Leaves[], again: readonly Leaves[], place: string): boolean {
  const values = new Set(again.map((leaves) => leaves.get(place)));
  const recurring = page.filter((leaves) => values.has(leaves.get(place))).length;
  return again.length === 0 || 2 * recurring >= Math.min(page.length, again.length);
}

/** Whether only equal records share a value on this page, and few do: records without an id may all look the same. */
function isOwn(page: readonly Leaves[], place: string, content: (leaves: Leaves) => string): boolean {
  const byValue = new Map<unknown, string>();
  const areEqual = page.every((leaves) => {
    const whole = content(leaves);
    const other = byValue.get(leaves.get(place));
    byValue.set(leaves.get(place), whole);
    return other === undefined || other === whole;
  });
  return areEqual && (ownIdName.test(place) || 2 * byValue.size >= page.length);
}

/** Whether values have the form of identifiers, or the name of one. */
function isIdentifying(all: readonly Leaves[], place: string): boolean {
  const values = all.map((leaves) => leaves.get(place)).filter((value) => value !== undefined);
  if (!values.every(isWhole)) return false;
  if (ownIdName.test(place)) return true;
  if (values.some(isCommonValue)) return false;
  return idName.test(place) || areRandom(values.map(String)) || values.every((value) => numbered(value) !== undefined);
}
