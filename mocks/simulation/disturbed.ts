import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import { randomFor } from "../scenarios/random.ts";
import type { Disturbance, Scenario, Turn } from "../scenarios/scenario.ts";
import type { Call, Reply } from "../service/call.ts";
import { failureReply } from "../service/failure-reply.ts";
import { Failure } from "../service/failure.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";
import { readPreference } from "./prefer.ts";

/** A scenario in force, with what it remembers. */
export interface Running {
  readonly scenario: Scenario;
  readonly disturb: Disturbance;
}

/** Starts scenarios anew: none remembers an earlier call. */
export function start(scenarios: readonly Scenario[]): readonly Running[] {
  return scenarios.map((scenario) => ({ scenario, disturb: scenario.start() }));
}

/** All of a turn but its random numbers, which are each scenario's own. */
export type Occasion = Omit<Turn, "random"> & { readonly seed: number; readonly number: number };

/** Answers a call through scenarios: the first is the outermost, the service the innermost. */
export async function disturbed(
  occasion: Occasion,
  scenarios: readonly Running[],
  serve: () => Promise<Reply>,
): Promise<Reply> {
  const [outermost, ...inner] = scenarios;
  if (outermost === undefined) return serve();
  const { text } = outermost.scenario;
  let within: Reply | undefined;
  const next = async (): Promise<Reply> => (within = await disturbed(occasion, inner, serve));
  const random = randomFor(occasion.seed, text, occasion.number);
  const reply = await outermost.disturb({ ...occasion, random }, next);
  return reply === within ? reply : named(reply, text, within);
}

/** A reply that a scenario made or changed says so. */
function named(reply: Reply, text: string, within: Reply | undefined): Reply {
  const scenarios = [text, ...(within?.why.scenarios ?? [])];
  return { ...reply, why: { ...(within ?? reply).why, ...reply.why, scenarios } };
}

/** Scenarios for one call alone, and its status code, as the caller's `Prefer` header asks. */
export async function preferred(call: Call, occasion: Occasion, serve: () => Promise<Reply>): Promise<Reply> {
  const preference = readPreference(call.headers["prefer"]);
  const { code } = preference;
  if (code === undefined && preference.scenarios.length === 0) return serve();
  const scenarios = scenariosOf(preference.scenarios);
  if (scenarios instanceof InputError) return unknownPreference(scenarios, occasion.dialect);
  const applied = [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...scenarios.map(({ scenario }) => `scenario="${scenario.text}"`),
  ];
  const inner = code === undefined ? serve : () => withCode(code, occasion, serve);
  const reply = await disturbed(occasion, scenarios, inner);
  return { ...reply, headers: { ...reply.headers, "preference-applied": applied.join(", ") } };
}

function scenariosOf(texts: readonly string[]): readonly Running[] | InputError {
  try {
    return start(parseScenarios(texts));
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

function unknownPreference(error: InputError, dialect: Dialect): Reply {
  return failureReply(new Failure("badParameter", error.message, { rule: "prefer", status: 400 }), dialect);
}

/** A failure is answered without reaching the service; another success code is put on what the service says. */
async function withCode(code: number, occasion: Occasion, serve: () => Promise<Reply>): Promise<Reply> {
  const { dialect, operation } = occasion;
  if (code >= 300) return preferredFailure(code, dialect, operation);
  const reply = await serve();
  return reply.status >= 200 && reply.status < 300
    ? { ...reply, status: code, why: { ...reply.why, rule: "prefer" } }
    : reply;
}

function preferredFailure(status: number, dialect: Dialect, operation: OperationId | undefined): Reply {
  const message = `${reasonPhrase(status)}, as the Prefer header asked.`;
  return failureReply(new Failure("badParameter", message, { rule: "prefer", status }), dialect, operation);
}
