import { markdownTable } from "markdown-table";

/** One subject's figures from one round, by name with unit. */
export type Figures = Readonly<Record<string, number>>;

/** A figure of a subject in one round; `NaN` if it was not measured. */
type At = (subject: string, figure: string) => number;

/** A value from each round. */
interface Measure {
  readonly name: string;
  readonly value: (at: At) => number;
}

interface Goal extends Measure {
  readonly bound: "at least" | "at most";
  readonly limit: number;
}

/** What is measured, and the goals. */
export interface Benchmark {
  readonly title: string;
  /** How it is measured. */
  readonly method: string;
  /** Measured in turns, so that changes on the machine affect all. */
  readonly subjects: Readonly<Record<string, () => Promise<Figures>>>;
  /** The subject whose `µs` the others are compared with. */
  readonly base?: string;
  readonly goals: readonly Goal[];
}

export function atLeast(limit: number, measure: Measure): Goal {
  return { ...measure, bound: "at least", limit };
}

export function atMost(limit: number, measure: Measure): Goal {
  return { ...measure, bound: "at most", limit };
}

export function figureOf(subject: string, figure: string): Measure {
  return { name: `${figure}, ${subject}`, value: (at) => at(subject, figure) };
}

/** The ratio of a figure for two subjects. */
export function ratio(figure: string, above: string, below: string): Measure {
  return { name: `${figure}, ${above} / ${below}`, value: (at) => at(above, figure) / at(below, figure) };
}

const threeDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** With three significant digits, `73,500`, and a dash for `NaN`. */
function short(value: number): string {
  return Number.isNaN(value) ? "–" : threeDigits.format(value);
}

/** `NaN` if a value is. @throws RangeError if there are no values */
function median(values: readonly number[]): number {
  const sorted = values.some(Number.isNaN) ? [Number.NaN] : values.toSorted((left, right) => left - right);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (below === undefined || above === undefined) throw new RangeError("no values: there is no median");
  return (below + above) / 2;
}

/**
 * Measures every subject in every round; a failed one does not stop the others.
 * @returns Markdown: medians of the rounds, and of the ratios in each
 */
export async function runBenchmark(
  { base, ...study }: Benchmark,
  count: number,
  say: (text: string) => void,
): Promise<string> {
  const rounds: Record<string, Figures>[] = [];
  for (let number = 1; number <= count; number += 1) {
    const round: Record<string, Figures> = {};
    rounds.push(round);
    for (const [name, subject] of Object.entries(study.subjects)) {
      say(`${study.title}, round ${number} of ${count}: ${name}`);
      try {
        round[name] = await subject();
      } catch (error) {
        process.exitCode = 1;
        say(`✗ ${name}: ${String(error)}`);
      }
    }
  }
  const middle = (value: Measure["value"]): number =>
    median(rounds.map((round) => value((subject, figure) => round[subject]?.[figure] ?? Number.NaN)));
  const figures = [...new Set(rounds.flatMap((round) => Object.values(round).flatMap(Object.keys)))];
  const by = figures.filter((figure) => base !== undefined && figure.endsWith("µs"));
  const rows = Object.keys(study.subjects).map((name) => [
    name,
    ...figures.map((figure) => short(middle((at) => at(name, figure)))),
    ...by.map((figure) => short(middle((at) => at(base ?? "", figure) / at(name, figure)))),
  ]);
  const goals = study.goals.map(({ name, value, bound, limit }) => {
    const measured = middle(value);
    const isReached = bound === "at least" ? measured >= limit : measured <= limit;
    return [name, short(measured), `${bound} ${short(limit)}`, isReached ? "reached" : "NOT REACHED"];
  });
  const head = ["", ...figures, ...by.map((figure) => figure.replace("µs", "×"))];
  return [
    `## ${study.title}`,
    study.method,
    markdownTable([head, ...rows], { align: head.map((figure) => (figure === "" ? "l" : "r")) }),
    markdownTable([["figure", "measured", "goal", ""], ...goals]),
  ].join("\n\n");
}
