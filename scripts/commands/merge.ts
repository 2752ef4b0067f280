import { Command } from "commander";
import { mergeShards } from "../../conformance/run/merge-shards.ts";
import type { Report } from "../../conformance/report/report.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings } from "../settings/setting.ts";
import { paintFor } from "../terminal.ts";
import { conformSchema, conformSettings } from "./conform-settings.ts";
import { finish } from "./finish.ts";
import { prepareReports } from "./write-reports.ts";

const mergeSettings = conformSettings.filter(({ key }) => ["out", "reporter", "complete"].includes(key));
const mergeSchema = conformSchema.pick({ out: true, reporter: true, complete: true });

/** `orgkit merge`: puts the shards of a run together, as if it had been one. */
export function mergeCommand(): Command {
  const command = new Command("merge")
    .summary("put the shards of a conform run together")
    .description(
      "Reads the report.json files that orgkit conform --shard left in a folder, and writes the reports of the whole run there.",
    )
    .argument("<DIR>", "the folder given to --out, or one with the reports of all shards");
  return addSettings(command, mergeSettings).action(async (folder: string, flags: Record<string, unknown>) => {
    const config = await readConfigFile(process.cwd());
    const settings = readSettings(mergeSchema, mergeSettings, {
      flags,
      environment: process.env,
      config: {},
      configName: config.name,
    });
    const reports = mergeShards(folder);
    const out = settings.out ?? folder;
    prepareReports(out);
    const commandFor = ({ target, command: given }: Report): string => given ?? `orgkit conform ${target.baseUrl}`;
    process.exitCode = finish(reports, { ...settings, out, commandFor }, paintFor(process.stdout));
  });
}
