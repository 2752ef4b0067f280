import type { z } from "zod";
import { InputError, type Mistake } from "../../fixtures/input-error.ts";
import { scenarioKinds } from "./catalogue.ts";
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
      { at: name, problem: `there is none of this name; expected ${names}` },
    ]);
  }
  const written = colon < 0 ? {} : readOptions(text, text.slice(colon + 1));
  return startable(kind, written, text);
}

/** @throws InputError naming each of them that cannot be read */
export function parseScenarios(texts: readonly string[]): readonly Scenario[] {
  const scenarios: Scenario[] = [];
  const mistakes: Mistake[] = [];
  for (const text of texts) {
    try {
      scenarios.push(parseScenario(text));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      mistakes.push(...error.mistakes.map(({ at, problem }) => ({ at: `${text} ${at}`, problem })));
    }
  }
  if (mistakes.length > 0) throw new InputError("Scenarios", mistakes);
  return scenarios;
}

function startable(kind: ScenarioKind, written: Options, text: string): Scenario {
  const isCommon = (key: string): boolean => key in whenSchema.shape;
  const pick = (wanted: boolean): Options =>
    Object.fromEntries(Object.entries(written).filter(([key]) => isCommon(key) === wanted));
  const when = whenSchema.safeParse(pick(true));
  const own = kind.options.strict().safeParse(pick(false));
  const issues = [...(when.error?.issues ?? []), ...(own.error?.issues ?? [])];
  if (when.data === undefined || own.data === undefined) {
    throw new InputError(
      `Scenario "${text}"`,
      issues.map((issue) => mistake(issue, kind)),
    );
  }
  const { data: options } = own;
  const { data: condition } = when;
  return { text: writtenOut(kind.name, written), start: () => only(condition, kind.start(options)) };
}

function mistake(issue: z.core.$ZodIssue, kind: ScenarioKind): Mistake {
  const known = [...Object.keys(kind.options.shape), ...Object.keys(whenSchema.shape)].join(", ");
  if (issue.code === "unrecognized_keys") {
    return { at: issue.keys.join(", "), problem: `${kind.name} takes no such option; expected ${known}` };
  }
  return { at: issue.path.join("."), problem: issue.message };
}

function readOptions(text: string, list: string): Options {
  const entries = list.split(",").map((pair) => {
    const equals = pair.indexOf("=");
    if (equals < 1) {
      throw new InputError(`Scenario "${text}"`, [
        { at: pair, problem: "expected option=value, as in latency:ms=200" },
      ]);
    }
    return [pair.slice(0, equals).trim(), readValue(pair.slice(equals + 1).trim())];
  });
  return Object.fromEntries(entries);
}

function readValue(value: string): string | number | boolean {
  if (value === "true" || value === "false") return value === "true";
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

function writtenOut(name: string, options: Options): string {
  const pairs = Object.entries(options).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.length === 0 ? name : `${name}:${pairs.join(",")}`;
}
