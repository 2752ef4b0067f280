import { openPoints } from "../../fixtures/contract/open-points.ts";
import { findRequirement } from "../checks/catalogue.ts";
import type { Report, Result } from "../report/report.ts";
import { visibleLine } from "../report/visible.ts";
import { summarize } from "../target/exchange.ts";
import { observedIn } from "./side.ts";
import { valueDifferences, type ValueDifference } from "./value-differences.ts";

/** An open point with different observations in two reports. */
export interface ChoiceDifference extends ValueDifference {
  readonly openPoint: string;
  readonly section: string;
  readonly operation: string;
}

/** A report's result for a requirement. */
interface Verified {
  readonly status: "passed" | "failed";
  readonly message: string;
  readonly evidence: readonly string[];
}

/** A requirement that only one side passes, and the other fails. */
export interface RequirementChange {
  readonly id: string;
  readonly operation: string;
  readonly rule: string;
  readonly a: Verified;
  readonly b: Verified;
}

/** Compares two reports. What only one of them verified or observed is not a difference. */
export interface ReportComparison {
  readonly compared: number;
  readonly choices: readonly ChoiceDifference[];
  readonly requirements: readonly RequirementChange[];
  /** Requirements that only one side verified. */
  readonly unverified: readonly { readonly key: string; readonly by: "A" | "B"; readonly words: string }[];
}

export function compareReports(a: Report, b: Report): ReportComparison {
  const others = new Map(b.results.map((result) => [nameOf(result), result]));
  const pairs = a.results.flatMap((result): [Result, Result][] => {
    const other = others.get(nameOf(result));
    return other === undefined ? [] : [[result, other]];
  });
  const observed = pairs.filter((pair) =>
    pair.every(({ status, level }) => level === "observed" && status === "observed"),
  );
  const verified = pairs.filter((pair) => pair.every(isVerified));
  const both = new Set(verified.map(([result]) => nameOf(result)));
  const unverified = (results: readonly Result[], by: "A" | "B"): ReportComparison["unverified"] =>
    results
      .filter((result) => isVerified(result) && !both.has(nameOf(result)))
      .map((result) => ({ key: nameOf(result), by, words: result.status }));
  return {
    compared: observed.length + verified.length,
    choices: observed.flatMap(choiceDifferences),
    requirements: verified.flatMap(([inA, inB]) => {
      const [one, other] = [verifiedIn(inA), verifiedIn(inB)];
      const { id, operation } = inA;
      return one.status === other.status
        ? []
        : [{ id, operation, rule: findRequirement(id)?.rule ?? "", a: one, b: other }];
    }),
    unverified: [...unverified(a.results, "B"), ...unverified(b.results, "A")],
  };
}

function nameOf({ id, operation }: Result): string {
  return `${id} ${operation}`;
}

function isVerified({ level, status }: Result): boolean {
  return level !== "observed" && (status === "passed" || status === "failed");
}

function verifiedIn({ status, message, evidence }: Result): Verified {
  return { status: status === "passed" ? "passed" : "failed", message, evidence: evidence.slice(0, 2).map(summarize) };
}

/** Compares observations; a report of orgkit 0.1 has only its messages, equal or not. */
function choiceDifferences([inA, inB]: [Result, Result]): readonly ChoiceDifference[] {
  const { id, operation } = inA;
  const requirement = findRequirement(id);
  const point = openPoints.find(
    ({ id: pointId }) => requirement?.level === "observed" && pointId === requirement.openPoint,
  );
  if (point === undefined) return [];
  const [a, b] = [observedIn(inA), observedIn(inB)];
  const isText = inA.observations === undefined || inB.observations === undefined;
  const said: ValueDifference = { words: `${inA.message} in A, ${inB.message} in B`, a: inA.message, b: inB.message };
  const differences = isText
    ? [said].filter((difference) => difference.a !== difference.b)
    : [...a].flatMap(([key, value]) => {
        const other = b.get(key);
        return other === undefined ? [] : valueDifferences(key, value, other);
      });
  return differences.map((difference) => ({
    ...difference,
    openPoint: point.id,
    section: `§${point.section}`,
    operation,
    words: visibleLine(`${point.title} (${operation}): ${difference.words}`, 400),
  }));
}
