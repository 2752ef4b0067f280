import { resultName } from "./overview.ts";
import type { Report, Result } from "./report.ts";
import type { Paint } from "./text.ts";
import { visibleLine } from "./visible.ts";

type Status = Result["status"] | undefined;

const isVerified = (status: Status): boolean => status === "passed" || status === "failed";

/** The possible changes of a result. Changes that matter get a line each; the others are only counted. */
const changes: readonly {
  readonly label: string;
  readonly colour: "green" | "red" | "yellow";
  readonly has: (was: Status, is: Status) => boolean;
  readonly onOneLine?: true;
}[] = [
  { label: "✗ new:", colour: "red", has: (was, is) => is === "failed" && was !== "failed" },
  { label: "✗ still failing:", colour: "red", has: (was, is) => is === "failed" && was === "failed" },
  { label: "✓ fixed:", colour: "green", has: (was, is) => is === "passed" && was === "failed" },
  {
    label: "– verified before, not now:",
    colour: "yellow",
    has: (was, is) => isVerified(was) && !isVerified(is),
    onOneLine: true,
  },
  {
    label: "+ verified now, not before:",
    colour: "green",
    has: (was, is) => is === "passed" && !isVerified(was),
    onOneLine: true,
  },
];

/** Compares the results with an older report: new, still failing and fixed ones, and differences in what was judged. */
export function baselineText(before: Report, now: Report, paint: Paint): string {
  const [was, is] = [judged(before), judged(now)];
  const all = [...new Map([...was, ...is])];
  const lines = changes.flatMap(({ label, colour, has, onOneLine }) => {
    const found = all.filter(([name]) => has(was.get(name)?.status, is.get(name)?.status));
    if (onOneLine !== true) {
      return found.map(
        ([name, { message }]) => `  ${paint(colour, `${label} ${name}`)} ${paint("dim", visibleLine(message, 120))}`,
      );
    }
    const names = found.slice(0, 12).map(([name]) => name);
    const rest = found.length > 12 ? ` and ${found.length - 12} more` : "";
    return found.length === 0 ? [] : [`  ${paint(colour, label)} ${names.join(", ")}${rest}`];
  });
  return [
    paint("bold", "Against the baseline"),
    ...differences(before, now).map((difference) => paint("yellow", `  ! ${difference}`)),
    ...lines,
    ...(lines.length === 0 ? ["  no failures before or now, and the same number verified"] : []),
  ].join("\n");
}

function judged({ results }: Report): ReadonlyMap<string, Result> {
  return new Map(
    results.filter(({ level }) => level !== "observed").map((result) => [resultName(result), result] as const),
  );
}

/** If the reports judge different things. */
function differences(before: Report, now: Report): readonly string[] {
  const facts: Readonly<Record<string, (report: Report) => string>> = {
    target: ({ target }) => target.baseUrl,
    "requirement set": ({ contract }) => String(contract.set),
    contract: ({ contract }) => contract.version,
    dialect: ({ target }) => target.dialect ?? "none",
    kit: ({ kit }) => kit.version,
  };
  return Object.entries(facts)
    .filter(([, fact]) => fact(before) !== fact(now))
    .map(
      ([what, fact]) => `another ${what}: ${visibleLine(fact(before), 200)} before, ${visibleLine(fact(now), 200)} now`,
    );
}
