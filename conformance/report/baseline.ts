import type { Paint } from "../../fixtures/values/text.ts";
import type { Report, Result } from "./report.ts";
import { visibleLine } from "../../fixtures/values/visible.ts";

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
  return new Map(
    results
      .filter(({ level }) => level !== "observed")
      .map(({ id, operation, status }) => [`${id} ${operation}`, status]),
  );
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
