import { own } from "../../fixtures/own.ts";
import type { ScenarioKind } from "../control/replies.ts";

/** The options of a scenario in a form: absent ones have their default. */
export type OptionTexts = Readonly<Record<string, string>>;

/** The name in a scenario text: `latency` of `latency:ms=200`. */
export function nameIn(text: string): string {
  return text.split(":", 1)[0] ?? "";
}

/** The options in a scenario text. */
export function optionsIn(text: string): OptionTexts {
  const [, written = ""] = /:(.*)/s.exec(text) ?? [];
  const pairs = [...written.matchAll(/([^=,]*)=([^,]*)/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name.trim(), value.trim()]));
}

/** A scenario as text, as in a flag, a test and the control API; the options are in the order of its schema. */
export function scenarioText({ name, options }: ScenarioKind, texts: OptionTexts): string {
  const pairs = Object.keys(options.properties).flatMap((key) => {
    const text = own(texts, key) ?? "";
    return text === "" ? [] : [`${key}=${text}`];
  });
  return pairs.length === 0 ? name : `${name}:${pairs.join(",")}`;
}

/** One field of the form for a scenario's options. */
export interface Field {
  readonly name: string;
  readonly description: string;
  readonly type: "number" | "text";
  /** The choices, if the value is one of several. */
  readonly choices: readonly string[];
  /** The placeholder of an empty field. */
  readonly preset: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: 1 | "any";
}

/** The fields of a form, from the JSON Schemas of the options. */
export function fieldsOf({ options }: ScenarioKind): readonly Field[] {
  return Object.entries(options.properties).map(([name, schema]) => {
    const { type, description = "", enum: values = [], default: preset, minimum, maximum } = schema;
    const types = new Set([type].flat());
    return {
      name,
      description,
      type: types.has("integer") || types.has("number") ? "number" : "text",
      choices: types.has("boolean") ? ["true", "false"] : values.map(String),
      preset: preset === undefined ? "" : JSON.stringify(preset).replaceAll('"', ""),
      min: minimum,
      max: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
      step: types.has("integer") ? 1 : "any",
    };
  });
}
