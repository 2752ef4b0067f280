import { openPoints, type OpenPoint } from "../../fixtures/contract/open-points.ts";
import { inOrder, phraseOf } from "../discovery/words.ts";
import type { BehaviorDifference } from "./behavior.ts";
import { compareReports, type ChoiceDifference, type RequirementChange } from "./compare-reports.ts";
import { relevantIn, type KnownValue, type Side } from "./side.ts";
import { valueDifferences } from "./value-differences.ts";

/** The value on one side, with its evidence. */
interface SideValue {
  readonly text: string;
  readonly knowledge: KnownValue["knowledge"];
  readonly evidence: readonly string[];
}

/** A difference where the document is silent. */
export interface Difference {
  /** The key of a dialect, or of a parameter or limit in it. */
  readonly key: string;
  /** The open point it decides, with its section. */
  readonly openPoint: string;
  readonly section: string;
  readonly words: string;
  readonly a: SideValue;
  readonly b: SideValue;
}

/** Known on one side only: not a difference. */
export interface UnknownValue {
  readonly key: string;
  /** The side on which it is unknown. */
  readonly by: "A" | "B";
  /** The value on the other side. */
  readonly words: string;
}

/** The result of a comparison. */
export interface Comparison {
  readonly a: Pick<Side, "name" | "kind">;
  readonly b: Pick<Side, "name" | "kind">;
  /** Whether no open point and no requirement differs. */
  readonly same: boolean;
  /** The number of keys, observations and requirements known on both sides. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Differences in values that are only likely on a side: they do not count yet. */
  readonly perhaps: readonly Difference[];
  /** For two reports: what both observed, by operation. */
  readonly choices: readonly ChoiceDifference[];
  /** For two reports: requirements that only one side passes. */
  readonly requirements: readonly RequirementChange[];
  readonly unknown: readonly UnknownValue[];
  /** For two targets: requests with different responses, the first of each kind of difference. */
  readonly behaviors: readonly BehaviorDifference[];
  /** For a target and a dialect: requests to which the mock of the dialect responds differently. They do not count. */
  readonly ofMock?: readonly BehaviorDifference[];
}

/** Compares everything that is known on both sides. */
export function compareSides(a: Side, b: Side): Comparison {
  const sides = { a: { name: a.name, kind: a.kind }, b: { name: b.name, kind: b.kind } };
  const none = { differences: [], perhaps: [], choices: [], requirements: [], behaviors: [] };
  // Two reports are compared by operation, and by requirement.
  if (a.report !== undefined && b.report !== undefined) {
    const comparison = compareReports(a.report, b.report);
    return { ...sides, ...none, ...comparison, same: comparison.choices.length + comparison.requirements.length === 0 };
  }
  const keys = inOrder([...a.known.keys(), ...b.known.keys()]);
  const [inA, inB] = [relevantIn(a), relevantIn(b)];
  const both = keys.flatMap((key) => {
    const [one, other] = [inA.get(key), inB.get(key)];
    return one === undefined || other === undefined ? [] : [differencesAt(key, one, other)];
  });
  const [differences, perhaps] = [both.flat().filter((one) => !isGuess(one)), both.flat().filter(isGuess)];
  return {
    ...sides,
    ...none,
    same: differences.length === 0,
    compared: both.length,
    differences,
    perhaps,
    unknown: unknownKeys(keys, a, b),
  };
}

function differencesAt(key: string, a: KnownValue, b: KnownValue): readonly Difference[] {
  const point = openPointOf(key);
  return valueDifferences(key, a, b).map((difference) => ({
    key,
    openPoint: point.id,
    section: `§${point.section}`,
    words: difference.words,
    a: { text: difference.a, knowledge: a.knowledge, evidence: a.evidence },
    b: { text: difference.b, knowledge: b.knowledge, evidence: b.evidence },
  }));
}

/** For these keys a likely value is a guess at a number or a set; for others, the result of a search. */
const guessed =
  /^(paging\.\w+\.(defaultSize|maxSize)|errors|limits\.|auth\.challengeError|statuses\.|createUser\.|sorting\.(users|invoices))/;

function isGuess({ key, a, b }: Difference): boolean {
  return guessed.test(key) && [a, b].some(({ knowledge }) => knowledge === "likely");
}

function unknownKeys(keys: readonly string[], a: Side, b: Side): readonly UnknownValue[] {
  // Keys of one style do not apply to another style.
  const unlike = keys.filter((key) => {
    const [one, other] = [a.known.get(key), b.known.get(key)];
    return key.endsWith(".style") && one !== undefined && other !== undefined && one.value !== other.value;
  });
  return keys.flatMap((key): readonly UnknownValue[] => {
    const [inA, inB] = [a.known.get(key), b.known.get(key)];
    const known = inA ?? inB;
    const isOfStyle = unlike.some((style) => key.startsWith(style.slice(0, -"style".length)));
    if (known === undefined || isOfStyle || (inA !== undefined && inB !== undefined)) return [];
    const { subject, say } = phraseOf(key);
    const words = key.startsWith("records.") ? "its fields" : `${subject} ${say(known.value)}`;
    return [{ key, by: inA === undefined ? "A" : "B", words }];
  });
}

/** The open point of a key: the one with its longest prefix. */
function openPointOf(key: string): OpenPoint {
  const fitting = openPoints.filter((point) => point.key !== undefined && `${key}.`.startsWith(`${point.key}.`));
  const [closest] = fitting.toSorted((left, right) => (right.key?.length ?? 0) - (left.key?.length ?? 0));
  if (closest === undefined) throw new Error(`${key} settles no open point`);
  return closest;
}
