import { Command } from "commander";
import type { z } from "zod";
import { readConfigFile, sectionNames, type ConfigFile, type Section } from "./config-file.ts";
import { flagOf, isArgument, settingsOf } from "./option.ts";
import { readSettings, type Sources } from "./read-settings.ts";

interface Declaration<Options extends z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Arguments that are no settings, as commander writes them, with their descriptions. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options: Options;
  /** What each exit code means, for the help. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Ends the help. */
  readonly help?: string;
  /** What of the config file holds where the section of the command does not say it. */
  readonly fallback?: (config: ConfigFile) => Section;
  /** Changes what the sources say, before they are read. */
  readonly prepare?: (sources: Sources) => Sources;
}

/** What a command is run with. */
interface Run<Options extends z.ZodObject> {
  readonly settings: z.output<Options>;
  /** The arguments that are no settings, in their order. */
  readonly given: readonly string[];
  /** Reads all sources once more: the config file may have been edited. */
  readonly read: () => Promise<z.output<Options>>;
  readonly configName: string | undefined;
}

/** A command of the command line. @param run returns the exit code, or nothing where that is 0 */
export function defineCommand<Options extends z.ZodObject>(
  declared: Declaration<Options>,
  run: (run: Run<Options>) => Promise<number | void>,
): Command {
  const { name, summary, description, options, exitCodes, help } = declared;
  const command = new Command(name).summary(summary).description(description);
  for (const [argument, text] of Object.entries(declared.arguments ?? {})) command.argument(argument, text);
  const positional = Object.keys(declared.arguments ?? {}).length;
  const settings = settingsOf(options);
  const hasSection = sectionNames.some((section) => section === name);
  for (const setting of settings) {
    if (isArgument(setting)) command.argument(setting.flags ?? "", setting.description);
    else if (setting.flags !== undefined) command.addOption(flagOf(setting));
  }
  if (exitCodes !== undefined) command.addHelpText("after", exitCodesText(exitCodes));
  if (help !== undefined) command.addHelpText("after", help);
  return command.action(async () => {
    const { args } = command;
    const optional = settings.filter(isArgument).map(({ key }, index) => [key, args[positional + index]] as const);
    const flags = { ...command.opts(), ...Object.fromEntries(optional) };
    const read = async (): Promise<Pick<Run<Options>, "settings" | "configName">> => {
      const config: ConfigFile = hasSection ? await readConfigFile(process.cwd()) : { sections: {} };
      const section = { ...declared.fallback?.(config), ...new Map(Object.entries(config.sections)).get(name) };
      const sources = { flags, environment: process.env, config: section, configName: config.name };
      return { settings: readSettings(options, declared.prepare?.(sources) ?? sources), configName: config.name };
    };
    const first = await read();
    const code = await run({
      ...first,
      given: args.slice(0, positional),
      read: async () => (await read()).settings,
    });
    if (typeof code === "number") process.exitCode = code;
  });
}

function exitCodesText(meanings: Readonly<Record<number, string>>): string {
  const lines = Object.entries(meanings).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return ["", "Exit codes:", ...lines].join("\n");
}
