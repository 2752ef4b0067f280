import { hasId, isList, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { findRequirement, obligationName, obligations } from "../../checks/catalogue.ts";
import { hasFailed } from "../../checks/judge.ts";
import type { Defect } from "../defects/defect.ts";
import { defectsByPlace } from "../defects/defects.ts";
import type { Report } from "../../report/report.ts";
import { judgeServed, servedAs, type Judging } from "./serve.ts";

export type KillMatrix = Awaited<ReturnType<typeof runKillMatrix>>;

/** Judges all mutants as the targets of one run. */
export async function runKillMatrix(mutants: readonly Defect[], judging: Judging) {
  const reports = await judgeServed(mutants.map(servedAs), judging);
  return { kills: mutants.map((mutant, index) => killOf(mutant, reports[index])), unguarded: unguarded(mutants) };
}

/** What failed on a mutant, what it lists that did not fail, and what failed but is not listed. */
function killOf(mutant: Defect, report: Report | undefined) {
  const failed = (report?.results ?? []).filter(hasFailed).map(({ id, operation }) => `${id} ${operation}`);
  const named = [...mutant.breaks, ...(mutant.collateral ?? [])];
  return {
    mutant,
    failed,
    missed: named.filter((name) => !failed.includes(name)),
    surplus: failed.filter((name) => !named.includes(name)),
  };
}

/** The obligations that decide a verdict and that no mutant breaks. */
export function unguarded(mutants: readonly Defect[]): readonly string[] {
  const guarded = new Set(mutants.flatMap(({ breaks }) => breaks));
  return obligations(["stated", "implied", "declared"])
    .map(obligationName)
    .filter((name) => !guarded.has(name));
}

/** Whether none of the obligations that a mutant breaks fails. */
function isMissed({ mutant, missed }: KillMatrix["kills"][number]): boolean {
  return mutant.breaks.every((name) => missed.includes(name));
}

/** Whether each mutant is found by an obligation that it breaks. */
export function isComplete({ kills, unguarded: open }: KillMatrix): boolean {
  return open.length === 0 && !kills.some(isMissed);
}

/** The places of the matrix, by the defects; declared keys are broken on the plain request. */
const placeOf = new Map([...defectsByPlace].flatMap(([place, all]) => all.map(({ id }) => [id, place] as const)));
const columns = [...defectsByPlace.keys()];

/** The operations on which a rule can be broken there; by default all. */
const takesPlaceOn: Readonly<Record<string, (operation: OperationId) => boolean>> = {
  path: () => true,
  token: () => true,
  plain: () => true,
  time: () => true,
  id: hasId,
  write: (operation) => operations[operation].shape === "create",
};

/** How many mutants of a rule were killed at a place: `2`, `1/2`, `·` if it is impossible, `–` if there is none. */
function cellOf(rule: string, place: string, kills: KillMatrix["kills"]): string {
  const own = kills.filter(({ mutant }) => (placeOf.get(mutant.id) ?? "plain") === place && rulesOf(mutant).has(rule));
  const killed = own.filter(({ failed }) => failed.some((name) => name.startsWith(`${rule} `)));
  if (own.length > 0) return killed.length === own.length ? `${own.length}` : `${killed.length}/${own.length}`;
  const takesPlace = takesPlaceOn[place] ?? isList;
  return findRequirement(rule)?.operations.some((operation) => takesPlace(operation)) === true ? "–" : "·";
}

function rulesOf({ breaks }: Defect): ReadonlySet<string> {
  return new Set(breaks.map((name) => name.replace(/ .*/, "")));
}

/** The matrix for a terminal: failures first, then each rule, and where it is broken. */
export function matrixText({ kills, unguarded: open }: KillMatrix): string {
  const wrong = kills.filter(isMissed);
  const rules = [...new Set(kills.flatMap(({ mutant }) => [...rulesOf(mutant)]))].toSorted();
  const alive = kills.filter(({ failed }) => failed.length === 0).length;
  const obligationCount = new Set(kills.flatMap(({ mutant }) => mutant.breaks)).size;
  const cells = (first: string, others: readonly string[]): string =>
    `  ${first.padEnd(10)}${others.map((cell, index) => cell.padStart((columns[index] ?? "").length + 2)).join("")}`.trimEnd();
  return [
    ...wrong.flatMap(({ mutant, missed, surplus }) => [
      `✗ ${mutant.id}`,
      ...(missed.length === 0 ? [] : [`    not caught by ${missed.join(", ")}`]),
      ...(surplus.length === 0 ? [] : [`    also failed: ${surplus.join(", ")}`]),
    ]),
    ...open.map((name) => `✗ ${name} has no mutant`),
    "Kill matrix: the mutants of each rule that were killed, by the place where they break it",
    cells("", columns),
    ...rules.map((rule) =>
      cells(
        rule,
        columns.map((place) => cellOf(rule, place, kills)),
      ),
    ),
    "  · cannot be: none of the rule's operations is a list, has an id or creates, as the place needs",
    "  – no mutant: the rule is about a token, a path, an id, a creation or a whole walk, or what breaks it there breaks it elsewhere as well",
    "",
    `${kills.length} mutants, ${kills.length - alive} killed, ${alive} alive; ${wrong.length} not by what they break; ${obligationCount} obligations guarded, ${open.length} not`,
  ].join("\n");
}
