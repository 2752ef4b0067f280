import type { z } from "zod";
import { InputError, type Mistake } from "../../fixtures/input-error.ts";
import { scenarioKinds } from "./catalogue.ts";
import { optionValues } from "./option-values.ts";
import type { Scenario, ScenarioKind } from "./scenario.ts";
import { only, whenSchema } from "./when.ts";

type Options = Readonly<Record<string, unknown>>;

/**
 * Reads a scenario as it is written in a flag, a `Prefer` header or a test: its name alone, or with options,
 * `latency:ms=200,on=listUsers`.
 * @throws InputError where the name or an option is not known, or a value is none it takes
 */
export function parseScenario(text: string): Scenario {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const kind = scenarioKinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    const names = scenarioKinds.map((known) => known.name).join(", ");
    throw new InputError(`Scenario "${text}"`, [
      { at: name === "" ? "name" : name, problem: `there is none of this name; expected ${names}` },
    ]);
  }
  const written = colon < 0 ? {} : readOptions(text, text.slice(colon + 1));
  return startable(kind, written, text);
}

/** Each scenario is a call within the one before it: far more would overflow the stack. */
export const mostScenarios = 50;

/** @throws InputError naming each of them that cannot be read, or where there are too many */
export function parseScenarios(texts: readonly string[]): readonly Scenario[] {
  if (texts.length > mostScenarios) {
    const problem = `expected ${mostScenarios} at most, got ${texts.length}`;
    throw new InputError("Scenarios", [{ at: "scenarios", problem }]);
  }
  const scenarios: Scenario[] = [];
  const mistakes: Mistake[] = [];
  for (const text of texts) {
    try {
      scenarios.push(parseScenario(text));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      mistakes.push(
        ...error.mistakes.map(({ at, problem }) => ({
          at: at === text ? at : `${text} ${at}`,
          problem,
        })),
      );
    }
  }
  if (mistakes.length > 0) throw new InputError("Scenarios", mistakes);
  return scenarios;
}

function startable(kind: ScenarioKind, written: Options, text: string): Scenario {
  const isCommon = (key: string): boolean => Object.hasOwn(whenSchema.shape, key);
  const pick = (wanted: boolean): Options =>
    Object.fromEntries(Object.entries(written).filter(([key]) => isCommon(key) === wanted));
  const when = whenSchema.safeParse(pick(true));
  const own = kind.options.strict().safeParse(pick(false));
  const issues = [...(when.error?.issues ?? []), ...(own.error?.issues ?? [])];
  if (when.data === undefined || own.data === undefined) {
    throw new InputError(
      `Scenario "${text}"`,
      issues.map((issue) => mistake(issue, kind, written)),
    );
  }
  const { data: options } = own;
  const { data: condition } = when;
  return { text: writtenOut(kind.name, written), on: condition.on, start: () => only(condition, kind.start(options)) };
}

function mistake(issue: z.core.$ZodIssue, kind: ScenarioKind, written: Options): Mistake {
  const options: Readonly<Record<string, z.core.$ZodType>> = { ...kind.options.shape, ...whenSchema.shape };
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(options).join(", ");
    return { at: issue.keys.join(", "), problem: `${kind.name} takes no such option; expected ${known}` };
  }
  const name = issue.path.join(".");
  const option = options[name];
  if (option === undefined) return { at: kind.name, problem: issue.message };
  // These two carry a message of ours.
  const isOurs = issue.code === "custom" || issue.code === "invalid_format";
  const problem = isOurs ? issue.message : `expected ${optionValues(option)}`;
  return { at: name, problem: `${problem}, got ${JSON.stringify(written[name])}` };
}

function readOptions(text: string, list: string): Options {
  const options = new Map<string, unknown>();
  for (const pair of list.split(",")) {
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
  return new InputError(`Scenario "${text}"`, [{ at, problem }]);
}

function readValue(value: string): string | number | boolean {
  if (value === "true" || value === "false") return value === "true";
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

function writtenOut(name: string, options: Options): string {
  const pairs = Object.entries(options).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.length === 0 ? name : `${name}:${pairs.join(",")}`;
}
