import type { z } from "zod";
import { InputError, type Mistake } from "../../fixtures/input/input-error.ts";
import { nearestName } from "../../fixtures/input/nearest-name.ts";
import { scenarioKinds } from "./catalogue.ts";
import { whenSchema, type ScenarioKind } from "./scenario.ts";

/** A scenario with its options, ready to start. */
export interface Scenario {
  /** Its text form: `latency:ms=200,on=listUsers`. */
  readonly text: string;
  readonly kind: ScenarioKind;
  readonly options: z.infer<z.ZodObject>;
}

/** Scenarios nest, so far more of them would overflow the stack. */
const maxScenarios = 50;

/** @throws InputError if one is invalid, or if there are too many */
export function parseScenarios(texts: readonly string[]): readonly Scenario[] {
  if (texts.length > maxScenarios) {
    const problem = `expected ${maxScenarios} at most, got ${texts.length}`;
    throw new InputError("these scenarios", [{ at: "scenarios", problem }]);
  }
  return texts.map(parseScenario);
}

/**
 * Parses a scenario from a flag, a `Prefer` header or a test: its name, or its name with options, such as
 * `latency:ms=200,on=listUsers`.
 * @throws InputError if the name, an option or a value is invalid
 */
export function parseScenario(text: string): Scenario {
  const [, name = "", list] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const kind = scenarioKinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    const names = scenarioKinds.map((each) => each.name);
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? `expected one of ${names.join(", ")}` : `did you mean ${nearest}?`;
    throw unreadable(text, [{ at: name || "name", problem: `unknown scenario; ${hint}` }]);
  }
  const givenOptions = list === undefined ? {} : readOptions(text, list);
  const schema = kind.options.safeExtend(whenSchema.shape).strict();
  const { data: options, error } = schema.safeParse(givenOptions);
  if (options !== undefined) return { text, kind, options };
  const optionNames = Object.keys(schema.shape).join(", ");
  throw unreadable(
    text,
    error.issues.map((issue) => {
      if (issue.code === "unrecognized_keys") {
        return { at: issue.keys.join(", "), problem: `unknown option of ${name}; expected one of ${optionNames}` };
      }
      const option = issue.path.join(".");
      const value = option === "" ? "" : `, got ${JSON.stringify(givenOptions[option])}`;
      return { at: option || name, problem: issue.message.replace(/^Invalid (?:input|option): /, "") + value };
    }),
  );
}

function readOptions(text: string, list: string): Readonly<Record<string, unknown>> {
  // A text may have commas: the next option begins with its name.
  const pairs = list.split(/,(?=[a-z]+=)/i).map((pair) => {
    const [, key = "", value = ""] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    if (key !== "") return [key, readValue(value)] as const;
    throw unreadable(text, [{ at: pair || "after the colon", problem: "expected option=value, as in latency:ms=200" }]);
  });
  return Object.fromEntries(pairs);
}

function readValue(value: string): string | number | boolean {
  if (value === "true" || value === "false") return value === "true";
  return value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

function unreadable(text: string, mistakes: readonly Mistake[]): InputError {
  return new InputError(`scenario "${text}"`, mistakes);
}
