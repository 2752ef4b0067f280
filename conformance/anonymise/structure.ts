import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { collections, type RecordData } from "../../fixtures/worlds/world.ts";
import { z } from "zod";
import { fieldKindOf, isDataKey, isEmail, isName, isUrl } from "./fields.ts";
import { daysAfter } from "./timestamps.ts";
import { collectSourceWords, isFieldText, isPublicText, type SourceWords, unspaced } from "./words.ts";
import type { Treatment } from "./replacement-log.ts";

/** A value that is not an array and not an object. */
export type Scalar = string | number | boolean | null;

/** What was seen of one field in all records. */
interface Field {
  readonly kind: string | undefined;
  /** The records that contain each value. */
  readonly holders: Map<Scalar, Set<JsonObject>>;
  /** The evidence that a value is structure. */
  readonly kept: Map<Scalar, Treatment>;
}

/** The path of a member, `users.phones`; all members whose names are data share one. */
export function memberOf(path: string, key: string): string {
  return `${path}.${isDataKey(key) ? "*" : key}`;
}

/**
 * Each value that is not an array and not an object, and each key that is data, with its path: `users.phones[].number`.
 */
export function scalarsIn(value: Json, path: string): readonly (readonly [path: string, value: Scalar])[] {
  if (Array.isArray(value)) return value.flatMap((item) => scalarsIn(item, `${path}[]`));
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(isDataKey(key) ? [[`${path}.**`, key] as const] : []),
    ...scalarsIn(member, memberOf(path, key)),
  ]);
}

/**
 * Finds what in some records is structure, which stays. A value is structure only if it is shown to be *and* shares no
 * word with a text that is not. So each rejected value may cause others to be rejected, until no more are.
 */
export function structureOf(given: SourceRecords) {
  const records = withIds(given);
  const fields = new Map<string, Field>();
  for (const collection of collections) {
    for (const record of records[collection]) {
      for (const [path, value] of scalarsIn(record, collection)) {
        const field = fields.get(path) ?? {
          kind: path === `${collection}.id` ? "own" : fieldKindOf(path),
          holders: new Map(),
          kept: new Map(),
        };
        field.holders.set(value, (field.holders.get(value) ?? new Set()).add(record));
        fields.set(path, field);
      }
    }
  }
  for (const [path, field] of fields) keepShown(field, path.startsWith("users."));
  const all = [...fields.values()];
  const collect = (): SourceWords => collectSourceWords(all.flatMap(personalTexts));
  let source = collect();
  const strikeOff = ({ kept }: Field): boolean =>
    [...kept].filter(([value, shown]) => shown === "repeated" && !source.isFree(String(value)) && kept.delete(value))
      .length > 0;
  while (all.filter(strikeOff).length > 0) source = collect();
  return {
    records,
    source,
    /** The values of a field that stay. */
    keptAt: (path: string): readonly Scalar[] => [...(fields.get(path)?.kept.keys() ?? [])],
    /** The treatment of a value: undefined if it is empty, and so reveals nobody. */
    treatmentAt: (path: string, value: Scalar): Treatment | undefined => {
      const { kind, kept } = fields.get(path) ?? {};
      const shown = kept?.get(value);
      return shown !== undefined && kind === "attribute" ? kind : (shown ?? treatmentOf(value, kind));
    },
    /**
     * Whether this member name stays, for objects at this path: common field names do, and those that half of the
     * records have, unless their form is that of data.
     */
    keepsKey: (path: string, key: string): boolean => {
      const own = collections.flatMap((name) => (name === path ? records[name] : []));
      const isCommon = own.filter((record) => Object.hasOwn(record, key)).length * 2 >= Math.max(1, own.length);
      return !isDataKey(key) && (isCommon || isFieldText(key) || source.isFree(key));
    },
  };
}

/** The treatment of a value that is not shown to be structure. */
export function treatmentOf(value: Scalar, kind: string | undefined): Treatment | undefined {
  if (kind === "own") return "id";
  if (typeof value === "number") {
    if (kind === "amount" || (kind === "id" && Number.isInteger(value))) return kind;
    if (daysAfter(value, 0) !== undefined) return "timestamp";
    if (!Number.isInteger(value) || Math.abs(value) < 1900) return "number";
    return value > 0 && value < 2100 ? "year" : Math.abs(value) < 10_000 ? "number" : "id";
  }
  if (typeof value !== "string" || !/[\p{L}\p{N}\p{So}\p{Co}\p{Extended_Pictographic}]/u.test(value)) return undefined;
  if (isEmail(value)) return "email";
  if (isUrl(value)) return "url";
  if (kind === "id" && !/\p{L}{3}.*\s.*\p{L}{3}/su.test(value)) return kind;
  if (daysAfter(value, 0) !== undefined) return kind === "birth" ? kind : "timestamp";
  if (/^[+-]?\d{1,15}(?:\.\d{1,8})?$/.test(value) && (kind === "amount" || value.includes(".")))
    return kind === "amount" ? kind : "number";
  // The usual forms of ids and secrets.
  if (kind === undefined && /^(?=.*\d)[\x21-\x7E]{2,}$|^(?=.*[a-z])(?=.*[A-Z])(?=.*[+/=_])[\w+/=.-]{16,}$/.test(value))
    return "id";
  return isName(value) ? "name" : "text";
}

/**
 * Values count as an enumeration only if each is in at least three of at least eight records, and in four on average.
 */
function keepShown({ kind, holders, kept }: Field, isPerson: boolean): void {
  if (kind !== undefined && !["enumeration", "attribute", "coded"].includes(kind)) return;
  const informative = [...holders].filter(([value]) => value !== null && value !== true && value !== false);
  const count = new Set(informative.flatMap(([, records]) => [...records])).size;
  const isSmallSet = count >= 8 && informative.length <= Math.min(12, count / 4);
  // If the field name does not suggest an enumeration, the values must: `past_due`, not `Kovács`.
  const code =
    kind === undefined ? /^[a-z][a-z\d]*(?:[_.:-][a-z\d]+)*$/ : /^(?!.*(?:\d{4}|@))\S{1,20}(?: \S{1,20}){0,2}$/;
  for (const [value, { size }] of informative) {
    const text = String(value);
    const isShort = typeof value === "number" ? Math.abs(value) < 1000 : code.test(text);
    if (
      isPublicText(text) ||
      /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text) ||
      (kind === "coded" && /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(text))
    )
      kept.set(value, "public");
    else if (isSmallSet && size >= 3 && isShort) kept.set(value, "repeated");
    else if (!isPerson && /^-?\d{1,3}$/.test(text)) kept.set(value, "small");
  }
}

/**
 * The digits of a date or an amount reveal nothing, and in an id only parts that read like words do: `anna-kiss-42`.
 */
function personalTexts({ kind, holders, kept }: Field): readonly string[] {
  const values = [...holders.keys()].filter((value) => !kept.has(value));
  const shared = kind === "id" || kind === "own" ? sharedPrefix(values.map(String)).length : 0;
  return values.flatMap((value) => {
    const treatment = treatmentOf(value, kind);
    if (treatment === "id") return String(value).slice(shared).match(wordInId) ?? [];
    return [undefined, "timestamp", "amount", "number", "year"].includes(treatment) ? [] : [String(value)];
  });
}

const wordInId = new RegExp(`(?<![\\p{L}\\p{N}])\\p{L}{4,}(?![\\p{L}\\p{N}])|[${unspaced}]{2,}`, "gu");

/** The common prefix of all ids, up to a separator or the first digit: `sub_`, `INV-2024-`, `Q`. */
export function sharedPrefix(ids: readonly string[]): string {
  const [first = ""] = ids;
  const prefix =
    [...first.matchAll(/[_\-.:/]|(?<=^[A-Za-z]+)(?=\d)/g)]
      .map(({ 0: separator, index }) => first.slice(0, index + separator.length))
      .findLast((start) => ids.every((id) => id.startsWith(start))) ?? "";
  return isPublicText(prefix) || (ids.length >= 3 && prefix.length <= first.length / 2) ? prefix : "";
}

type Resource = "users" | "subscriptions" | "invoices";

/** The records of a service as received; their `id` may have another name, or be missing. */
export type SourceRecords = Readonly<Record<Resource, readonly JsonObject[]>>;

/**
 * Gives each record an `id`, which orgkit needs to address it, and removes duplicates. If a service uses another name,
 * that field's value is the id; if it has none, one is made up.
 */
export function withIds({ users, subscriptions, invoices }: SourceRecords): Record<Resource, readonly RecordData[]> {
  return {
    users: identified(users, "user"),
    subscriptions: identified(subscriptions, "subscription"),
    invoices: identified(invoices, "invoice"),
  };
}

function identified(records: readonly JsonObject[], resource: string): readonly RecordData[] {
  const names = ["id", "_id", "uuid", "guid", "uid", `${resource}_id`, `${resource}Id`, `${resource}ID`, "number"];
  const byId = new Map<string, RecordData>();
  for (const [index, record] of records.entries()) {
    const own = names.map((name) => record[name]).find((value) => idSchema.safeParse(value).success);
    const id = idSchema.catch(`${resource}_${String(index + 1).padStart(6, "0")}`).parse(own);
    if (!byId.has(String(id))) byId.set(String(id), { ...record, id });
  }
  return [...byId.values()];
}

const idSchema = z.union([z.string().min(1), z.int()]);
