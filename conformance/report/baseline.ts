import type { Report, Result } from "./report.ts";
import { visibleLine } from "./visible.ts";
import type { Paint } from "./text.ts";

/** What became of each obligation between two reports. */
export interface Comparison {
  /** Failures that were none before. */
  readonly fresh: readonly Result[];
  /** Failed before and passes now. */
  readonly mended: readonly Result[];
  /** Failed before and fails now. */
  readonly still: readonly Result[];
  /** Verified before (passed or failed) and not now: as it was before. */
  readonly lost: readonly Result[];
  /** Not verified before and passes now. */
  readonly gained: readonly Result[];
  /** Where the reports are not of the same thing: another target, set, kit or dialect. */
  readonly differences: readonly string[];
}

/** Compares a report with an older one, obligation by obligation. */
export function compareWithBaseline(before: Report, now: Report): Comparison {
  const was = byObligation(before);
  const is = byObligation(now);
  const judged = now.results.filter(({ level }) => level !== "observed");
  const statusBefore = (result: Result): Result["status"] | undefined => was.get(nameOf(result))?.status;
  const failing = judged.filter(({ status }) => status === "failed");
  const passing = judged.filter(({ status }) => status === "passed");
  return {
    fresh: failing.filter((result) => statusBefore(result) !== "failed"),
    mended: passing.filter((result) => statusBefore(result) === "failed"),
    still: failing.filter((result) => statusBefore(result) === "failed"),
    lost: [...was.values()].filter((result) => isVerified(result) && !isVerified(is.get(nameOf(result)))),
    gained: passing.filter((result) => !isVerified(was.get(nameOf(result)))),
    differences: differencesOf(before, now),
  };
}

function byObligation({ results }: Report): ReadonlyMap<string, Result> {
  const judged = results.filter(({ level }) => level !== "observed");
  return new Map(judged.map((result) => [nameOf(result), result]));
}

function nameOf({ id, operation }: Result): string {
  return `${id} ${operation}`;
}

function isVerified(result: Result | undefined): boolean {
  return result?.status === "passed" || result?.status === "failed";
}

function differencesOf(before: Report, now: Report): readonly string[] {
  const pairs: readonly (readonly [what: string, before: string, now: string])[] = [
    ["target", before.target.baseUrl, now.target.baseUrl],
    ["requirement set", String(before.contract.set), String(now.contract.set)],
    ["contract", before.contract.version, now.contract.version],
    ["dialect", before.target.dialect ?? "none", now.target.dialect ?? "none"],
    ["kit", before.kit.version, now.kit.version],
  ];
  return pairs
    .filter(([, was, is]) => was !== is)
    .map(([what, was, is]) => `another ${what}: ${visibleLine(was, 200)} before, ${visibleLine(is, 200)} now`);
}

/** What is new, mended and still failing, for a terminal. */
export function baselineText(comparison: Comparison, paint: Paint): string {
  const { fresh, mended, still, lost, gained, differences } = comparison;
  const lines = [
    ...differences.map((difference) => paint("yellow", `  ! ${difference}`)),
    ...listed(fresh, "✗ new:", "red", paint),
    ...listed(still, "✗ still failing:", "red", paint),
    ...listed(mended, "✓ mended:", "green", paint),
    ...named(lost, "– verified before, not now:", "yellow", paint),
    ...named(gained, "+ verified now, not before:", "green", paint),
  ];
  const nothing = fresh.length + mended.length + still.length + lost.length + gained.length === 0;
  return [
    paint("bold", "Against the baseline"),
    ...lines,
    ...(nothing ? ["  nothing failed before or now, and as much is verified"] : []),
  ].join("\n");
}

/** One line each, with what was found. */
function listed(results: readonly Result[], label: string, colour: "red" | "green", paint: Paint): readonly string[] {
  return results.map(
    (result) => `  ${paint(colour, `${label} ${nameOf(result)}`)} ${paint("dim", visibleLine(result.message, 120))}`,
  );
}

/** All on one line: there may be many. */
function named(results: readonly Result[], label: string, colour: "yellow" | "green", paint: Paint): readonly string[] {
  if (results.length === 0) return [];
  const names = results.slice(0, 12).map(nameOf).join(", ");
  const rest = results.length > 12 ? ` and ${results.length - 12} more` : "";
  return [`  ${paint(colour, label)} ${names}${rest}`];
}
