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

/** More parts are of the same kind. */
const maxParts = 5;

/** Where two values differ, as pairs of texts. */
function describeParts(one: Json, other: Json): readonly (readonly [one: string, other: string])[] {
  const [left, right] = [new Map(flatten(one)), new Map(flatten(other))];
  const text = (value: Json | undefined): string => (value === undefined ? "nothing" : JSON.stringify(value));
  const parts = [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => text(left.get(path)) !== text(right.get(path)),
  );
  const shown = parts.slice(0, maxParts).map((path): readonly [string, string] => {
    const values = [left.get(path), right.get(path)] as const;
    const [mine, theirs] =
      typeof values[0] === "string" && typeof values[1] === "string" ? differentPart(values[0], values[1]) : values;
    const at = path === "" ? "" : `${path}: `;
    return [at + text(mine), at + text(theirs)];
  });
  const rest = `${parts.length - maxParts} more`;
  return parts.length > maxParts ? [...shown, [rest, rest]] : shown;
}

/** The values in a value by their paths: `kinds.notFound.body`. Choices and names of fields are one value. */
function flatten(value: Json, path: readonly string[] = []): readonly (readonly [path: string, value: Json])[] {
  const hasParts = isObject(value) || (Array.isArray(value) && value.some((item) => typeof item === "object"));
  const members = hasParts ? Object.entries(value) : [];
  if (members.length === 0) return [[path.join("."), value]];
  return members.flatMap(([name, member]) => flatten(member, [...path, name]));
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
