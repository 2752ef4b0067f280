import { Option, type Command } from "commander";

/** One thing a user can set by flag, environment variable or config file; in that order of precedence. */
export interface Setting {
  /** Its key in the config file, in camel case; the environment variable follows from it. */
  readonly key: string;
  /** As commander writes it, for instance `--port <number>`. */
  readonly flags: string;
  readonly description: string;
  /** `list` may be given more than once (in the environment: separated); `switch` takes no value. */
  readonly kind: "text" | "list" | "switch";
  /** What holds where nothing is set, for the help. */
  readonly defaultText?: string;
  /** Of a list in the environment; a comma by default. */
  readonly separator?: string;
  /** A further environment variable, by convention: `PORT`. */
  readonly alias?: string;
  /** The environment variable, where the one that follows from the key is another command's, with another meaning. */
  readonly variable?: string;
}

/** `subscriptionId` → `ORGKIT_SUBSCRIPTION_ID`. */
export function environmentName({ key, variable }: Pick<Setting, "key" | "variable">): string {
  if (variable !== undefined) return variable;
  return `ORGKIT_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Gives a command its flags; the help of each names its environment variable and default. */
export function addSettings(command: Command, settings: readonly Setting[]): Command {
  for (const setting of settings) {
    const notes = [
      ...(setting.defaultText === undefined ? [] : [`default: ${setting.defaultText}`]),
      `env: ${environmentName(setting)}${setting.alias === undefined ? "" : `, ${setting.alias}`}`,
    ];
    const description = `${setting.description} (${notes.join("; ")})`;
    const option = new Option(setting.flags, description);
    if (setting.kind === "list") {
      option.argParser((value, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
    }
    command.addOption(option);
  }
  return command;
}
