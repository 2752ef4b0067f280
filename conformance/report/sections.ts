import type { Result } from "./report.ts";

/** The headings of the document, by the number of the section. */
const titles: Readonly<Record<string, string>> = {
  "1": "What the service does",
  "2": "Resources and their fields",
  "3": "States and transitions",
  "4": "Endpoints",
  "5": "Authentication",
  "6": "Events",
  "7": "Errors",
  "8": "Limits",
  "9": "Versioning",
};

/** Where a result belongs: the first section it rests on, as `§2 Resources and their fields`. */
export function sectionOf({ section }: Pick<Result, "section">): string {
  const number = /\d+/.exec(section)?.[0] ?? "";
  const title = titles[number];
  return title === undefined ? section : `§${number} ${title}`;
}

/** Results by the document's sections, in its order. */
export function bySection(results: readonly Result[]): ReadonlyMap<string, readonly Result[]> {
  const groups = Map.groupBy(results, sectionOf);
  return new Map([...groups].toSorted(([a], [b]) => a.localeCompare(b, "en")));
}
