import { mergeShards } from "../../conformance/run/merge-shards.ts";
import { defineCommand } from "../settings/define-command.ts";
import { conformOptions } from "./conform-options.ts";
import { finish } from "./finish.ts";
import { prepareReports } from "./write-reports.ts";

/** `orgkit merge`: combines the shards of a run into the reports of the whole run. */
export default defineCommand(
  {
    name: "merge",
    summary: "merge the shards of a conform run",
    description:
      "Reads the report.json files of orgkit conform --shard in a directory, and writes the reports of the whole run there.",
    arguments: { "<DIR>": "the --out directory, or one with the reports of all shards" },
    options: conformOptions.pick({ complete: true, out: true, reporter: true }),
  },
  async ({ settings, given: [directory = ""] }) => {
    const reports = mergeShards(directory);
    const { out = directory } = settings;
    prepareReports(out);
    const commandFor = ({ target, command }: (typeof reports)[number]): string =>
      command ?? `orgkit conform ${target.baseUrl}`;
    return finish(reports, { ...settings, out, commandFor });
  },
);
