import type { Stranger } from "../../../conformance/strangers/stranger.ts";
import type { Failure, Judged, Verdict } from "./judge.ts";

/** What one judge said of one server that breaks a rule, or of one that breaks none. */
export interface Opinion extends Judged {
  readonly stranger: Stranger;
}

/**
 * What a judge reports of a server and not of the plain one that conforms. All servers are made of that one, each
 * with one departure, so what it reports of both does not come from the departure: it says nothing, for or against.
 */
export function newFailures({ failures }: Verdict, reference: Verdict): readonly Failure[] {
  const usual = new Set(reference.failures.map(({ name }) => name));
  return failures.filter(({ name }) => !usual.has(name));
}

/** Where the server breaks a rule, it was found; where it breaks none, it was blamed for nothing. */
export function isAccused(opinion: Verdict, reference: Verdict): boolean {
  return newFailures(opinion, reference).length > 0;
}

/** Is everything that is new about the operations that are broken? */
export function isRightOperation(opinion: Opinion, reference: Verdict): boolean {
  const broken = new Set<string | undefined>(opinion.stranger.breaks.map((rule) => rule.split(" ")[1]));
  const found = newFailures(opinion, reference);
  return found.length > 0 && found.every(({ operation }) => operation !== undefined && broken.has(operation));
}

/**
 * Does it name the broken rules, and no other? What a dialect declares of a broken rule cannot be kept either, so
 * that is not counted.
 */
export function isRightRule(opinion: Opinion, reference: Verdict): boolean {
  const named = newFailures(opinion, reference)
    .filter(({ rule }) => rule?.startsWith("DECL-") !== true)
    .map(({ rule, operation }) => `${rule} ${operation}`);
  const broken = new Set(opinion.stranger.breaks);
  return named.length === broken.size && named.every((name) => broken.has(name));
}

/** The area of the rule that a server breaks: `ENV`. Empty where it breaks none. */
export function areaOf({ breaks: [rule = ""] }: Stranger): string {
  return rule.split("-")[0] ?? "";
}
