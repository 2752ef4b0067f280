import { obligationName, obligations } from "../checks/catalogue.ts";
import { provisional } from "../checks/judge.ts";
import type { Defect } from "../defects/defect.ts";
import type { Report } from "../report/report.ts";
import { judgeServed, servedAs, type Judging } from "./serve.ts";

export type KillMatrix = Awaited<ReturnType<typeof runKillMatrix>>;

/** Judges every mutant as a target of one run. */
export async function runKillMatrix(mutants: readonly Defect[], judging: Judging) {
  const reports = await judgeServed(mutants.map(servedAs), judging);
  return { kills: mutants.map((mutant, index) => killOf(mutant, reports[index])), unguarded: unguarded(mutants) };
}

/** What failed on a mutant, what it names that did not fail, and what failed though it does not name it. */
function killOf(mutant: Defect, report: Report | undefined) {
  const failed = (report?.results ?? [])
    .filter(({ status, message }) => status === "failed" || message.startsWith(provisional))
    .map(({ id, operation }) => `${id} ${operation}`);
  const named = [...mutant.breaks, ...(mutant.collateral ?? [])];
  return {
    mutant,
    failed,
    missed: named.filter((name) => !failed.includes(name)),
    surplus: failed.filter((name) => !named.includes(name)),
  };
}

/** The obligations of the levels that decide a verdict that no mutant names as its own. */
export function unguarded(mutants: readonly Defect[]): readonly string[] {
  const guarded = new Set(mutants.flatMap(({ breaks }) => breaks));
  return obligations(["stated", "implied", "declared"])
    .map(obligationName)
    .filter((name) => !guarded.has(name));
}

function isWrong({ missed, surplus }: KillMatrix["kills"][number]): boolean {
  return missed.length + surplus.length > 0;
}

/** Whether each mutant is killed by exactly what it names. */
export function isComplete({ kills, unguarded: open }: KillMatrix): boolean {
  return open.length === 0 && !kills.some(isWrong);
}

/** The matrix for a terminal: what went wrong first, then each requirement and its mutants. */
export function matrixText({ kills, unguarded: open }: KillMatrix): string {
  const wrong = kills.filter(isWrong);
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
