import type { Command } from "commander";
import { mergeShards } from "../../conformance/run/merge-shards.ts";
import type { Report } from "../../conformance/report/report.ts";
import { defineCommand } from "../settings/define-command.ts";
import { paintFor } from "../terminal.ts";
import { conformOptions } from "./conform-options.ts";
import { finish } from "./finish.ts";
import { prepareReports } from "./write-reports.ts";

/** `orgkit merge`: puts the shards of a run together, as if it had been one. */
export function mergeCommand(): Command {
  return defineCommand(
    {
      name: "merge",
      summary: "put the shards of a conform run together",
      description:
        "Reads the report.json files that orgkit conform --shard left in a folder, and writes the reports of the whole run there.",
      arguments: { "<DIR>": "the folder given to --out, or one with the reports of all shards" },
      options: conformOptions.pick({ complete: true, out: true, reporter: true }),
    },
    async ({ settings, given: [folder = ""] }) => {
      const reports = mergeShards(folder);
      const out = settings.out ?? folder;
      prepareReports(out);
      const commandFor = ({ target, command: given }: Report): string => given ?? `orgkit conform ${target.baseUrl}`;
      return finish(reports, { ...settings, out, commandFor }, paintFor(process.stdout));
    },
  );
}
