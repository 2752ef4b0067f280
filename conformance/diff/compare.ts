import { openPoints, type OpenPoint } from "../../fixtures/contract/open-points.ts";
import { choiceDifferences, type ChoiceDifference } from "./choice-differences.ts";
import { inOrder, phraseOf } from "./phrases.ts";
import { requirementChanges, type RequirementChange } from "./requirement-changes.ts";
import { settled } from "./settled.ts";
import type { Side, Told } from "./side.ts";
import { valueDifferences } from "./value-differences.ts";

/** What one side says, and what tells it. */
interface Saying {
  readonly says: string;
  readonly knowledge: Told["knowledge"];
  readonly evidence: readonly string[];
}

/** A place where the document is silent, and the sides do otherwise. */
export interface Difference {
  /** The key of a dialect, or of a parameter or limit in it. */
  readonly key: string;
  /** The open point it settles, with its section. */
  readonly openPoint: string;
  readonly section: string;
  readonly words: string;
  readonly a: Saying;
  readonly b: Saying;
}

/** What only one side tells: no difference. */
export interface Untold {
  readonly key: string;
  /** The side that does not tell it. */
  readonly by: "A" | "B";
  /** What the other one says. */
  readonly words: string;
}

/** All that two sides differ in. */
export interface Comparison {
  readonly a: Pick<Side, "name" | "kind">;
  readonly b: Pick<Side, "name" | "kind">;
  /** Whether neither an open point nor a requirement differs. */
  readonly same: boolean;
  /** How many keys, observations and requirements both tell. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Differences where a side only guesses: they make no difference yet. */
  readonly perhaps: readonly Difference[];
  /** Of two reports: observations in words, as both made them. */
  readonly choices: readonly ChoiceDifference[];
  /** Of two reports: requirements that one kept and the other broke. */
  readonly requirements: readonly RequirementChange[];
  readonly untold: readonly Untold[];
}

/** Compares two sides by all that both tell. */
export function compareSides(a: Side, b: Side): Comparison {
  const { report: first } = a;
  const { report: second } = b;
  const reports = first === undefined || second === undefined ? undefined : ([first, second] as const);
  // Two reports are compared in their own words, which say more than the keys that can be read from them.
  const keys = reports === undefined ? inOrder([...a.told.keys(), ...b.told.keys()]) : [];
  const [inA, inB] = [settled(a), settled(b)];
  const both = keys.filter((key) => inA.has(key) && inB.has(key));
  const found = both.flatMap((key) => differencesAt(key, inA.get(key), inB.get(key)));
  const [differences, perhaps] = [found.filter((one) => !isGuess(one)), found.filter(isGuess)];
  const choices = reports === undefined ? { compared: 0, differences: [] } : choiceDifferences(...reports);
  const changes = reports === undefined ? { compared: 0, changes: [], untold: [] } : requirementChanges(...reports);
  return {
    a: { name: a.name, kind: a.kind },
    b: { name: b.name, kind: b.kind },
    same: differences.length + choices.differences.length + changes.changes.length === 0,
    compared: both.length + choices.compared + changes.compared,
    differences,
    perhaps,
    choices: choices.differences,
    requirements: changes.changes,
    untold: [...untoldKeys(keys, a, b), ...changes.untold],
  };
}

function differencesAt(key: string, a: Told | undefined, b: Told | undefined): readonly Difference[] {
  if (a === undefined || b === undefined) return [];
  const point = openPointOf(key);
  return valueDifferences(key, a, b).map((difference) => ({
    key,
    openPoint: point.id,
    section: `§${point.section}`,
    words: difference.words,
    a: { says: difference.a, knowledge: a.knowledge, evidence: a.evidence },
    b: { says: difference.b, knowledge: b.knowledge, evidence: b.evidence },
  }));
}

/** Keys of which a likely value is a guess at a number or a set; of the others it is what was found after a search. */
const guessed =
  /^(paging\.\w+\.(defaultSize|maxSize)|errors|limits\.|auth\.challengeError|statuses\.|createUser\.|sorting\.(users|invoices))/;

function isGuess({ key, a, b }: Difference): boolean {
  return guessed.test(key) && [a, b].some(({ knowledge }) => knowledge === "likely");
}

function untoldKeys(keys: readonly string[], a: Side, b: Side): readonly Untold[] {
  const styles = keys.filter((key) => key.endsWith(".style") && isUnlike(a.told.get(key), b.told.get(key)));
  return keys.flatMap((key): readonly Untold[] => {
    const told = a.told.get(key) ?? b.told.get(key);
    // What belongs to one of two styles does not arise in the other.
    const isOfStyle = styles.some((style) => key.startsWith(style.slice(0, -"style".length)));
    if (told === undefined || isOfStyle || (a.told.has(key) && b.told.has(key))) return [];
    const { subject, say } = phraseOf(key);
    const words = key.startsWith("records.") ? "its fields" : `${subject} ${say(told.value)}`;
    return [{ key, by: a.told.has(key) ? "B" : "A", words }];
  });
}

function isUnlike(a: Told | undefined, b: Told | undefined): boolean {
  return a !== undefined && b !== undefined && a.value !== b.value;
}

/** The open point that a key settles: the one with the longest key that it begins with. */
function openPointOf(key: string): OpenPoint {
  const fitting = openPoints.filter((point) => point.key !== undefined && `${key}.`.startsWith(`${point.key}.`));
  const [closest] = fitting.toSorted((left, right) => (right.key?.length ?? 0) - (left.key?.length ?? 0));
  if (closest === undefined) throw new Error(`${key} settles no open point`);
  return closest;
}
