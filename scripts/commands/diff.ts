import { Command } from "commander";
import { compareSides } from "../../conformance/diff/compare.ts";
import { diffText } from "../../conformance/diff/diff-text.ts";
import { readConfigFile } from "../settings/config-file.ts";
import { readSettings } from "../settings/read-settings.ts";
import { addSettings } from "../settings/setting.ts";
import { paintFor } from "../terminal.ts";
import {
  diffSchema,
  diffSettings,
  diffTokenVariables,
  furtherDiffSettings,
  type DiffSettings,
} from "./diff-settings.ts";
import { isTarget, prepareSide, type Access } from "./diff-side.ts";
import { interruption } from "./interruption.ts";

/** `orgkit diff`: in what two targets, dialects or reports differ. */
export function diffCommand(): Command {
  const { a, b } = diffTokenVariables;
  const command = new Command("diff")
    .summary("tell in what two targets, dialects or reports differ")
    .description(
      `Compares two of: the base URL of a target (asked as orgkit learn does, without writes), a dialect (its name or file), a report.json of orgkit conform. The token of a target comes from ${a}; where both are targets, that of B from ${b}, or from the config file, as token and tokenOfB. Exits with 0 where they are alike in all that both tell, 1 where they differ, 2 for wrong usage, 3 where a target cannot be asked.`,
    )
    .argument("<A>", "a base URL, a dialect or a report.json")
    .argument("<B>", "what it is compared with");
  return addSettings(command, diffSettings).action(
    async (first: string, second: string, flags: Record<string, unknown>) => {
      const config = await readConfigFile(process.cwd());
      const settings = readSettings(diffSchema, [...furtherDiffSettings, ...diffSettings], {
        flags,
        environment: process.env,
        config: config.diff,
        configName: config.name,
      });
      process.exitCode = await diff(first, second, settings);
    },
  );
}

/** @returns the exit code */
async function diff(first: string, second: string, settings: DiffSettings): Promise<number> {
  const access = accessOf(settings, isTarget(first) && isTarget(second));
  const readFirst = prepareSide("A", first, access.a);
  const readSecond = prepareSide("B", second, access.b);
  const comparison = compareSides(await readFirst(), await readSecond());
  const text = settings.json ? JSON.stringify(comparison, null, 2) : diffText(comparison, paintFor(process.stdout));
  process.stdout.write(`${text}\n`);
  if (comparison.compared === 0) return 3;
  return comparison.same ? 0 : 1;
}

/** The token of one target is never sent to the other. */
function accessOf(settings: DiffSettings, areBothTargets: boolean): { readonly a: Access; readonly b: Access } {
  const { token, tokenOfB, subscriptionId, subscriptionIdOfB, header, headerOfB, ...others } = settings;
  const reaching = { ...others, signal: interruption() };
  const only: Access = {
    ...reaching,
    token,
    tokenVariable: diffTokenVariables.a,
    subscriptionIds: subscriptionId,
    header,
  };
  if (!areBothTargets) return { a: only, b: only };
  const ofB = { token: tokenOfB, tokenVariable: diffTokenVariables.b };
  return { a: only, b: { ...reaching, ...ofB, subscriptionIds: subscriptionIdOfB, header: headerOfB } };
}
