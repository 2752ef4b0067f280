import { z } from "zod";
import { conformOptions, withDistinctTokens } from "../../conformance/options/options.ts";
import { findRequirement } from "../../conformance/requirements/catalogue.ts";
import { knownFailuresSchema } from "../../conformance/report/known-failures.ts";
import { readDataFile } from "../../fixtures/input/parse-data.ts";
import { parseWith } from "../../fixtures/input/parse-with.ts";
import { integer, number, onOff, option, text } from "../../fixtures/settings/option.ts";
import { idOption } from "./known-ids.ts";
import { reporterNames } from "./write-reports.ts";

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
