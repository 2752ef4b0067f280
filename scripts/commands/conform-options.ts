import { accessSync, constants, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { reportBadge } from "../../conformance/report/badge.ts";
import { reportHtml } from "../../conformance/report/html.ts";
import { reportJunit } from "../../conformance/report/junit.ts";
import type { Report } from "../../conformance/report/report.ts";
import { reportSummary } from "../../conformance/report/summary.ts";
import { namesOf } from "../../fixtures/values/json.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/files/write-file.ts";
import { z } from "zod";
import { conformOptions, withDistinctTokens } from "../../conformance/options/options.ts";
import { findRequirement } from "../../conformance/requirements/catalogue.ts";
import { knownFailuresSchema } from "../../conformance/report/baseline.ts";
import { readDataFile } from "../../fixtures/input/parse-data.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";
import { integer, number, onOff, option, text } from "../../fixtures/settings/settings.ts";
import { idOption } from "./shared-options.ts";

/** The formats of a report, by their name in `--reporter`: the name of the file, and its text. */
const formats = {
  // A space a level: a report is read by tools, and sent.
  json: { file: "report.json", format: (report) => `${JSON.stringify(report, undefined, 1)}\n` },
  html: { file: "report.html", format: reportHtml },
  junit: { file: "junit.xml", format: reportJunit },
  summary: { file: "summary.md", format: reportSummary },
  badge: { file: "badge.svg", format: reportBadge },
} satisfies Readonly<Record<string, { readonly file: string; readonly format: (report: Report) => string }>>;

/** The directory of the scripts that repeat failures, in that of the reports. */
const repeatDirectory = "repeat";

function writeScripts(directory: string, { results }: Report): void {
  for (const { script } of results) {
    if (script === undefined) continue;
    makeDirectory(dirname(join(directory, script.file)));
    writeWholeFile(join(directory, script.file), script.text);
  }
}

type ReporterName = keyof typeof formats;
export const reporterNames: readonly ReporterName[] = namesOf(formats);

/**
 * Creates a directory for reports, or removes earlier ones before the first request, so that these are not mistaken for
 * this run's.
 * @param files their names, by default those of a run
 * @throws InputError if it cannot be written
 */
export function prepareReports(
  directory: string,
  files: readonly string[] = [...Object.values(formats).map(({ file }) => file), repeatDirectory],
): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK);
    for (const file of files) rmSync(join(directory, file), { recursive: true, force: true });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw inputError(`directory "${directory}"`, "--out", `cannot be written: ${problem}`);
  }
}

/**
 * Writes the reports of a run.
 * @returns the paths of the files
 */
export function writeReports(directory: string, report: Report, names: readonly ReporterName[]): readonly string[] {
  makeDirectory(directory);
  writeScripts(directory, report);
  return [...new Set(names)].map((name) => {
    const { file, format } = formats[name];
    writeWholeFile(join(directory, file), format(report));
    return join(directory, file);
  });
}

/** The options of `orgkit conform`: those of `conform`, and what its command adds. */
export const conformCommandOptions = withDistinctTokens(
  z
    .object({
      id: idOption,
      ...conformOptions.shape,
      dryRun: option(onOff, { flags: "--dry-run", description: "print what would be sent, and send nothing" }),
      complete: option(onOff, { flags: "--complete", description: "exit with 3 if anything was not verified" }),
      require: option(
        z
          .array(
            z.string().refine((id) => findRequirement(id) !== undefined, "expected the id of a requirement: AUTH-04"),
          )
          .default([]),
        { flags: "--require <id>", description: "exit with 3 if this requirement was not verified; repeatable" },
      ),
      failOn: option(z.enum(["any", "new"], "expected any or new").default("any"), {
        flags: "--fail-on <any|new>",
        description: "new: exit with 1 only for failures that the baseline does not have",
      }),
      known: option(knownFailuresSchema.default([]), {
        flags: "--known <file>",
        description:
          "a list of failures that are accepted for now, each with id, operation, reason and until (a date); others exit with 1",
        parse: (file) => parseWith(knownFailuresSchema, readDataFile(file, "known failures"), "known failures"),
        defaultText: "none",
      }),
      mask: option(onOff, {
        flags: "--mask",
        description: "leave the names and addresses of people out of the output and the reports",
      }),
      maxDuration: option(number("seconds", 1, 86_400).optional(), {
        flags: "--max-duration <seconds>",
        description: "end the run after this time, judge what was seen, and exit with 3 if nothing failed",
      }),
      minVerified: option(integer("a whole number", 1).optional(), {
        flags: "--min-verified <number>",
        description: "exit with 3 if fewer checks were verified",
      }),
      out: option(text("expected a directory").optional(), {
        flags: "-o, --out <dir>",
        description: "write reports to this directory",
      }),
      reporter: option(
        z.array(z.enum(reporterNames, `expected one of ${reporterNames.join(", ")}`)).default([...reporterNames]),
        {
          flags: "-r, --reporter <name>",
          description: `the reports to write: ${reporterNames.join(", ")}; repeatable`,
          defaultText: "all",
        },
      ),
    })
    .refine(({ failOn, baseline }) => failOn !== "new" || baseline !== undefined, {
      error: "new needs a report to compare with (--baseline)",
      path: ["failOn"],
    }),
);

export type ConformSettings = z.output<typeof conformCommandOptions>;
