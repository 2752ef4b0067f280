import { isDeclared, writtenValue } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Json } from "../../fixtures/values/json.ts";
import { describeParts } from "./describe-difference.ts";
import { isSameValue, type OpenPoint } from "../open-points/open-point.ts";
import { openPointRows } from "../open-points/open-points.ts";
import { plainly } from "../open-points/words.ts";

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
