import { own } from "../../fixtures/own.ts";
import type { OptionSchema, ScenarioKind } from "./control-schemas.ts";

/** The options of a scenario as a form holds them: what is absent is left to its default. */
export type OptionTexts = Readonly<Record<string, string>>;

/** The options every scenario takes: which calls it disturbs. */
const common = new Set(["on", "rate", "after", "times"]);

/** The name of a scenario as it is written: `latency` of `latency:ms=200`. */
export function nameIn(text: string): string {
  return text.split(":", 1)[0] ?? "";
}

/** The options of a scenario as it is written. */
export function optionsIn(text: string): OptionTexts {
  const colon = text.indexOf(":");
  if (colon < 0) return {};
  const pairs = text.slice(colon + 1).split(",");
  return Object.fromEntries(pairs.map((pair) => splitAt(pair, pair.indexOf("="))));
}

function splitAt(text: string, index: number): [string, string] {
  return [text.slice(0, index).trim(), text.slice(index + 1).trim()];
}

/** As a scenario is written in a flag, a test and the control API; the options in the order of its schema. */
export function scenarioText({ name, options }: ScenarioKind, texts: OptionTexts): string {
  const pairs = Object.keys(options.properties)
    .filter((key) => (own(texts, key) ?? "") !== "")
    .map((key) => `${key}=${texts[key]}`);
  return pairs.length === 0 ? name : `${name}:${pairs.join(",")}`;
}

/** One field of the form for a scenario's options. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly input: "number" | "choice" | "text";
  readonly choices: readonly string[];
  /** Shown where nothing is written. */
  readonly preset: string;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole: boolean;
}

/** The fields of a form: a scenario's own options, and those that say which calls it disturbs. */
export function fieldsOf({ options }: ScenarioKind): {
  readonly own: readonly Field[];
  readonly which: readonly Field[];
} {
  const fields = Object.entries(options.properties).map(([name, schema]) => fieldOf(name, schema));
  return {
    own: fields.filter(({ name }) => !common.has(name)),
    which: fields.filter(({ name }) => common.has(name)),
  };
}

function fieldOf(name: string, schema: OptionSchema): Field {
  const { type, description, enum: values, default: preset, minimum, maximum } = schema;
  const types = Array.isArray(type) ? type : [type];
  const choices = types.includes("boolean") ? ["true", "false"] : (values ?? []).map((value) => `${value}`);
  const isNumber = types.includes("integer") || types.includes("number");
  return {
    name,
    label: description ?? "",
    input: choices.length > 0 ? "choice" : isNumber ? "number" : "text",
    choices,
    preset: preset === undefined ? "" : JSON.stringify(preset).replaceAll('"', ""),
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { max: maximum }),
    isWhole: types.includes("integer"),
  };
}
