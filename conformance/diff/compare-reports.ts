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
export function compareReports(a: Report, b: Report) {
  const others = new Map(b.results.map((result) => [nameOf(result), result]));
  const pairs = a.results.flatMap((result): [Result, Result][] => {
    const other = others.get(nameOf(result));
    return other === undefined ? [] : [[result, other]];
  });
  const observed = pairs.filter((pair) => pair.every(({ status }) => status === "observed"));
  const verified = pairs.filter((pair) => pair.every(isVerified));
  const both = new Set(verified.map(([result]) => nameOf(result)));
  const onlyIn = (results: readonly Result[], by: "A" | "B") =>
    results
      .filter((result) => isVerified(result) && !both.has(nameOf(result)))
      .map((result) => ({ key: nameOf(result), by, words: result.status }));
  return {
    compared: observed.length + verified.length,
    choices: observed.flatMap(choiceDifferences),
    requirements: verified
      .filter(([inA, inB]) => inA.status !== inB.status)
      .map(([inA, inB]): RequirementChange => {
        const { id, operation } = inA;
        return { id, operation, rule: findRequirement(id)?.rule ?? "", a: verifiedIn(inA), b: verifiedIn(inB) };
      }),
    unknown: [...onlyIn(a.results, "B"), ...onlyIn(b.results, "A")],
  };
}

function nameOf({ id, operation }: Result): string {
  return `${id} ${operation}`;
}

function isVerified({ status }: Result): boolean {
  return status === "passed" || status === "failed";
}

function verifiedIn({ status, message, evidence }: Result): Verified {
  return { status: status === "passed" ? "passed" : "failed", message, evidence: evidence.slice(0, 2).map(summarize) };
}

function choiceDifferences([inA, inB]: [Result, Result]): readonly ChoiceDifference[] {
  const { id, operation } = inA;
  const requirement = findRequirement(id);
  const point = openPoints.find(
    ({ id: pointId }) => requirement?.level === "observed" && pointId === requirement.openPoint,
  );
  if (point === undefined) return [];
  const b = observedIn(inB);
  const differences = [...observedIn(inA)].flatMap(([key, value]) => {
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
