import { Option } from "commander";
import { z } from "zod";
import { keyPath } from "../../fixtures/input/parse-with.ts";
import { InputError } from "../../fixtures/input/input-error.ts";

/** The metadata of an option besides its schema. Its key in the config file is that of the command's schema. */
interface OptionNotes {
  /**
   * In commander's syntax: `--port <number>`; for an argument `[BASE_URL]`. Absent for tokens, since others could read
   * them on a command line.
   */
  readonly flags?: string;
  readonly description: string;
  /** The text for the default in the help; by default the schema's. */
  readonly defaultText?: string;
  /** Separates a list in the environment; a comma by default. */
  readonly separator?: string;
  /** Another environment variable, by convention: `PORT`. */
  readonly alias?: string;
  /** The environment variable, if the one derived from the key has another meaning in another command. */
  readonly variable?: string;
}

const registry = z.registry<OptionNotes>();

/** Declares an option: its schema, its flag, and its text in the help and the config schema. */
export function option<Schema extends z.ZodType>(
  schema: Schema,
  flags: string,
  description: string,
  notes: Omit<OptionNotes, "flags" | "description"> = {},
): Schema {
  // Other options may share the schema, with other texts.
  const own = schema.clone();
  registry.add(own, { flags, description, ...notes });
  return own;
}

/** A switch that is off by default. */
export const onOff = z.boolean("expected true or false").default(false);

/** A non-empty text. */
export function text(expected: string): z.ZodString {
  return z.string(expected).min(1, expected);
}

/** An integer, also as a text. */
export function whole(expected: string, min: number, max = Number.MAX_SAFE_INTEGER): z.ZodCoercedNumber {
  return z.coerce.number(expected).int(expected).min(min, expected).max(max, expected);
}

/** A setting: a flag, an environment variable or a key of the config file, in that order of precedence. */
export interface Setting extends OptionNotes {
  readonly key: string;
  /** `list` may be repeated (in the environment: separated); `switch` has no value. */
  readonly kind: "text" | "list" | "switch";
  readonly environmentNames: readonly string[];
}

/** The settings of a command, in the order of its help. */
export function listSettings(schema: z.ZodObject): readonly Setting[] {
  return Object.entries(schema.shape).map(([key, declared]: [string, z.ZodType]) => {
    const notes = registry.get(declared) ?? { description: "" };
    const standard = declared instanceof z.ZodDefault ? declared.def.defaultValue : undefined;
    const inner = innermost(declared);
    const isText = typeof standard === "string" || typeof standard === "number";
    return {
      ...(isText ? { defaultText: String(standard) } : {}),
      ...notes,
      key,
      kind: inner instanceof z.ZodArray ? "list" : inner instanceof z.ZodBoolean ? "switch" : "text",
      environmentNames: [notes.variable ?? environmentName(key), ...(notes.alias === undefined ? [] : [notes.alias])],
    };
  });
}

function innermost(schema: unknown): unknown {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? innermost(schema.unwrap()) : schema;
}

/** `baseUrl` → `base-url`. */
export function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `subscriptionId` → `ORGKIT_SUBSCRIPTION_ID`. */
function environmentName(key: string): string {
  return `ORGKIT_${kebab(key).replaceAll("-", "_").toUpperCase()}`;
}

/** Whether a setting is an argument of its command. */
export function isArgument({ flags = "" }: Setting): boolean {
  return /^[[<]/.test(flags);
}

/** The flag of a setting, with its default and an irregular environment variable in the help. */
export function createFlag({ key, flags = "", description, kind, defaultText, environmentNames }: Setting): Option {
  const notes = [
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
    ...(environmentNames.join() === environmentName(key) ? [] : [`env: ${environmentNames.join(", ")}`]),
  ];
  const flag = new Option(flags, notes.length === 0 ? description : `${description} (${notes.join("; ")})`);
  if (kind !== "list") return flag;
  return flag.argParser((value, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
}

/** The sources of settings. */
export interface Sources {
  /** Flags and arguments, as parsed by commander, by key. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: NodeJS.ProcessEnv;
  /** The command's section of the config file. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly configName?: string | undefined;
}

interface GivenSetting {
  readonly value: unknown;
  /** The place of a value for messages: `--port`, `ORGKIT_PORT`, `orgkit.config.yaml: port`. */
  readonly place: string;
}

/**
 * The settings of a command: flag over environment over file, then parsed.
 * @throws InputError with the place of each wrong value and what was expected
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, sources: Sources): z.output<Schema> {
  const settings = listSettings(schema);
  const { config, configName = "config" } = sources;
  const keys = settings.map(({ key }) => key);
  const unknown = Object.keys(config).filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    const problem = `unknown key; expected one of ${keys.join(", ")}`;
    throw new InputError(
      `config "${configName}"`,
      unknown.map((at) => ({ at, problem })),
    );
  }
  const values = new Map(settings.map((setting) => [setting.key, findSetting(setting, sources)]));
  const { success, data, error } = schema.safeParse(
    Object.fromEntries([...values].map(([key, { value }]) => [key, value])),
  );
  if (success) return data;
  const mistakes = error.issues.map(({ path: [key = "", ...rest], message }) => {
    const { place = String(key) } = values.get(String(key)) ?? {};
    return { at: [place, keyPath(rest)].filter(Boolean).join(" "), problem: message };
  });
  throw new InputError("these settings", mistakes);
}

/** The error for one setting. @param at its name for the user: `--port`, `ORGKIT_TOKEN` */
export function wrongSetting(at: string, problem: string): InputError {
  return new InputError("these settings", [{ at, problem }]);
}

/** The value of a setting is `undefined` if no source has it. */
function findSetting(setting: Setting, { flags, environment, config, configName }: Sources): GivenSetting {
  const { key } = setting;
  const place = flagName(setting);
  if (flags[key] !== undefined) return { value: flags[key], place };
  const name = setting.environmentNames.find((one) => environment[one]);
  if (name !== undefined) return { value: parseVariable(setting, environment[name] ?? ""), place: name };
  return config[key] === undefined
    ? { value: undefined, place }
    : { value: config[key], place: `${configName ?? "config"}: ${key}` };
}

/** `--port` of `-p, --port <number>`; for an argument its name, for a token its variable. */
function flagName({ flags, environmentNames: [variable = ""] }: Setting): string {
  return flags === undefined ? variable : (/--[a-z-]+|\w+/.exec(flags.replace(/^-\w, /, ""))?.[0] ?? flags);
}

/** The value of a switch in the environment matters: `ORGKIT_ALLOW_WRITES=0` must not allow writes. */
function parseVariable({ kind, separator = "," }: Setting, given: string): unknown {
  if (kind === "list") return given.split(separator).map((item) => item.trim());
  if (kind === "text") return given;
  if (/^(1|true|yes|on)$/i.test(given)) return true;
  return /^(0|false|no|off)$/i.test(given) ? false : given;
}
