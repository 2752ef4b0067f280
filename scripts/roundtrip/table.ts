import type { Outcome, Recovery } from "./recovery.ts";

const outcomes: readonly Outcome[] = ["recovered", "unset", "wrong", "hidden"];

/** How often each key was recovered, as a Markdown table. */
export function recoveryTable(recoveries: readonly Recovery[]): string {
  const byKey = [...Map.groupBy(recoveries, ({ key }) => key)].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const rows = [...byKey, ["all", recoveries] as const].map(([key, own]) => {
    const counts = outcomes.map((outcome) => own.filter((recovery) => recovery.outcome === outcome).length);
    const [recovered = 0, unset = 0, wrong = 0] = counts;
    const observable = recovered + unset + wrong;
    const share = observable === 0 ? "–" : `${((100 * recovered) / observable).toFixed(1)} %`;
    return `| ${key} | ${counts.join(" | ")} | ${share} |`;
  });
  return [
    "| key | recovered | unset | wrong | not shown | of what shows |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}
