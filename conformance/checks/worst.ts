import type { Outcome } from "./check.ts";

const severity: readonly Outcome["status"][] = ["failed", "inconclusive", "skipped", "passed", "observed"];

/** One outcome for several attempts at one rule: the worst status, with its findings. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  const status = severity.find((candidate) => outcomes.some((outcome) => outcome.status === candidate)) ?? "skipped";
  const telling = outcomes.filter((outcome) => outcome.status === status);
  const lack = telling.find((outcome) => outcome.lack !== undefined)?.lack;
  return {
    status,
    message: [...new Set(telling.map(({ message }) => message))].join("; "),
    evidence: telling.flatMap(({ evidence }) => evidence),
    ...(lack === undefined ? {} : { lack }),
  };
}

/** One outcome for several attempts, which are made one after another. */
export async function worstInTurn<Attempt>(
  attempts: readonly Attempt[],
  judge: (attempt: Attempt) => Promise<Outcome>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const attempt of attempts) outcomes.push(await judge(attempt));
  return worst(outcomes);
}
