import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { failureKinds, failureStatus } from "../../fixtures/dialect/failures.ts";
import { InputError } from "../../fixtures/input/input-error.ts";
import { tokenFailure } from "../service/authenticate.ts";
import { withoutBody, type Reply } from "../service/call.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import { Failure } from "../service/reply.ts";
import { parseScenarios, type OwnScenarios, type Scenario } from "./parse.ts";
import { runScenarios, startScenarios, type Occasion, type Respond } from "./run.ts";

/** Applies the scenarios and the status code that a request asks for in its `Prefer` header (RFC 7240), as Prism does. */
export async function applyPrefer(occasion: Occasion, own: OwnScenarios, respond: Respond): Promise<Reply> {
  const { code, texts } = readPrefer(occasion.call.headers["prefer"]);
  if (code === undefined && texts.length === 0) return respond(occasion.call);
  const reject = (message: string): Reply =>
    occasion.reject(new Failure("badParameter", message, { rule: "prefer", status: 400 }));
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    return reject(`Prefer: code must be a status code from 200 to 599, not "${code}".`);
  }
  let scenarios: readonly Scenario[];
  try {
    scenarios = parseScenarios(texts, own);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return reject(error.message);
  }
  const reply = await runScenarios(occasion, startScenarios(scenarios), (call) =>
    code === undefined ? respond(call) : respondWithCode(Number(code), { ...occasion, call }, respond),
  );
  const applied = scenarios.map(({ text }) => `scenario="${text}"`);
  if (Number(code) === reply.status) applied.unshift(`code=${code}`);
  if (applied.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, "preference-applied": applied.join(", ") } };
}

/** Unknown preferences are ignored, as RFC 7240 §2 asks. */
function readPrefer(header = ""): { readonly code: string | undefined; readonly texts: readonly string[] } {
  const preferences = [...header.matchAll(/(?:^|[,;])\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g)];
  const readValues = (preference: string): readonly string[] =>
    preferences
      .filter(([, name = ""]) => name.toLowerCase() === preference)
      .map(([, , quoted, plain = ""]) => quoted ?? plain);
  return { code: readValues("code")[0], texts: readValues("scenario") };
}

/**
 * A failure code is sent without asking the service, as the dialect's own failure if it has one with this code; another
 * success code replaces the service's.
 */
async function respondWithCode(status: number, occasion: Occasion, respond: Respond): Promise<Reply> {
  const { call, dialect, reject } = occasion;
  const reply = status < 300 ? await respond(call) : reject(failureWithStatus(status, dialect));
  if (status < 300 && (reply.status < 200 || reply.status >= 300)) return reply;
  const body = withoutBody.has(status) ? "" : reply.body;
  return { ...reply, status, body, why: { ...reply.why, rule: "prefer" } };
}

function failureWithStatus(status: number, dialect: Dialect): Failure {
  const message = `${statusText(status)}, as the Prefer header asked.`;
  const kind = failureKinds.find((one) => failureStatus(dialect, one) === status);
  if (kind === undefined) return new Failure("badParameter", message, { rule: "prefer", status });
  return tokenFailure(kind, message, "prefer", dialect.auth);
}
