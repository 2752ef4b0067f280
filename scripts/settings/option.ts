import { Option } from "commander";
import { z } from "zod";

/** What there is to know of an option besides its schema. Its key in the config file is that in the command's schema. */
interface OptionNotes {
  /**
   * As commander writes it: `--port <number>`; of an argument `[BASE_URL]`. Absent where it is neither: a token on a
   * command line could be read by others.
   */
  readonly flags?: string;
  readonly description: string;
  /** What holds where nothing is set, for the help; the default of the schema by default. */
  readonly defaultText?: string;
  /** Of a list in the environment; a comma by default. */
  readonly separator?: string;
  /** A further environment variable, by convention: `PORT`. */
  readonly alias?: string;
  /** The environment variable, where the one that follows from the key is another command's, with another meaning. */
  readonly variable?: string;
}

const registry = z.registry<OptionNotes>();

/** Declares an option: its schema, its flag, and the words of the help and of the config schema. */
export function option<Schema extends z.ZodType>(
  schema: Schema,
  flags: string,
  description: string,
  notes: Omit<OptionNotes, "flags" | "description"> = {},
): Schema {
  // Others may have the same schema, with other words.
  const own = schema.clone();
  registry.add(own, { flags, description, ...notes });
  return own;
}

/** A switch that is off unless it is set. */
export const onOff = z.boolean("expected true or false").default(false);

/** A text that is not empty. */
export function text(expected: string): z.ZodString {
  return z.string(expected).min(1, expected);
}

/** A whole number, also written as a text. */
export function whole(expected: string, min: number, max = Number.MAX_SAFE_INTEGER): z.ZodCoercedNumber {
  return z.coerce.number(expected).int(expected).min(min, expected).max(max, expected);
}

/** A thing a user can set by flag, environment variable or config file; in that order of precedence. */
export interface Setting extends OptionNotes {
  readonly key: string;
  /** `list` may be given more than once (in the environment: separated); `switch` takes no value. */
  readonly kind: "text" | "list" | "switch";
  readonly environmentNames: readonly string[];
}

/** The settings of a command, in the order of its help. */
export function settingsOf(schema: z.ZodObject): readonly Setting[] {
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

/** `subscriptionId` → `ORGKIT_SUBSCRIPTION_ID`. */
export function environmentName(key: string): string {
  return `ORGKIT_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Whether a setting is an argument of its command. */
export function isArgument({ flags = "" }: Setting): boolean {
  return /^[[<]/.test(flags);
}

/** The flag of a setting; its help names its environment variables and default. */
export function flagOf({ flags = "", description, kind, defaultText, environmentNames }: Setting): Option {
  const notes = [
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
    `env: ${environmentNames.join(", ")}`,
  ].join("; ");
  const flag = new Option(flags, `${description} (${notes})`);
  if (kind !== "list") return flag;
  return flag.argParser((value, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
}
