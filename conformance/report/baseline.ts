import type { Paint } from "../../fixtures/values/text.ts";
import type { Report, Result } from "./report.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";
import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { findRequirement } from "../requirements/catalogue.ts";

type Status = Result["status"] | undefined;

const isVerified = (status: Status): boolean => status === "passed" || status === "failed";

interface Change {
  readonly label: string;
  readonly color: "green" | "red" | "yellow";
  readonly has: (was: Status, is: Status) => boolean;
}

const changes: readonly Change[] = [
  { label: "✗ new:", color: "red", has: (was, is) => is === "failed" && was !== "failed" },
  { label: "✗ still failing:", color: "red", has: (was, is) => is === "failed" && was === "failed" },
  { label: "✓ fixed:", color: "green", has: (was, is) => is === "passed" && was === "failed" },
  { label: "– verified before, not now:", color: "yellow", has: (was, is) => isVerified(was) && !isVerified(is) },
  { label: "+ verified now, not before:", color: "green", has: (was, is) => is === "passed" && !isVerified(was) },
];

/** Compares the results with an older report: new, still failing and fixed ones, and differences in what was judged. */
export function baselineText(before: Report, now: Report, paint: Paint): string {
  const [was, is] = [statusByName(before), statusByName(now)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const lines = changes.flatMap(({ label, color, has }) => {
    const changedNames = names.filter((name) => has(was.get(name), is.get(name)));
    const rest = changedNames.length > 12 ? ` and ${changedNames.length - 12} more` : "";
    return changedNames.length === 0 ? [] : [`  ${paint(color, label)} ${changedNames.slice(0, 12).join(", ")}${rest}`];
  });
  return [
    paint("bold", "Against the baseline"),
    ...differences(before, now).map((difference) => paint("yellow", `  ! ${difference}`)),
    ...(lines.length === 0 ? ["  no failures before or now, and the same number verified"] : lines),
  ].join("\n");
}

function statusByName({ results }: Report): ReadonlyMap<string, Status> {
  const judged = results.filter(({ level }) => level !== "observed");
  return new Map(judged.map((result) => [nameResult(result), result.status]));
}

/** If the reports judge different things. */
function differences(before: Report, now: Report): readonly string[] {
  const facts = ({ target, contract, kit }: Report) => ({
    target: target.baseUrl,
    "requirement set": String(contract.set),
    contract: contract.version,
    dialect: target.dialect ?? "none",
    kit: kit.version,
  });
  const is = new Map(Object.entries(facts(now)));
  return Object.entries(facts(before))
    .filter(([what, was]) => is.get(what) !== was)
    .map(
      ([what, was]) => `another ${what}: ${visibleLine(was, 200)} before, ${visibleLine(is.get(what) ?? "", 200)} now`,
    );
}

/** The failures that a team knows and accepts for now, as a file that is reviewed like code. */
export const knownFailuresSchema = z.array(
  z.strictObject(
    {
      id: z.string().refine((id) => findRequirement(id) !== undefined, "expected the id of a requirement: AUTH-04"),
      operation: z.enum(operationIds).optional().describe("All operations if absent."),
      reason: z.string().min(1, "expected why it is accepted"),
      until: z.iso.date("expected a date: 2027-01-31").describe("After this day it counts as a failure again."),
    },
    "expected a list of { id, operation, reason, until }",
  ),
  "expected a list of known failures",
);

export type KnownFailures = z.infer<typeof knownFailuresSchema>;
type KnownFailure = KnownFailures[number];

/** What failures are compared with: the known ones, and the report before. */
interface Accepted {
  readonly known: KnownFailures;
  /** Its failures are accepted, too. */
  readonly baseline?: Report | undefined;
  /** The day of the run: `2026-11-28`. */
  readonly today: string;
}

/** The failures that are not accepted: those that end a run with 1. */
export function findNewFailures(report: Report, { known, baseline, today }: Accepted): readonly Result[] {
  const before = new Set(listFailures(baseline).map(nameResult));
  return listFailures(report).filter(
    (result) => !before.has(nameResult(result)) && !known.some((one) => isMeant(one, result) && today <= one.until),
  );
}

/** What became of the known failures: accepted, overdue, or not failing any more. */
export function knownFailuresText(report: Report, { known, today }: Accepted, paint: Paint): string {
  const failures = listFailures(report);
  const lines = known.map((one) => {
    const name = `${one.id}${one.operation === undefined ? "" : ` ${one.operation}`}`;
    const why = `${visibleLine(one.reason)} (until ${one.until})`;
    if (!failures.some((result) => isMeant(one, result)))
      return `  ${paint("green", "✓ does not fail any more, remove it:")} ${name}: ${why}`;
    return today > one.until
      ? `  ${paint("red", "✗ overdue:")} ${name}: ${why}`
      : `  ${paint("yellow", "– accepted:")} ${name}: ${why}`;
  });
  return [paint("bold", "Known failures"), ...lines].join("\n");
}

function listFailures(report: Report | undefined): readonly Result[] {
  return (report?.results ?? []).filter(({ status }) => status === "failed");
}

function isMeant({ id, operation }: KnownFailure, result: Result): boolean {
  return id === result.id && (operation ?? result.operation) === result.operation;
}

function nameResult({ id, operation }: Result): string {
  return `${id} ${operation}`;
}
