/** What callers of one kind got. */
interface Count {
  calls: number;
  unexpected: number;
}

/** Counts the replies of each kind of caller, and keeps the first few that nobody expected. */
export interface Tally {
  /** @param problem what was not as expected; `undefined` where all was */
  note(kind: string, problem?: string): void;
  readonly counts: ReadonlyMap<string, Readonly<Count>>;
  readonly problems: readonly string[];
  readonly calls: number;
  readonly unexpected: number;
}

const mostProblems = 10;

export function createTally(): Tally {
  const counts = new Map<string, Count>();
  const problems: string[] = [];
  const sum = (of: keyof Count): number => [...counts.values()].reduce((total, count) => total + count[of], 0);
  return {
    counts,
    problems,
    get calls() {
      return sum("calls");
    },
    get unexpected() {
      return sum("unexpected");
    },
    note: (kind, problem) => {
      const count = counts.get(kind) ?? { calls: 0, unexpected: 0 };
      counts.set(kind, count);
      count.calls += 1;
      if (problem === undefined) return;
      count.unexpected += 1;
      if (problems.length < mostProblems) problems.push(`${kind}: ${problem}`);
    },
  };
}
