import { isObject, type Json } from "../../fixtures/values/json.ts";

/** A place at which two values differ: its path, `kinds.notFound.body`, and what each of them has there. */
interface Part {
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** More parts are of the same kind. */
const maxParts = 5;

/** Where two values differ, as pairs of texts. */
export function describeParts(one: Json, other: Json): readonly (readonly [one: string, other: string])[] {
  const parts = findParts(one, other);
  const rest = parts.length - maxParts;
  const shown = parts.slice(0, maxParts).map(({ path, ...values }): readonly [string, string] => {
    const [left, right] =
      typeof values.one === "string" && typeof values.other === "string"
        ? differentPart(values.one, values.other)
        : [values.one, values.other];
    const text = (value: Json | undefined): string => (value === undefined ? "nothing" : JSON.stringify(value));
    const at = path === "" ? "" : `${path}: `;
    return [at + text(left), at + text(right)];
  });
  return rest > 0 ? [...shown, [`${rest} more`, `${rest} more`]] : shown;
}

function findParts(one: Json | undefined, other: Json | undefined, path: readonly string[] = []): readonly Part[] {
  const [left, right] = [membersOf(one), membersOf(other)];
  if (left === undefined || right === undefined) {
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ path: path.join("."), one, other }];
  }
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].flatMap((name) => findParts(left.get(name), right.get(name), [...path, name]));
}

function membersOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  // Choices and names of fields are read as a whole.
  if (Array.isArray(value) && value.some((item) => typeof item === "object"))
    return new Map(value.map((item, index) => [String(index), item]));
  return isObject(value) ? new Map(Object.entries(value)) : undefined;
}

/** How much of the text around a difference helps to find it. */
const maxAround = 20;

/** Two texts without most of what they share at both ends. */
function differentPart(one: string, other: string): readonly [string, string] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shortest = Math.min(one.length, other.length);
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = Math.max(start - maxAround, 0);
  const cut = (text: string): string => {
    const to = Math.min(text.length - end + maxAround, text.length);
    return `${from > 0 ? "…" : ""}${text.slice(from, to).toWellFormed()}${to < text.length ? "…" : ""}`;
  };
  return [cut(one), cut(other)];
}
