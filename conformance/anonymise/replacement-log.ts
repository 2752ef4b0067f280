import type { Treatment } from "./treatment.ts";
import { treatmentWords } from "./treatment-words.ts";

/** What became of the values of one field that were taken for one kind; never a value of the source. */
export interface Replacement {
  /** `users.phones[].number`; `*` stands for a key that is no name of a field. */
  readonly path: string;
  readonly takenFor: string;
  readonly how: string;
  /** How many values that was. */
  readonly count: number;
}

export interface ReplacementLog {
  add(path: string, treatment: Treatment): void;
  list(): readonly Replacement[];
}

export function createReplacementLog(): ReplacementLog {
  const counts = new Map<string, Map<Treatment, number>>();
  return {
    add(path, treatment) {
      const ofPath = counts.get(path) ?? new Map<Treatment, number>();
      counts.set(path, ofPath.set(treatment, (ofPath.get(treatment) ?? 0) + 1));
    },
    list: () =>
      [...counts].flatMap(([path, ofPath]) =>
        [...ofPath].map(([treatment, count]) => ({ path, ...treatmentWords[treatment], count })),
      ),
  };
}

/** The replacements in words, a line for each kind with the fields it was found in: for the output of a command. */
export function describeReplacements(replaced: readonly Replacement[]): readonly string[] {
  const kinds = Map.groupBy(replaced, ({ takenFor, how }) => `${takenFor}: %, ${how}`);
  return [...kinds].map(([line, ofKind]) => {
    const total = ofKind.reduce((sum, { count }) => sum + count, 0);
    const paths = [...new Set(ofKind.map(({ path }) => path))];
    const values = `${total} ${total === 1 ? "value" : "values"}`;
    return `${line.replace("%", () => values)} (${paths.join(", ")})`;
  });
}
