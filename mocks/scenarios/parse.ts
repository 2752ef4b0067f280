import { z } from "zod";
import { InputError, type Mistake } from "../../fixtures/input-error.ts";
import { scenarioKinds } from "./catalogue.ts";
import { limitTo, whenSchema, type Scenario, type ScenarioKind } from "./scenario.ts";

type Options = Readonly<Record<string, unknown>>;

/**
 * Parses a scenario from a flag, a `Prefer` header or a test: its name, or its name with options, such as
 * `latency:ms=200,on=listUsers`.
 * @throws InputError if the name, an option or a value is invalid
 */
export function parseScenario(text: string): Scenario {
  const [, name = "", list] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const kind = scenarioKinds.find((candidate) => candidate.name === name.trim());
  if (kind === undefined) {
    const problem = `unknown scenario; expected one of ${scenarioKinds.map((known) => known.name).join(", ")}`;
    throw unreadable(text, name.trim() || "name", problem);
  }
  return startable(kind, list === undefined ? {} : readOptions(text, list, kind), text);
}

/** Scenarios nest, so far more of them would overflow the stack. */
export const maxScenarios = 50;

/** @throws InputError with each one that is invalid, or if there are too many */
export function parseScenarios(texts: readonly string[]): readonly Scenario[] {
  if (texts.length > maxScenarios) {
    const problem = `expected ${maxScenarios} at most, got ${texts.length}`;
    throw new InputError("these scenarios", [{ at: "scenarios", problem }]);
  }
  const scenarios: Scenario[] = [];
  const mistakes: Mistake[] = [];
  for (const text of texts) {
    try {
      scenarios.push(parseScenario(text));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      mistakes.push(...error.mistakes.map(({ at, problem }) => ({ at: at === text ? at : `${text} ${at}`, problem })));
    }
  }
  if (mistakes.length > 0) throw new InputError("these scenarios", mistakes);
  return scenarios;
}

function startable(kind: ScenarioKind, written: Options, text: string): Scenario {
  const { ofAll = [], own: ofOne = [] } = Object.groupBy(Object.entries(written), ([key]) =>
    Object.hasOwn(whenSchema.shape, key) ? "ofAll" : "own",
  );
  const when = whenSchema.safeParse(Object.fromEntries(ofAll));
  const own = kind.options.strict().safeParse(Object.fromEntries(ofOne));
  if (!when.success || !own.success) {
    const issues = [...(when.error?.issues ?? []), ...(own.error?.issues ?? [])];
    throw new InputError(
      `scenario "${text}"`,
      issues.map((issue) => mistake(issue, kind, written)),
    );
  }
  const pairs = Object.entries(written).map(([key, value]) => `${key}=${String(value)}`);
  return {
    text: kind.name + (pairs.length === 0 ? "" : `:${pairs.join(",")}`),
    on: when.data.on,
    start: () => limitTo(when.data, kind.start(own.data)),
  };
}

function mistake(issue: z.core.$ZodIssue, kind: ScenarioKind, written: Options): Mistake {
  const options: Readonly<Record<string, z.core.$ZodType>> = { ...kind.options.shape, ...whenSchema.shape };
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(options).join(", ");
    return { at: issue.keys.join(", "), problem: `unknown option of ${kind.name}; expected one of ${known}` };
  }
  const name = issue.path.join(".");
  const option = options[name];
  if (option === undefined) return { at: kind.name, problem: issue.message };
  // The message of these issues is ours.
  const isOurs = issue.code === "custom" || issue.code === "invalid_format";
  const problem = isOurs ? issue.message : `expected ${optionValues(option)}`;
  return { at: name, problem: `${problem}, got ${JSON.stringify(written[name])}` };
}

function readOptions(text: string, list: string, { hasTexts = false }: ScenarioKind): Options {
  const options = new Map<string, unknown>();
  // A text may have commas: the next option begins with its name.
  for (const pair of list.split(hasTexts ? /,(?=[a-z]+=)/i : ",")) {
    const equals = pair.indexOf("=");
    const key = pair.slice(0, equals).trim();
    if (equals < 0 || key === "") {
      throw unreadable(text, pair.trim() || "after the colon", "expected option=value, as in latency:ms=200");
    }
    if (options.has(key)) throw unreadable(text, key, "expected once, got twice");
    options.set(key, readValue(pair.slice(equals + 1).trim()));
  }
  return Object.fromEntries(options);
}

function unreadable(text: string, at: string, problem: string): InputError {
  return new InputError(`scenario "${text}"`, [{ at, problem }]);
}

function readValue(value: string): string | number | boolean {
  if (value === "true" || value === "false") return value === "true";
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** The values of an option, in words: `a whole number from 0 to 600000`, `true or false`, `seconds, date or none`. */
function optionValues(option: z.core.$ZodType): string {
  const { enum: choices, type, minimum, maximum } = z.toJSONSchema(option, { io: "input" });
  if (choices !== undefined)
    return oneOf(choices.map((choice) => (typeof choice === "string" ? choice : JSON.stringify(choice))));
  if (type === "boolean") return "true or false";
  if (type === "string") return "a string";
  const hasEnd = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return `a ${type === "integer" ? "whole " : ""}number ${hasEnd ? `from ${minimum} to ${maximum}` : `of ${minimum} or more`}`;
}

function oneOf(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
