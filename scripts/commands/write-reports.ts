import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { reportBadge } from "../../conformance/report/badge.ts";
import { sealed } from "../../conformance/report/digest.ts";
import { reportHtml, runHtml } from "../../conformance/report/html.ts";
import { reportJunit } from "../../conformance/report/junit.ts";
import { maskVolatile } from "../../conformance/report/masked.ts";
import type { Report } from "../../conformance/report/report.ts";
import { composeRunReport } from "../../conformance/report/run-report.ts";
import { stableJson } from "../../conformance/report/stable-json.ts";
import { reportSummary } from "../../conformance/report/summary.ts";
import { targetSchema } from "../../conformance/target/target.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";

/** The forms of a report, by the name that `--reporter` takes. */
export const reporterNames = ["json", "html", "junit", "summary", "badge"] as const;
export type ReporterName = (typeof reporterNames)[number];

/** The file of each form. */
const fileOf: Readonly<Record<ReporterName, string>> = {
  json: "report.json",
  html: "report.html",
  junit: "junit.xml",
  summary: "summary.md",
  badge: "badge.svg",
};

/** A report of several targets, as far as it says which directories are theirs. */
const earlierSchema = z.object({ targets: z.array(z.object({ name: targetSchema.shape.name })) });

/**
 * Prepares a directory for the reports of a run, before anything is asked: nobody may take what an earlier run left
 * there for what this one found.
 * @param part the names of the targets of a shard, whose other parts may be writing into the directories of theirs
 * @throws InputError if it cannot be written
 */
export function prepareReports(directory: string, part?: readonly string[]): void {
  const files = Object.values(fileOf);
  const targets = part ?? targetsOfEarlierRun(join(directory, "report.json"));
  prepareDirectory(directory, [...files, ...targets.flatMap((name) => files.map((file) => join(name, file)))]);
}

/**
 * Prepares a directory for these files: it is made where there is none, and earlier files of these names are removed.
 * @throws InputError if it cannot be written
 */
export function prepareDirectory(directory: string, files: readonly string[]): void {
  const probe = join(directory, `.orgkit-${process.pid}`);
  try {
    makeDirectory(directory);
    for (const file of files) rmSync(join(directory, file), { force: true });
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError(`directory "${directory}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

function targetsOfEarlierRun(report: string): readonly string[] {
  try {
    const { targets } = earlierSchema.parse(readDataFile(report, "report").value);
    return targets.map(({ name }) => name).filter((name) => !/^\.+$/.test(name));
  } catch {
    return [];
  }
}

/** What is written of a run. */
export interface ToWrite {
  readonly reports: readonly Report[];
  readonly names: readonly ReporterName[];
  /** The command that repeats the judging of a target, for the reports of it. */
  readonly commandFor: (report: Report) => string;
  /** Whether it is a part of a run, which `orgkit merge` puts together. */
  readonly isShard?: boolean;
}

/**
 * Writes the reports of a run into a directory: those of one target at its top; those of several each in a directory named
 * after its target, and one of the whole run at the top, unless it is a shard.
 * @returns the paths of what was written
 */
export function writeReports(
  directory: string,
  { reports, names, commandFor, isShard = false }: ToWrite,
): readonly string[] {
  const [only] = reports;
  const masked = new Map(reports.map((report) => [report, maskVolatile(report)]));
  const formsOf = (report: Report): Forms => {
    const command = commandFor(report);
    const shown = sealed({ ...(masked.get(report) ?? report), command });
    const whole = { ...report, command, digest: shown.digest };
    return {
      json: () => stableJson(shown),
      html: () => reportHtml(whole),
      junit: () => reportJunit([report]),
      summary: () => reportSummary([whole]),
      badge: () => reportBadge(report),
    };
  };
  const ofRun = (): Forms => ({
    json: () => stableJson(sealed(composeRunReport([...masked.values()]))),
    html: () => runHtml(reports, (target) => `${encodeURIComponent(target)}/report.html`),
    junit: () => reportJunit(reports),
    summary: () => reportSummary(reports),
  });
  const parts: readonly (readonly [directory: string, forms: Forms])[] =
    reports.length === 1 && only !== undefined && only.place === undefined
      ? [[directory, formsOf(only)]]
      : [
          ...(isShard ? [] : [[directory, ofRun()] as const]),
          ...reports.map((report) => [join(directory, report.target.name), formsOf(report)] as const),
        ];
  return parts.flatMap(([place, forms]) =>
    reporterNames.flatMap((name) => {
      const text = forms[name];
      if (text === undefined || !names.includes(name)) return [];
      const path = join(place, fileOf[name]);
      makeDirectory(place);
      writeWholeFile(path, text());
      return [path];
    }),
  );
}

/** The texts of a report, or of a run, in its forms. */
type Forms = Partial<Readonly<Record<ReporterName, () => string>>>;
