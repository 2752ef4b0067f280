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

/** The formats of a report, by their name in `--reporter`. */
export const reporterNames = ["json", "html", "junit", "summary", "badge"] as const;
export type ReporterName = (typeof reporterNames)[number];

/** The file of each format. */
const fileOf: Readonly<Record<ReporterName, string>> = {
  json: "report.json",
  html: "report.html",
  junit: "junit.xml",
  summary: "summary.md",
  badge: "badge.svg",
};

/** An earlier report of several targets, as far as it names their directories. */
const earlierSchema = z.object({ targets: z.array(z.object({ name: targetSchema.shape.name })) });

/**
 * Prepares a directory for reports before the first request, so that earlier reports are not mistaken for this run's.
 * @param part the names of a shard's targets; other shards may be writing theirs
 * @throws InputError if it cannot be written
 */
export function prepareReports(directory: string, part?: readonly string[]): void {
  const files = Object.values(fileOf);
  const targets = part ?? targetsOfEarlierRun(join(directory, "report.json"));
  prepareDirectory(directory, [...files, ...targets.flatMap((name) => files.map((file) => join(name, file)))]);
}

/**
 * Creates a directory for these files, or removes earlier ones.
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

/** The content of the reports. */
export interface ToWrite {
  readonly reports: readonly Report[];
  readonly names: readonly ReporterName[];
  /** The command that repeats the judging of a target. */
  readonly commandFor: (report: Report) => string;
  /** Whether it is a shard, for `orgkit merge`. */
  readonly isShard?: boolean;
}

/**
 * Writes the reports of a run: for one target at the top of the directory; for several each in a directory with the
 * target's name, and one for the whole run at the top, unless it is a shard.
 * @returns the paths of the files
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

/** The texts of a report, or of a run, in all formats. */
type Forms = Partial<Readonly<Record<ReporterName, () => string>>>;
