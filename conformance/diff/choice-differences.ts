import { visibleLine } from "../report/visible.ts";
import type { Report } from "../report/report.ts";
import { statementsByField, statementsByKind } from "./grouped-words.ts";

/** An open point at which two reports observed something else. */
export interface ChoiceDifference {
  readonly openPoint: string;
  readonly section: string;
  readonly operation: string;
  readonly words: string;
  readonly a: string;
  readonly b: string;
}

/** What two reports say of one thing, and of which, where an observation is of several. */
type Pair = readonly [a: string, b: string, about?: string];

/** How the words at an open point are compared; as they stand, where nothing is said. */
const comparisons: Readonly<Record<string, (a: string, b: string) => readonly Pair[]>> = {
  "failure-statuses": byKind,
  "error-body": byKind,
  tokens: byKind,
  "page-size": byKind,
  "paging-parameters": byNames,
  "user-fields": byField,
  "subscription-fields": byField,
  "invoice-fields": byField,
  "element-shape": byField,
  // Which states records are in is theirs, and changes.
  states: (a, b) => differing(a.replaceAll(/ \([^)]*\)/g, ""), b.replaceAll(/ \([^)]*\)/g, "")),
};

/** Compares the observed choices of two reports, where both observed something. */
export function choiceDifferences(
  a: Report,
  b: Report,
): { readonly compared: number; readonly differences: readonly ChoiceDifference[] } {
  const pairs = a.choices.flatMap(({ openPoint, section, title, choices }) => {
    const others = b.choices.find((point) => point.openPoint === openPoint)?.choices ?? [];
    return choices.flatMap(({ operation, choice }) => {
      const other = others.find((one) => one.operation === operation)?.choice;
      return other === undefined ? [] : [{ openPoint, section, title, operation, choice, other }];
    });
  });
  return {
    compared: pairs.length,
    differences: pairs.flatMap(({ openPoint, section, title, operation, choice, other }) =>
      (comparisons[openPoint] ?? differing)(choice, other).map(([inA, inB, about]) => ({
        openPoint,
        section,
        operation,
        words: visibleLine(
          `${title} (${about === undefined ? operation : `${operation}, ${about}`}): ${inA} in A, ${inB} in B`,
          400,
        ),
        a: inA,
        b: inB,
      })),
    ),
  };
}

function differing(a: string, b: string): readonly Pair[] {
  return a === b ? [] : [[a, b]];
}

/** A run that tried more than the other says more: only what both tried is compared. */
function byKind(a: string, b: string): readonly Pair[] {
  const [inA, inB] = [statementsByKind(a), statementsByKind(b)];
  if (inA === undefined || inB === undefined) return differing(a, b);
  return [...inA].flatMap(([kind, value]) => {
    const other = inB.get(kind);
    return other === undefined || other === value ? [] : [[value, other, kind]];
  });
}

/** A run without a dialect tries common names, and may find but one of two, or be refused. */
function byNames(a: string, b: string): readonly Pair[] {
  const isRefused = [a, b].some((text) => text.startsWith("common parameter names are refused"));
  const [first = "", second = ""] = [a, b].map((text) => text.replace(/, and no common name for .*/, ""));
  const isPart =
    [first, second].some((text) => !text.includes(" and ")) && (first.includes(second) || second.includes(first));
  return isRefused || isPart ? [] : differing(first, second);
}

/** What is null or absent now and then is left out: a run sees few records. */
function byField(a: string, b: string): readonly Pair[] {
  const [inA, inB] = [statementsByField(a), statementsByField(b)];
  return [...new Set([...inA.keys(), ...inB.keys()])].flatMap((name) => {
    const [one, other] = [inA.get(name), inB.get(name)];
    if (one === undefined || other === undefined) {
      const isRare = (one ?? other ?? "").endsWith(" or absent");
      return isRare ? [] : [[one ?? "no such field", other ?? "no such field", name]];
    }
    return isAlike(one, other) ? [] : [[one, other, name]];
  });
}

function isAlike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((type) => type.replaceAll(/ or (null|absent)/g, ""));
  return first === second || first === "null" || second === "null";
}
