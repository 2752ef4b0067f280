import { z } from "zod";
import { conformOptions, withDistinctTokens } from "../../conformance/options/options.ts";
import { findRequirement } from "../../conformance/requirements/catalogue.ts";
import { integer, onOff, option, text } from "../../fixtures/settings/option.ts";
import { idOption } from "./known-ids.ts";
import { reporterNames } from "./write-reports.ts";

/** The options of `orgkit conform`: those of `conform`, and what its command adds. */
export const conformCommandOptions = withDistinctTokens(
  z.object({
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
  }),
);

export type ConformSettings = z.output<typeof conformCommandOptions>;
