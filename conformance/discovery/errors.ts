import type { Errors } from "../../fixtures/dialect/errors.ts";
import { callKey } from "../target/call.ts";
import { tokenRefusals } from "./creation.ts";
import { errorsOf } from "./generalize/error-template.ts";
import { errorProblem } from "./matches-template.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { operationOf } from "./operation-of.ts";
import { answersOf, type Source } from "./source.ts";
import { unknownSubscription } from "./subscriptions.ts";

/** With fewer kinds of failures, what seems fixed may only not have changed. */
const enough = 3;

/**
 * Content type and body of a failure, generalized over those of the operations (§7). Refused tokens and an unknown id
 * decide: these are the service's own, and what DECL-18 looks at. What else was seen of the operations makes the
 * template more general; a server's page for paths that do not exist has no part in it.
 */
export async function errors(source: Source): Promise<Found> {
  await ifKnown(tokenRefusals(source, "none"));
  await ifKnown(tokenRefusals(source, "never-issued"));
  const unknown = await ifKnown(unknownSubscription(source));
  const all = answersOf(source).filter(isFailure);
  const isUnknown = ({ call }: Answer): boolean => unknown !== undefined && callKey(call) === callKey(unknown.call);
  const own = all.filter((answer) => (answer.call.as ?? "first") !== "first" || isUnknown(answer));
  const deciding = own.length === 0 ? all : own;
  const types = new Set(deciding.map(typeOf));
  const [type = ""] = types;
  if (deciding.length === 0) throw new Unset("no call was refused");
  if (types.size > 1) throw new Unset(`failures come in several forms: ${[...types].map(named).join(", ")}`);
  if (type === "") throw new Unset("failures have no content type");
  for (const samples of [all.filter((answer) => typeOf(answer) === type), deciding].map(distinct)) {
    const value = errorsOf(samples.map((answer) => ({ ...answer.exchange.response, contentType: type })));
    if (deciding.every((failure) => fits(failure, value))) return found(value, samples, all);
  }
  throw new Unset("the bodies of failures have no common form");
}

function found(value: Errors, samples: readonly Answer[], all: readonly Answer[]): Found {
  const evidence = samples.slice(0, 4);
  const others = all.filter((failure) => !fits(failure, value));
  if (others.length > 0) {
    const types = [...new Set(others.map(typeOf))];
    return likely(value, evidence, `some failures come otherwise: ${types.map(named).join(", ")}`);
  }
  return samples.length >= enough
    ? certain(value, evidence)
    : likely(value, evidence, "few kinds of failures were seen");
}

function fits({ exchange: { response } }: Answer, value: Errors): boolean {
  return errorProblem(response, value) === undefined;
}

function isFailure({ call, exchange }: Answer): boolean {
  const { status } = exchange.response;
  return status >= 400 && status < 500 && status !== 429 && operationOf(call) !== undefined;
}

function typeOf({ exchange }: Answer): string {
  return exchange.response.headers["content-type"] ?? "";
}

function named(type: string): string {
  return type || "no content type";
}

/** One of each body. */
function distinct(answers: readonly Answer[]): readonly Answer[] {
  return [...new Map(answers.map((answer) => [answer.exchange.response.body, answer])).values()];
}
