import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem, type } from "node:os";
import { join } from "node:path";
import { goalsText, sectionText } from "./markdown.ts";
import { megabytes } from "./numbers.ts";
import type { Omission, Section } from "./section.ts";

export interface Report {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly rounds: number;
  readonly seconds: number;
  /** By the names of the parts. */
  readonly sections: Readonly<Record<string, Section>>;
  readonly omitted: readonly Omission[];
}

/** What it was measured on: numbers of two machines do not compare, ratios may. */
function machine(): Readonly<Record<string, string | number>> {
  return {
    system: type(),
    processor: cpus()[0]?.model ?? "unknown",
    processors: availableParallelism(),
    memory: megabytes(totalmem()),
    node: process.version,
  };
}

/** The report as Markdown. */
export function reportText({ startedAt, rounds, seconds, sections, omitted }: Report): string {
  const goals = Object.values(sections).flatMap((section) => section.goals);
  const on = Object.values(machine()).join(", ");
  return [
    "# Bench",
    `${startedAt.slice(0, 10)}, on ${on} (system, processor, processors, memory, Node). ${rounds} rounds of ${seconds} s, in turns; medians.`,
    ...(goals.length === 0 ? [] : [goalsText(goals)]),
    ...Object.values(sections).map(sectionText),
    ...(omitted.length === 0
      ? []
      : [["## Not measured", "", ...omitted.map(({ name, reason }) => `- ${name}: ${reason}`)].join("\n")]),
    "",
  ].join("\n\n");
}

/** Writes `bench.md`, `bench.json` and the pictures. */
export function writeReport(folder: string, report: Report): void {
  mkdirSync(folder, { recursive: true });
  const sections = Object.entries(report.sections);
  for (const { file, svg } of sections.flatMap(([, { figures = [] }]) => figures)) {
    writeFileSync(join(folder, file), svg);
  }
  writeFileSync(join(folder, "bench.md"), reportText(report));
  const json = {
    ...report,
    machine: machine(),
    sections: Object.fromEntries(sections.map(([name, { goals, data }]) => [name, { goals, data }])),
  };
  writeFileSync(join(folder, "bench.json"), `${JSON.stringify(json, null, 2)}\n`);
}
