import * as z from "zod/mini";
import { InputError, type Mistake, suggestName, inputError } from "../../fixtures/input/input-error.ts";
import { scenarioKinds } from "./catalogue.ts";
import type { Call, Reply } from "../service/call.ts";
import { whenSchema, type ScenarioKind, type Turn } from "./scenario.ts";

/**
 * A scenario of your own: answers a request, or changes the reply that `next()` gives: that of the simulation, and of
 * the scenarios within. It may call `next` never, several times, or with another request.
 */
export type OwnScenario = (turn: Turn, next: (call?: Call) => Promise<Reply>) => OwnReply | Promise<OwnReply>;

/** A reply without its reason, which is then the scenario. */
type OwnReply = Omit<Reply, "why"> & Partial<Pick<Reply, "why">>;

/** Scenarios of a project, by the names under which texts ask for them. */
export type OwnScenarios = Readonly<Record<string, OwnScenario>>;

/** A scenario with its options, ready to start. */
export interface Scenario {
  /** Its text form: `latency:ms=200,on=listUsers`; of a function, its name. */
  readonly text: string;
  readonly kind: ScenarioKind;
  readonly options: z.infer<z.ZodMiniObject>;
}

/** Scenarios nest, so far more of them would overflow the stack. */
const maxScenarios = 50;

/** @throws InputError if one is invalid, or if there are too many */
export function parseScenarios(given: readonly (string | Scenario)[], own: OwnScenarios = {}): readonly Scenario[] {
  if (given.length > maxScenarios) {
    const problem = `expected ${maxScenarios} at most, got ${given.length}`;
    throw inputError("these scenarios", "scenarios", problem);
  }
  return given.map((one) => (typeof one === "string" ? parseScenario(one, own) : one));
}

/** All scenarios, those of the project first. */
export function listScenarioKinds(own: OwnScenarios): readonly ScenarioKind[] {
  return [...Object.entries(own).map(([name, scenario]) => toKind(name, scenario)), ...scenarioKinds];
}

/** A scenario of a project has the options of every scenario. */
function toKind(name: string, scenario: OwnScenario): ScenarioKind {
  return {
    name,
    summary: "A scenario of your project.",
    options: z.object({}),
    examples: [name],
    start: () => async (turn, next) => {
      const reply = await scenario(turn, next);
      return hasReason(reply) ? reply : { ...reply, why: { rule: "scenario" } };
    },
  };
}

function hasReason(reply: OwnReply): reply is Reply {
  return reply.why !== undefined;
}

/**
 * Parses a scenario from a flag, a `Prefer` header or a test: its name, or its name with options, such as
 * `latency:ms=200,on=listUsers`.
 * @throws InputError if the name, an option or a value is invalid
 */
export function parseScenario(text: string, own: OwnScenarios = {}): Scenario {
  const [, name = "", list] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const kinds = listScenarioKinds(own);
  const kind = kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) {
    const names = kinds.map((each) => each.name);
    throw unreadable(text, [{ at: name || "name", problem: `unknown scenario; ${suggestName(name, names)}` }]);
  }
  const givenOptions = list === undefined ? {} : readOptions(text, list);
  const schema = z.catchall(z.safeExtend(kind.options, whenSchema.shape), z.never());
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
