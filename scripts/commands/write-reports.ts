import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The files of one report, by form. */
const filesOf: Readonly<Record<ReporterName, readonly string[]>> = {
  json: ["report.json"],
  html: ["report.html"],
  junit: ["junit.xml"],
  summary: ["summary.md"],
  badge: ["badge.svg"],
};

/** A report of several targets, as far as it says which directories are theirs. */
const earlierSchema = z.object({ targets: z.array(z.object({ name: targetSchema.shape.name })) });

/**
 * Prepares a directory for the reports of a run, before anything is asked: nobody may take what an earlier run left
 * there for what this one found.
 * @param part the names of the targets of a shard, whose other parts may be writing into the directories of theirs
 * @throws InputError where it cannot be written
 */
export function prepareReports(directory: string, part?: readonly string[]): void {
  const files = Object.values(filesOf).flat();
  const targets = part ?? targetsOfEarlierRun(join(directory, "report.json"));
  prepareDirectory(directory, [...files, ...targets.flatMap((name) => files.map((file) => join(name, file)))]);
}

/**
 * Prepares a directory for these files: it is made where there is none, and earlier files of these names are removed.
 * @throws InputError where it cannot be written
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
    throw new InputError(`Folder "${directory}"`, [{ at: "--out", problem: `cannot be written: ${problem}` }]);
  }
}

function targetsOfEarlierRun(report: string): readonly string[] {
  try {
    const { targets } = earlierSchema.parse(readDataFile(report, "Report").value);
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
 * Writes the reports of a run into a folder: those of one target at its top; those of several each in a folder named
 * after its target, and one of the whole run at the top, unless it is a shard.
 * @returns the paths of what was written
 */
export function writeReports(
  folder: string,
  { reports, names, commandFor, isShard = false }: ToWrite,
): readonly string[] {
  const [only] = reports;
  const files =
    reports.length === 1 && only !== undefined && only.place === undefined
      ? formsOf(only, commandFor(only))
      : [
          ...(isShard ? [] : formsOfRun(reports)),
          ...reports.flatMap((report) =>
            formsOf(report, commandFor(report)).map((form) => ({ ...form, file: join(report.target.name, form.file) })),
          ),
        ];
  return files
    .filter(({ name }) => names.includes(name))
    .map(({ file, text }) => {
      const path = join(folder, file);
      makeDirectory(dirname(path));
      writeWholeFile(path, text());
      return path;
    });
}

const masked = new WeakMap<Report, Report>();

/** A report of its target and that of the run show the same. */
function maskedOf(report: Report): Report {
  const known = masked.get(report) ?? maskVolatile(report);
  masked.set(report, known);
  return known;
}

interface Form {
  readonly name: ReporterName;
  readonly file: string;
  readonly text: () => string;
}

function formsOf(report: Report, command: string): readonly Form[] {
  const shown = sealed({ ...maskedOf(report), command });
  return [
    { name: "json", file: "report.json", text: () => stableJson(shown) },
    { name: "html", file: "report.html", text: () => reportHtml({ ...report, command, digest: shown.digest }) },
    { name: "junit", file: "junit.xml", text: () => reportJunit([report]) },
    { name: "summary", file: "summary.md", text: () => reportSummary([{ ...report, command, digest: shown.digest }]) },
    { name: "badge", file: "badge.svg", text: () => reportBadge(report) },
  ];
}

function formsOfRun(reports: readonly Report[]): readonly Form[] {
  const run = composeRunReport(reports.map(maskedOf));
  return [
    { name: "json", file: "report.json", text: () => stableJson(sealed(run)) },
    {
      name: "html",
      file: "report.html",
      text: () => runHtml(reports, (target) => `${encodeURIComponent(target)}/report.html`),
    },
    { name: "junit", file: "junit.xml", text: () => reportJunit(reports) },
    { name: "summary", file: "summary.md", text: () => reportSummary(reports) },
  ];
}
