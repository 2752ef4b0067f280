import type { Result } from "./report.ts";

/** Faults that break several requirements of an operation, by area: the first one whose requirements all fail. */
const causes: readonly (readonly (readonly [breaks: readonly string[], words: string])[])[] = [
  [
    [
      ["AUTH-02", "AUTH-04", "SCOPE-01"],
      "responds without looking at `Authorization`: nothing is authenticated, or a cache ignores the header",
    ],
    [["AUTH-02", "AUTH-04"], "responds without looking at `Authorization`"],
    [["AUTH-04", "AUTH-05"], "accepts any token"],
    [["AUTH-06", "AUTH-07"], "accepts the token wherever it stands in the request"],
  ],
  [[["PAGE-01", "TOTAL-01"], "has pages that are not one list"]],
  [[["ENV-02", "ENV-03"], "has no envelope"]],
];

/** One line for failures that have the same cause: the operations, the cause, and the requirements that show it. */
export function findCommonCauses(failures: readonly Result[]): readonly string[] {
  const byOperation = [...Map.groupBy(failures, ({ operation }) => operation)];
  const findings = byOperation.flatMap(([operation, own]) =>
    causes.flatMap((area) => {
      const cause = area.find(([breaks]) => breaks.every((id) => own.some((failure) => failure.id === id)));
      return cause === undefined ? [] : [{ operation, text: `${cause[1]} (${cause[0].join(", ")})` }];
    }),
  );
  return [...Map.groupBy(findings, ({ text }) => text)].map(
    ([text, same]) => `${same.map(({ operation }) => operation).join(", ")}: ${text}`,
  );
}

/** `ENV-01, ENV-02, ENV-03, AUTH-01` → `ENV-01 to -03, AUTH-01`. */
export function rangesOfIds(results: readonly Pick<Result, "id">[]): string {
  const ranges: { area: string; first: string; last: string }[] = [];
  for (const id of new Set(results.map((result) => result.id))) {
    const [area = "", number = ""] = id.split("-");
    const current = ranges.at(-1);
    if (current?.area === area && Number(current.last) === Number(number) - 1) current.last = number;
    else ranges.push({ area, first: number, last: number });
  }
  return ranges.map(({ area, first, last }) => `${area}-${first}${last === first ? "" : ` to -${last}`}`).join(", ");
}
