import { isDeclared, writtenValue } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isObject, type Json } from "../../fixtures/values/json.ts";
import { sharedEnd, sharedStart } from "../../fixtures/values/text.ts";
import { isSameValue, type OpenPoint, plainly } from "../open-points/open-point.ts";
import { openPointRows } from "../open-points/open-points.ts";

/** One side of a comparison: a dialect that was loaded, or learned from a target. */
export interface Side {
  readonly name: string;
  /** Only its written keys count; a difference of likely ones is not certain. */
  readonly dialect: Dialect;
}

/** A dialect key that differs between two sides. */
export interface Difference {
  readonly point: OpenPoint;
  readonly one: Json;
  readonly other: Json;
}

/** Two sides, key by key. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Differences of what is likely only: perhaps the responses of one side show too little. */
  readonly likely: readonly Difference[];
  /** The keys with the same value on both sides. */
  readonly same: readonly string[];
  /** The keys that only one side has, so that nothing can be said of them. */
  readonly unknown: readonly string[];
}

/** Compares the keys that both sides have. */
export function compareDialects(one: Side, other: Side): Comparison {
  const differences: Difference[] = [];
  const likely: Difference[] = [];
  const same: string[] = [];
  const unknown: string[] = [];
  for (const point of openPointRows) {
    const { key } = point;
    const [left, right] = [one, other].map(({ dialect }) => writtenValue(dialect, key));
    const areCertain = [one, other].every(({ dialect }) => isDeclared(dialect, key));
    if (left === undefined && right === undefined) continue;
    if (left === undefined || right === undefined) unknown.push(key);
    else if (isSameValue(left, right)) same.push(key);
    else (areCertain ? differences : likely).push({ point, one: left, other: right });
  }
  return { differences, likely, same, unknown };
}

/** In two longer texts, nobody sees what differs. */
const maxClear = 120;

/** A comparison as text: each difference with both values, and how many keys are the same or unknown. */
export function comparisonText(one: Side, other: Side, comparison: Comparison): string {
  const { differences, likely, same, unknown } = comparison;
  const describe = ({ point: { key, subject, say = plainly }, one: left, other: right }: Difference): string[] => {
    const words = [say(left), say(right)] as const;
    // Words leave out details, and cut long texts.
    const isClear = words[0] !== words[1] && words.every(({ length }) => length <= maxClear);
    const pairs = isClear ? [words] : describeParts(left, right);
    return [
      `${key}: ${subject}`,
      ...pairs.flatMap(([text, otherText]) => [`  - ${text} (${one.name})`, `  + ${otherText} (${other.name})`]),
    ];
  };
  const paragraphs = [
    differences.flatMap(describe),
    likely.length === 0
      ? []
      : ["Likely, and not counted: the responses may show too little", ...likely.flatMap(describe)],
  ].filter(({ length }) => length > 0);
  const counts = `${differences.length} of ${differences.length + same.length} keys differ`;
  const left = unknown.length === 0 ? "" : `; ${unknown.length} are known of one side only: ${unknown.join(", ")}`;
  return [...paragraphs, [counts + left]].map((lines) => lines.join("\n")).join("\n\n");
}

/** A place at which two values differ: its path, `kinds.notFound.body`, and what each of them has there. */
interface Part {
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** More parts are of the same kind. */
const maxParts = 5;

/** Where two values differ, as pairs of texts. */
function describeParts(one: Json, other: Json): readonly (readonly [one: string, other: string])[] {
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
  const [left, right] = [readMembers(one), readMembers(other)];
  if (left === undefined || right === undefined) {
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ path: path.join("."), one, other }];
  }
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].flatMap((name) => findParts(left.get(name), right.get(name), [...path, name]));
}

function readMembers(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  // Choices and names of fields are read as a whole.
  if (Array.isArray(value) && value.some((item) => typeof item === "object"))
    return new Map(value.map((item, index) => [String(index), item]));
  return isObject(value) ? new Map(Object.entries(value)) : undefined;
}

/** How much of the text around a difference helps to find it. */
const maxAround = 20;

/** Two texts without most of what they share at both ends. */
function differentPart(one: string, other: string): readonly [string, string] {
  const start = sharedStart([one, other]).length;
  const end = sharedEnd([one.slice(start), other.slice(start)]).length;
  const from = Math.max(start - maxAround, 0);
  const cut = (text: string): string => {
    const to = Math.min(text.length - end + maxAround, text.length);
    return `${from > 0 ? "…" : ""}${text.slice(from, to).toWellFormed()}${to < text.length ? "…" : ""}`;
  };
  return [cut(one), cut(other)];
}
