import { Command } from "commander";
import { diffText } from "../../conformance/diff/diff-text.ts";
import { isTargetUrl } from "../../conformance/diff/prepare-side.ts";
import { diff, type ConnectionOptions, type DiffSide } from "../../conformance/index.ts";
import { InputError } from "../../fixtures/input-error.ts";
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
import { headersOf } from "./conform-targets.ts";
import { exitCodesText } from "./exit-codes.ts";
import { interruption } from "./interruption.ts";
import { showDiffProgress } from "./learn-progress.ts";
import { reachingOf } from "./reaching.ts";

/** `orgkit diff`: in what two targets, dialects or reports differ. */
export function diffCommand(): Command {
  const { a, b } = diffTokenVariables;
  const command = new Command("diff")
    .summary("tell in what two targets, dialects or reports differ")
    .description(
      `Compares two of: the base URL of a target (asked as orgkit learn does, without writes), a dialect (its name or file), a report.json of orgkit conform. The token of a target comes from ${a}; where both are targets, that of B from ${b}, or from the config file, as token and tokenOfB.`,
    )
    .argument("<A>", "a base URL, a dialect or a report.json")
    .argument("<B>", "what it is compared with")
    .addHelpText(
      "after",
      exitCodesText({
        0: "alike in all that both tell",
        1: "different",
        2: "wrong usage or config",
        3: "a target cannot be asked, or there is nothing that both tell",
      }),
    );
  return addSettings(command, diffSettings).action(
    async (first: string, second: string, flags: Record<string, unknown>) => {
      const config = await readConfigFile(process.cwd());
      const settings = readSettings(diffSchema, [...furtherDiffSettings, ...diffSettings], {
        flags,
        environment: process.env,
        config: config.diff,
        configName: config.name,
      });
      process.exitCode = await compare(first, second, settings);
    },
  );
}

/** @returns the exit code */
async function compare(first: string, second: string, settings: DiffSettings): Promise<number> {
  const [a, b] = sidesOf(first, second, settings);
  const progress = showDiffProgress(process.stderr, { A: first, B: second });
  const comparison = await diff(a, b, { onProgress: progress.onProgress, signal: interruption() }).finally(
    progress.end,
  );
  const text = settings.json ? JSON.stringify(comparison, null, 2) : diffText(comparison, paintFor(process.stdout));
  process.stdout.write(`${text}\n`);
  if (comparison.compared === 0) return 3;
  return comparison.same ? 0 : 1;
}

/**
 * The token of one target is never sent to the other.
 * @throws InputError naming each token that is missing
 */
function sidesOf(first: string, second: string, settings: DiffSettings): readonly [DiffSide, DiffSide] {
  const { token, tokenOfB, subscriptionId, subscriptionIdOfB, header, headerOfB } = settings;
  const reaching = reachingOf(settings);
  const variables = diffTokenVariables;
  const only = { ...reaching, token, variable: variables.a, subscriptionIds: subscriptionId, header };
  const ofB = {
    ...reaching,
    token: tokenOfB,
    variable: variables.b,
    subscriptionIds: subscriptionIdOfB,
    header: headerOfB,
  };
  const given = [
    { name: first, access: only },
    { name: second, access: isTargetUrl(first) ? ofB : only },
  ] as const;
  const missing = given.filter(({ name, access }) => isTargetUrl(name) && access.token === undefined);
  const problem = "is not set; expected a token that the target accepts";
  if (missing.length > 0) {
    throw new InputError(
      "Settings",
      missing.map(({ access }) => ({ at: access.variable, problem })),
    );
  }
  return [sideOf(first, given[0].access), sideOf(second, given[1].access)];
}

/** How a side that is a target is asked. */
interface Access extends ConnectionOptions {
  readonly token: string | undefined;
  readonly variable: string;
  readonly subscriptionIds: readonly string[];
  readonly header: readonly string[];
}

function sideOf(given: string, { token, variable, header, ...others }: Access): DiffSide {
  if (!isTargetUrl(given) || token === undefined) return given;
  return { baseUrl: given, token, tokenVariable: variable, headers: headersOf(header), ...others };
}
