import type { z } from "zod";
import { keyPath } from "../../fixtures/parse-with.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { settingsOf, type Setting } from "./option.ts";

/** The sources of settings. */
export interface Sources {
  /** Flags and arguments, as parsed by commander, by key. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: NodeJS.ProcessEnv;
  /** The command's section of the config file. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly configName?: string | undefined;
}

interface Given {
  readonly value: unknown;
  /** The place of a value for messages: `--port`, `ORGKIT_PORT`, `orgkit.config.yaml: port`. */
  readonly place: string;
}

/**
 * The settings of a command: flag over environment over file, then parsed.
 * @throws InputError with the place of each wrong value and what was expected
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, sources: Sources): z.output<Schema> {
  const settings = settingsOf(schema);
  rejectUnknownKeys(settings, sources);
  const given = new Map(
    settings.flatMap((setting) => {
      const found = find(setting, sources);
      return found === undefined ? [] : [[setting.key, found] as const];
    }),
  );
  const values = Object.fromEntries([...given].map(([key, { value }]) => [key, value]));
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  throw new InputError(
    "these settings",
    result.error.issues.map((issue) => {
      const key = String(issue.path[0] ?? "");
      const fallback = settings.find((setting) => setting.key === key);
      return {
        at: [given.get(key)?.place ?? (fallback === undefined ? key : flagName(fallback)), keyPath(issue.path.slice(1))]
          .filter(Boolean)
          .join(" "),
        problem: issue.message,
      };
    }),
  );
}

/** The error for one setting. @param at its name for the user: `--port`, `ORGKIT_TOKEN` */
export function wrongSetting(at: string, problem: string): InputError {
  return new InputError("these settings", [{ at, problem }]);
}

function find(setting: Setting, { flags, environment, config, configName }: Sources): Given | undefined {
  const flag = flags[setting.key];
  if (flag !== undefined) return { value: flag, place: flagName(setting) };
  for (const name of setting.environmentNames) {
    const text = environment[name];
    if (text !== undefined && text !== "") return { value: fromEnvironment(setting, text), place: name };
  }
  const value = config[setting.key];
  return value === undefined ? undefined : { value, place: `${configName ?? "config"}: ${setting.key}` };
}

/** `--port` of `-p, --port <number>`; for an argument its name, for a token its variable. */
function flagName({ flags, environmentNames: [variable = ""] }: Setting): string {
  return flags === undefined ? variable : (/--[a-z-]+|\w+/.exec(flags.replace(/^-\w, /, ""))?.[0] ?? flags);
}

/** The value of a switch in the environment matters: `ORGKIT_ALLOW_WRITES=0` must not allow writes. */
function fromEnvironment(setting: Setting, text: string): unknown {
  if (setting.kind === "list") return text.split(setting.separator ?? ",").map((item) => item.trim());
  if (setting.kind === "text") return text;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  return /^(0|false|no|off)$/i.test(text) ? false : text;
}

function rejectUnknownKeys(settings: readonly Setting[], { config, configName = "config" }: Sources): void {
  const unknown = Object.keys(config).filter((key) => settings.every((setting) => setting.key !== key));
  if (unknown.length === 0) return;
  const known = settings.map(({ key }) => key).join(", ");
  throw new InputError(
    `config "${configName}"`,
    unknown.map((key) => ({ at: key, problem: `unknown key; expected one of ${known}` })),
  );
}
