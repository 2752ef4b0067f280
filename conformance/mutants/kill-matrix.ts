import { obligationName, obligations } from "../../fixtures/contract/catalogue.ts";
import type { Defect } from "../defects/defect.ts";
import type { Report } from "../report/report.ts";
import { judgeServed, servedAs, type Judging } from "./serve.ts";

/** What the suite made of one mutant. */
export interface Kill {
  readonly mutant: Defect;
  /** The obligations that failed on it. */
  readonly failed: readonly string[];
  /** Obligations it names that did not fail. */
  readonly missed: readonly string[];
  /** Obligations that failed though it does not name them. */
  readonly surplus: readonly string[];
}

export interface KillMatrix {
  readonly kills: readonly Kill[];
  /** Obligations of the levels that decide a verdict which no mutant of their own breaks. */
  readonly unguarded: readonly string[];
}

/** Judges every mutant as a target of one run. */
export async function runKillMatrix(mutants: readonly Defect[], judging: Judging): Promise<KillMatrix> {
  const reports = await judgeServed(mutants.map(servedAs), judging);
  return { kills: mutants.map((mutant, index) => killOf(mutant, reports[index])), unguarded: unguarded(mutants) };
}

function killOf(mutant: Defect, report: Report | undefined): Kill {
  const failed = (report?.results ?? [])
    .filter(({ status }) => status === "failed")
    .map(({ id, operation }) => `${id} ${operation}`);
  const named = [...mutant.breaks, ...(mutant.collateral ?? [])];
  return {
    mutant,
    failed,
    missed: named.filter((name) => !failed.includes(name)),
    surplus: failed.filter((name) => !named.includes(name)),
  };
}

/** The obligations that no mutant names as its own. */
export function unguarded(mutants: readonly Defect[]): readonly string[] {
  const guarded = new Set(mutants.flatMap(({ breaks }) => breaks));
  return obligations(["stated", "implied", "declared"])
    .map(obligationName)
    .filter((name) => !guarded.has(name));
}

/** Whether each mutant is killed by exactly what it names. */
export function isComplete({ kills, unguarded: open }: KillMatrix): boolean {
  return open.length === 0 && kills.every(({ missed, surplus }) => missed.length + surplus.length === 0);
}

/** The matrix for a terminal: what went wrong first, then each requirement and its mutants. */
export function matrixText({ kills, unguarded: open }: KillMatrix): string {
  const wrong = kills.filter(({ missed, surplus }) => missed.length + surplus.length > 0);
  const rows = [...new Set(kills.flatMap(({ mutant }) => mutant.breaks))].map((name) => {
    const own = kills.filter(({ mutant }) => mutant.breaks.includes(name));
    const killed = own.filter(({ failed }) => failed.includes(name));
    return `  ${name.padEnd(26)} ${killed.length}/${own.length}  ${own.map(({ mutant }) => mutant.id.replace(/@.*/, "")).join(", ")}`;
  });
  const alive = kills.filter(({ failed }) => failed.length === 0).length;
  return [
    ...wrong.flatMap(({ mutant, missed, surplus }) => [
      `✗ ${mutant.id}`,
      ...(missed.length === 0 ? [] : [`    not caught by ${missed.join(", ")}`]),
      ...(surplus.length === 0 ? [] : [`    also failed: ${surplus.join(", ")}`]),
    ]),
    ...open.map((name) => `✗ ${name} has no mutant`),
    "Kill matrix: each obligation, how many of its own mutants it caught, and which they are",
    ...rows.toSorted(),
    "",
    `${kills.length} mutants, ${kills.length - alive} killed, ${alive} alive; ${wrong.length} not as they say; ${rows.length} obligations guarded, ${open.length} not`,
  ].join("\n");
}
