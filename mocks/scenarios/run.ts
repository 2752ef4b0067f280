import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { failureKindSchema, failureStatus } from "../../fixtures/dialect/statuses.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { isTokenFailure, tokenFailure } from "../service/authenticate.ts";
import { withoutBody, type Reply } from "../service/call.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";
import { Failure } from "../service/reply.ts";
import { parseScenarios } from "./parse.ts";
import { randomFor, type Disturbance, type Scenario, type Turn } from "./scenario.ts";

/** An active scenario and its state. */
export interface ActiveScenario {
  readonly scenario: Scenario;
  readonly disturb: Disturbance;
}

/** Starts scenarios without any state from earlier requests. */
export function startScenarios(scenarios: readonly Scenario[]): readonly ActiveScenario[] {
  return scenarios.map((scenario) => ({ scenario, disturb: scenario.start() }));
}

/** A request and its context, for all scenarios. */
export type Occasion = Omit<Turn, "random"> & { readonly seed: number; readonly number: number };

type Respond = () => Promise<Reply>;

/** Answers a request through scenarios: the first is the outermost, the service the innermost. */
export async function runScenarios(
  occasion: Occasion,
  [outermost, ...inner]: readonly ActiveScenario[],
  respond: Respond,
): Promise<Reply> {
  if (outermost === undefined) return respond();
  const { text, on = occasion.operation } = outermost.scenario;
  if (on !== occasion.operation) return runScenarios(occasion, inner, respond);
  let within: Reply | undefined;
  const next = async (): Promise<Reply> => (within = await runScenarios(occasion, inner, respond));
  const random = randomFor(occasion.seed, text, occasion.number);
  const reply = await outermost.disturb({ ...occasion, random }, next);
  return reply === within ? reply : withReason(reply, text, occasion.operation, within);
}

/** Adds the scenario and the operation to the reason of a reply that the scenario made or changed. */
function withReason(reply: Reply, text: string, operation: OperationId | undefined, within: Reply | undefined): Reply {
  const scenarios = [text, ...(within?.why.scenarios ?? [])];
  const asked = operation === undefined ? {} : { operation };
  return { ...reply, why: { ...asked, ...within?.why, ...reply.why, scenarios } };
}

/** Applies the scenarios and the status code that a request asks for in its `Prefer` header (RFC 7240), as Prism does. */
export async function applyPrefer(occasion: Occasion, respond: Respond): Promise<Reply> {
  const { code, texts } = readPrefer(occasion.call.headers["prefer"]);
  const reject = (message: string): Reply =>
    occasion.reject(new Failure("badParameter", message, { rule: "prefer", status: 400 }));
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    return reject(`Prefer: code must be a status code from 200 to 599, not "${code}".`);
  }
  if (code === undefined && texts.length === 0) return respond();
  let scenarios: readonly ActiveScenario[];
  try {
    scenarios = startScenarios(parseScenarios(texts));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return reject(error.message);
  }
  const inner = code === undefined ? respond : () => respondWithCode(Number(code), occasion, respond);
  const reply = await runScenarios(occasion, scenarios, inner);
  const applied = [
    ...(Number(code) === reply.status ? [`code=${code}`] : []),
    ...scenarios.map(({ scenario }) => `scenario="${scenario.text}"`),
  ];
  if (applied.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, "preference-applied": applied.join(", ") } };
}

/** Unknown preferences are ignored, as RFC 7240 §2 asks. */
function readPrefer(header = ""): { readonly code: string | undefined; readonly texts: readonly string[] } {
  const preferences = [...header.matchAll(/(?:^|[,;])\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g)].map(
    ([, name = "", quoted, plain = ""]) => ({ name: name.toLowerCase(), value: quoted ?? plain }),
  );
  return {
    code: preferences.find(({ name }) => name === "code")?.value,
    texts: preferences.filter(({ name }) => name === "scenario").map(({ value }) => value),
  };
}

/**
 * A failure code is sent without asking the service, as the dialect's own failure if it has one with this code; another
 * success code replaces the service's.
 */
async function respondWithCode(code: number, occasion: Occasion, respond: Respond): Promise<Reply> {
  if (code >= 300) return withStatus(code, occasion.reject(failureWithCode(code, occasion.dialect)));
  const reply = await respond();
  if (reply.status < 200 || reply.status >= 300) return reply;
  return withStatus(code, { ...reply, why: { ...reply.why, rule: "prefer" } });
}

function failureWithCode(code: number, dialect: Dialect): Failure {
  const message = `${reasonPhrase(code)}, as the Prefer header asked.`;
  const kind = failureKindSchema.options.find((one) => failureStatus(dialect, one) === code);
  if (kind === undefined) return new Failure("badParameter", message, { rule: "prefer", status: code });
  return isTokenFailure(kind)
    ? tokenFailure(kind, message, "prefer", dialect.auth)
    : new Failure(kind, message, { rule: "prefer" });
}

function withStatus(status: number, reply: Reply): Reply {
  return { ...reply, status, body: withoutBody.has(status) ? "" : reply.body };
}
