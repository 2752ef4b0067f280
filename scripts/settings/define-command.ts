import { Command, Option } from "commander";
import type { z } from "zod";
import { readConfigFile, sectionNames, type ConfigFile } from "./config-file.ts";
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
  /** The setting that the section of the mock in the config file gives where that of the command does not. */
  readonly asMock?: string;
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
  /** Of orgkit. */
  readonly version: string;
}

/** Makes a command of the command line, of a version of orgkit. */
export type CommandFactory = (version: string) => Command;

/** `baseUrl` → `base-url`. */
function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** @param run returns the exit code, or nothing if that is 0 */
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
        // For a command line on which a list of files stands before it.
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
