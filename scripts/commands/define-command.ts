import { Command, Option } from "commander";
import type { z } from "zod";
import { findConfigFile, readConfigFile, sectionNames } from "../../fixtures/settings/config-file.ts";
import {
  describeSetting,
  environmentName,
  isArgument,
  kebab,
  listSettings,
  readSettings,
  type Setting,
  type Sources,
} from "../../fixtures/settings/settings.ts";
import { warn } from "../terminal/terminal.ts";

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
  /** The keys that the top of the config file sets, too. */
  readonly fromProject?: readonly string[];
}

interface Settings<Options extends z.ZodObject> {
  readonly settings: z.output<Options>;
  /** Of the application, by the config file. */
  readonly baseUrl: string | undefined;
}

/** What a command's `run` gets. */
interface Run<Options extends z.ZodObject> extends Settings<Options> {
  /** The arguments that are not settings, in order. */
  readonly given: readonly string[];
  /** Reads all sources again: the config file may have been edited. */
  readonly read: () => Promise<Settings<Options>>;
  readonly configPath: string | undefined;
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
  const { name, summary, description, options, exitCodes = {}, help = "", fromProject = [] } = declared;
  const settings = listSettings(options);
  const positional = Object.entries(declared.arguments ?? {});
  const hasSection = sectionNames.some((section) => section === name);
  return (version) => {
    const command = new Command(name).summary(summary).description(description);
    for (const [argument, text] of positional) command.argument(argument, text);
    for (const setting of settings) {
      if (isArgument(setting)) {
        command.argument(setting.flags ?? "", setting.description);
        // For an argument after an option with a list of files.
        command.addOption(new Option(`--${kebab(setting.key)} <value>`).hideHelp());
      } else if (setting.flags !== undefined) command.addOption(createFlag(setting));
    }
    const meanings = Object.entries(exitCodes).map(([code, meaning]) => `\n  ${code}  ${meaning}`);
    command.addHelpText("after", otherSources(settings, hasSection));
    if (meanings.length > 0) command.addHelpText("after", `\nExit codes:${meanings.join("")}`);
    if (help !== "") command.addHelpText("after", help);
    const readSources = async (): Promise<Sources & { readonly baseUrl: string | undefined }> => {
      const { path, directory, project, sections } = await readConfigFile(
        hasSection ? findConfigFile(process.cwd()) : undefined,
      );
      const { scenarios: scenario, baseUrl, ...rest } = project;
      // A path is of the application's origin, which a command does not know.
      const shared = { ...rest, scenario, ...(baseUrl?.startsWith("/") === true ? {} : { baseUrl }) };
      const ofProject = Object.fromEntries(Object.entries(shared).filter(([key]) => fromProject.includes(key)));
      const optional = settings
        .filter(isArgument)
        .map(({ key }, index) => [key, command.args[positional.length + index]])
        .filter(([, value]) => value !== undefined);
      const flags = { ...command.opts(), ...Object.fromEntries(optional) };
      const config = { config: sections[name] ?? {}, project: ofProject, configPath: path, configDirectory: directory };
      return { flags, environment: process.env, ...config, baseUrl };
    };
    return command.action(async () => {
      const sources = await readSources();
      const code = await run({
        settings: readSettings(options, { ...sources, warn }),
        given: command.args.slice(0, positional.length),
        read: async () => {
          const edited = await readSources();
          return { settings: readSettings(options, edited), baseUrl: edited.baseUrl };
        },
        configPath: sources.configPath,
        baseUrl: sources.baseUrl,
        version,
      });
      if (typeof code === "number") process.exitCode = code;
    });
  };
}

/** The flag of a setting, with its range, its default and an irregular environment variable in the help. */
function createFlag(setting: Setting): Option {
  const { key, flags = "", kind, environmentNames } = setting;
  const names = environmentNames.join(", ");
  const flag = new Option(
    flags,
    describeSetting(setting, ...(names === environmentName(key) ? [] : [`env: ${names}`])),
  );
  if (kind !== "list") return flag;
  return flag.argParser((value, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
}

/** Where else than on the command line an option can be set, with an example. */
function otherSources(settings: readonly Setting[], hasSection: boolean): string {
  const example = settings.find((setting) => setting.flags !== undefined && !isArgument(setting));
  if (example === undefined) return "";
  const { key, environmentNames } = example;
  const inConfig = hasSection ? ` or in orgkit.config.yaml (${key})` : "";
  return `\nEach option can also be set in the environment (--${kebab(key)}: ${environmentNames.join(" or ")})${inConfig}.`;
}
