import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { failureKindSchema, failureStatus } from "../../fixtures/dialect/statuses.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import { randomFor } from "../scenarios/random.ts";
import type { Disturbance, Scenario, Turn } from "../scenarios/scenario.ts";
import { withoutBody, type Call, type Reply } from "../service/call.ts";
import { readable } from "../service/cors.ts";
import { isTokenFailure, tokenFailure } from "../service/authenticate.ts";
import { Failure, failureReply } from "../service/failure.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";
import type { Service } from "../service/service.ts";
import { newUser } from "./new-user.ts";

/** What decides the response, besides the request itself. */
export interface ResponseContext {
  readonly service: Service;
  readonly dialect: Dialect;
  readonly seed: number;
  readonly running: readonly Running[];
  /** The operation and account of the request. */
  readonly number: number;
  /** When the request arrived: milliseconds since 1970. */
  readonly now: number;
}

/** Answers a request through the active scenarios, and those in its `Prefer` header. */
export async function respond(call: Call, context: ResponseContext): Promise<Reply> {
  const { service, dialect, running, now } = context;
  const serve = (): Promise<Reply> => service.respond(call, now);
  const isPlain = running.length === 0 && call.headers["prefer"] === undefined;
  const reply = await (isPlain ? serve() : disturbedReply(call, context, serve));
  // A response that never arrives has no headers.
  const answered = reply.status === 0 ? reply : inSandbox(readable(reply, call, dialect.requests.cors));
  return call.method === "HEAD" ? { ...answered, body: "" } : answered;
}

/**
 * A page of a dialect, perhaps copied from a service, must not run scripts in the origin of the console, nor be framed.
 */
function inSandbox(reply: Reply): Reply {
  if (!/html|xml/i.test(reply.headers["content-type"] ?? "")) return reply;
  const headers = { ...reply.headers, "content-security-policy": "sandbox; frame-ancestors 'none'" };
  return { ...reply, headers };
}

function disturbedReply(
  call: Call,
  { service, dialect, seed, running, number, now }: ResponseContext,
  serve: () => Promise<Reply>,
): Promise<Reply> {
  const { operation, account } = service.recognise(call, now);
  const occasion: Occasion = {
    call,
    number,
    now,
    operation,
    account,
    dialect,
    seed,
    reject: (failure) => failureReply(failure, dialect, { operation, call, now }),
    insertUser: (into, index) =>
      into.users.apply({ after: { record: newUser(into, dialect, service.ids, now), index } }, "call"),
  };
  return preferred(call, occasion, () => disturbed(occasion, running, serve));
}

/** An active scenario and its state. */
export interface Running {
  readonly scenario: Scenario;
  readonly disturb: Disturbance;
}

/** Starts scenarios without any state from earlier requests. */
export function start(scenarios: readonly Scenario[]): readonly Running[] {
  return scenarios.map((scenario) => ({ scenario, disturb: scenario.start() }));
}

/** The context of a scenario, except its own random numbers. */
type Occasion = Omit<Turn, "random"> & { readonly seed: number; readonly number: number };

/** Answers a request through scenarios: the first is the outermost, the service the innermost. */
async function disturbed(
  occasion: Occasion,
  scenarios: readonly Running[],
  serve: () => Promise<Reply>,
): Promise<Reply> {
  const [outermost, ...inner] = scenarios;
  if (outermost === undefined) return serve();
  const { text, on = occasion.operation } = outermost.scenario;
  if (on !== occasion.operation) return disturbed(occasion, inner, serve);
  let within: Reply | undefined;
  const next = async (): Promise<Reply> => (within = await disturbed(occasion, inner, serve));
  const random = randomFor(occasion.seed, text, occasion.number);
  const reply = await outermost.disturb({ ...occasion, random }, next);
  return reply === within ? reply : named(reply, text, occasion.operation, within);
}

/** Adds the scenario and the operation to the reason of a reply that the scenario made or changed. */
function named(reply: Reply, text: string, operation: OperationId | undefined, within: Reply | undefined): Reply {
  const scenarios = [text, ...(within?.why.scenarios ?? [])];
  const asked = operation === undefined ? {} : { operation };
  return { ...reply, why: { ...asked, ...within?.why, ...reply.why, scenarios } };
}

/** Scenarios and a status code for one request, from its `Prefer` header. */
async function preferred(call: Call, occasion: Occasion, serve: () => Promise<Reply>): Promise<Reply> {
  const preference = readPreference(call.headers["prefer"]);
  const { code, invalidCode } = preference;
  if (invalidCode !== undefined) {
    const message = `Prefer: code must be a status code from 200 to 599, not "${invalidCode}".`;
    return occasion.reject(new Failure("badParameter", message, { rule: "prefer", status: 400 }));
  }
  if (code === undefined && preference.scenarios.length === 0) return serve();
  let scenarios: readonly Running[];
  try {
    scenarios = start(parseScenarios(preference.scenarios));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return occasion.reject(new Failure("badParameter", error.message, { rule: "prefer", status: 400 }));
  }
  const inner = code === undefined ? serve : () => withCode(code, occasion, serve);
  const reply = await disturbed(occasion, scenarios, inner);
  const applied = [
    ...(code === reply.status ? [`code=${code}`] : []),
    ...scenarios.map(({ scenario }) => `scenario="${scenario.text}"`),
  ];
  if (applied.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, "preference-applied": applied.join(", ") } };
}

/**
 * A failure code is sent without asking the service, as the dialect's own failure if it has one with this code; another
 * success code replaces the service's.
 */
async function withCode(code: number, occasion: Occasion, serve: () => Promise<Reply>): Promise<Reply> {
  if (code >= 300) return ofStatus(code, occasion.reject(failureWithCode(code, occasion.dialect)));
  const reply = await serve();
  if (reply.status < 200 || reply.status >= 300) return reply;
  return ofStatus(code, { ...reply, why: { ...reply.why, rule: "prefer" } });
}

function failureWithCode(code: number, dialect: Dialect): Failure {
  const message = `${reasonPhrase(code)}, as the Prefer header asked.`;
  const kind = failureKindSchema.options.find((one) => failureStatus(dialect, one) === code);
  if (kind === undefined) return new Failure("badParameter", message, { rule: "prefer", status: code });
  return isTokenFailure(kind)
    ? tokenFailure(kind, message, "prefer", dialect.auth)
    : new Failure(kind, message, { rule: "prefer" });
}

function ofStatus(status: number, reply: Reply): Reply {
  return { ...reply, status, body: withoutBody.has(status) ? "" : reply.body };
}

/** The preferences in a `Prefer` header (RFC 7240), as Prism reads it. */
interface Preference {
  /** The status code of the response: `Prefer: code=503`. */
  readonly code?: number;
  /** A code that is none. */
  readonly invalidCode?: string;
  /** Scenarios for this request only: `Prefer: scenario="latency:ms=800"`. */
  readonly scenarios: readonly string[];
}

/** Parses the header. Unknown preferences are ignored, as RFC 7240 §2 asks. */
export function readPreference(header = ""): Preference {
  const preferences = [...header.matchAll(/(?:^|[,;])\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g)].map(
    ([, name = "", quoted, plain = ""]) => ({ name: name.toLowerCase(), value: quoted ?? plain }),
  );
  const asked = preferences.find(({ name }) => name === "code")?.value;
  const code = /^[2-5]\d\d$/.test(asked ?? "") ? Number(asked) : undefined;
  return {
    ...(code !== undefined ? { code } : asked !== undefined ? { invalidCode: asked } : {}),
    scenarios: preferences.filter(({ name }) => name === "scenario").map(({ value }) => value),
  };
}
