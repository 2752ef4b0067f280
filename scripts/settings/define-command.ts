import { Command, Option } from "commander";
import type { z } from "zod";
import { type ConfigFile, readConfigFile, sectionNames } from "./config-file.ts";
import { flagOf, isArgument, kebab, readSettings, settingsOf, type Sources } from "./settings.ts";

interface Declaration<Options extends z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Arguments that are not settings, in commander's syntax, with descriptions. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options: Options;
  /** The meaning of each exit code, for the help. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Additional text at the end of the help. */
  readonly help?: string;
  /** Defaults from the config file's section of the mock. */
  readonly asMock?: string;
  /** Adjusts the sources before they are parsed. */
  readonly prepare?: (sources: Sources) => Sources;
}

/** What a command's `run` gets. */
interface Run<Options extends z.ZodObject> {
  readonly settings: z.output<Options>;
  /** The arguments that are not settings, in order. */
  readonly given: readonly string[];
  /** Reads all sources again: the config file may have been edited. */
  readonly read: () => Promise<z.output<Options>>;
  readonly configName: string | undefined;
  /** The version of orgkit. */
  readonly version: string;
}

/** Makes a commander command, for a version of orgkit. */
export type CommandFactory = (version: string) => Command;

/** @param run returns the exit code, or nothing for 0 */
export function defineCommand<Options extends z.ZodObject>(
  declared: Declaration<Options>,
  run: (run: Run<Options>) => Promise<number | void>,
): CommandFactory {
  const { name, summary, description, options, exitCodes = {}, help = "", asMock = "", prepare } = declared;
  const settings = settingsOf(options);
  const positional = Object.entries(declared.arguments ?? {});
  return (version) => {
    const command = new Command(name).summary(summary).description(description);
    for (const [argument, text] of positional) command.argument(argument, text);
    for (const setting of settings) {
      if (isArgument(setting)) {
        command.argument(setting.flags ?? "", setting.description);
        // For an argument after an option with a list of files.
        command.addOption(new Option(`--${kebab(setting.key)} <value>`).hideHelp());
      } else if (setting.flags !== undefined) command.addOption(flagOf(setting));
    }
    const meanings = Object.entries(exitCodes).map(([code, meaning]) => `\n  ${code}  ${meaning}`);
    if (meanings.length > 0) command.addHelpText("after", `\nExit codes:${meanings.join("")}`);
    if (help !== "") command.addHelpText("after", help);
    return command.action(async () => {
      const { args } = command;
      const optional = settings
        .filter(isArgument)
        .map(({ key }, index) => [key, args[positional.length + index]])
        .filter(([, value]) => value !== undefined);
      const flags = { ...command.opts(), ...Object.fromEntries(optional) };
      const read = async (): Promise<Pick<Run<Options>, "settings" | "configName">> => {
        const hasSection = sectionNames.some((section) => section === name);
        const { name: configName, sections }: ConfigFile = hasSection
          ? await readConfigFile(process.cwd())
          : { sections: {} };
        const ofMock = Object.entries(sections["mock"] ?? {}).filter(([key]) => key === asMock);
        const config = { ...Object.fromEntries(ofMock), ...sections[name] };
        const sources = { flags, environment: process.env, config, configName };
        return { settings: readSettings(options, prepare?.(sources) ?? sources), configName };
      };
      const given = args.slice(0, positional.length);
      const code = await run({ ...(await read()), given, read: async () => (await read()).settings, version });
      if (typeof code === "number") process.exitCode = code;
    });
  };
}
