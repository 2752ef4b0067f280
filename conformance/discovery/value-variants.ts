import { jsonText, type Json } from "../../fixtures/json.ts";
import type { Leaf } from "./leaves.ts";

/** The variants of a value, and how likely each is rejected: a rejected one creates no user. */
export const suspicion = {
  empty: 0.8,
  length: 0.7,
  type: 0.6,
  format: 0.5,
  word: 0.5,
  absent: 0.4,
  null: 0.3,
  long: 0.2,
  emptyOption: 0.1,
} as const;

export type Try = keyof typeof suspicion;

/** A value with a type other than text or list. */
const oddNumber = 12_345;

/** Longer than any service accepts as a name. */
export const long = 2000;

/** The usual maximum, if a rejection has no number. */
export const usualLength = 255;

/** The replacement of a value. */
export const values: Readonly<Record<Try, (good: Json, maxLength: number) => Json | undefined>> = {
  empty: () => "",
  emptyOption: () => "",
  type: (good) => (typeof good === "string" || Array.isArray(good) ? oddNumber : "orgkit"),
  format: () => "orgkit{{unique}}",
  word: () => "orgkit",
  absent: () => undefined,
  null: () => null,
  long: (good) => "l".repeat(long) + jsonText(good),
  length: (good, maxLength) => {
    const domain = /@.*$/.exec(jsonText(good))?.[0] ?? "";
    return "l".repeat(maxLength + 1 - domain.length) + domain;
  },
};

/** Names of fields that usually have one of a few words. */
const fewWords =
  /role|type|status|kind|plan|tier|level|state|gender|locale|lang|country|currency|time_?zone|permission|access|visibility/i;

export function isOneOfFew({ path, value }: Leaf): boolean {
  return fewWords.test(path.at(-1) ?? "") && typeof value === "string" && isWord(value);
}

export function isWord(value: Json): boolean {
  return /^[\p{L}_-]{2,24}$/u.test(jsonText(value));
}
