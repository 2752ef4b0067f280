import { operationIds } from "../../../fixtures/contract/operations.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { badParameters, brokenEncoding } from "../facts/bad-parameters.ts";
import { otherMediaType, tooLarge, unreadableBody } from "../facts/body-limit.ts";
import { invalidBody } from "../facts/invalid-body.ts";
import { beyondLast } from "../facts/out-of-range.ts";
import { refusals } from "../facts/refusals.ts";
import { unknownSubscription } from "../facts/subscriptions.ts";
import { uniqueFields } from "../facts/unique-fields.ts";
import { unknownPath } from "../facts/unknown-path.ts";
import { isSuccess } from "../../target/exchange.ts";
import { alike, certain, isUnset, unset, type Answer, type Finding, type Unset } from "../finding.ts";
import type { Inference, Inferences } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `statuses.failure`: the code of each failure (§7). */
export const failureStatuses = {
  "statuses.failure.missingToken": shownBy("missingToken", (learning) => refusals(learning, "none")),
  "statuses.failure.refusedToken": shownBy("refusedToken", (learning) => refusals(learning, "never-issued")),
  "statuses.failure.expiredToken": shownBy("expiredToken", (learning) => refusals(learning, "second")),
  "statuses.failure.notFound": shownBy("notFound", unknownSubscription),
  "statuses.failure.unknownPath": shownBy("unknownPath", unknownPath),
  "statuses.failure.methodNotAllowed": shownBy("methodNotAllowed", otherMethod),
  "statuses.failure.badParameter": badParameter,
  "statuses.failure.beyondLast": beyondLastStatus,
  "statuses.failure.unreadableBody": shownBy("unreadableBody", unreadableBody),
  "statuses.failure.invalidBody": shownBy("invalidBody", invalidBody),
  "statuses.failure.payloadTooLarge": shownBy("payloadTooLarge", tooLarge),
  "statuses.failure.unsupportedMediaType": shownBy("unsupportedMediaType", otherMediaType),
  "statuses.failure.tooManyRequests": (learning) => Promise.resolve(tooManyRequests(learning)),
} satisfies Partial<Inferences>;

function shownBy(
  kind: FailureKind,
  ask: (learning: Learning) => Promise<Answer | readonly Answer[] | Unset>,
): Inference {
  return async (learning) => statusOf(kind, await ask(learning));
}

/** By every operation that can be called. */
async function otherMethod(learning: Learning): Promise<readonly Answer[] | Unset> {
  const answers: Answer[] = [];
  let last: Unset = unset("no call was answered");
  for (const operation of operationIds) {
    const answer = await learning.ask({ operation, method: "PROPFIND" });
    if (isUnset(answer)) last = answer;
    else answers.push(answer);
  }
  return answers.length === 0 ? last : answers;
}

const tokenFailures: ReadonlySet<FailureKind> = new Set(["missingToken", "refusedToken", "expiredToken"]);

/** The code that all these calls get. A dialect allows redirects to callers without a good token only. */
function statusOf(kind: FailureKind, answers: Answer | readonly Answer[] | Unset): Finding {
  if (isUnset(answers)) return answers;
  const found = alike([answers].flat(), ({ exchange }) => exchange.response.status);
  if (isUnset(found)) return found;
  const status = Number(found.value);
  const least = tokenFailures.has(kind) ? 300 : 400;
  if (status >= least && status < 500 && status !== 304) return found;
  return unset(`the call is answered with ${status}, which a dialect cannot say`);
}

/** The code of all these refusals; where nothing else is refused, that of an id that cannot be decoded. */
async function badParameter(learning: Learning): Promise<Finding> {
  const refused = await badParameters(learning);
  const broken = refused.length === 0 ? await brokenEncoding(learning) : undefined;
  if (broken !== undefined) {
    const found = statusOf("badParameter", broken);
    return isUnset(found)
      ? found
      : { ...found, confidence: "likely", note: "no other value of a parameter was refused" };
  }
  return refused.length === 0 ? unset("no value of a parameter was refused") : statusOf("badParameter", refused);
}

async function beyondLastStatus(learning: Learning): Promise<Finding> {
  let last: Finding = unset("a page beyond the last is not refused");
  const refused: Answer[] = [];
  for (const list of ["users", "invoices"] as const) {
    const fact = await beyondLast(learning, list);
    if (isUnset(fact)) last = fact;
    else if (fact.value === "reject") refused.push(fact.answer);
  }
  return refused.length === 0 ? last : statusOf("beyondLast", refused);
}

/** What may take a third user. */
export async function conflict(learning: Learning): Promise<Finding> {
  const fact = await uniqueFields(learning);
  if (isUnset(fact)) return fact;
  if (fact.conflict === undefined) return unset("no field has to be unique");
  return statusOf("conflict", [fact.conflict, ...fact.evidence.filter(({ exchange }) => !isSuccess(exchange))]);
}

/** A limit is not provoked; but where one was met, the client waited for a 429. */
function tooManyRequests({ entries }: Learning): Finding {
  const met = entries.some(({ waited }) => waited > 0);
  return met
    ? certain(429, [], "met in this run, and waited out")
    : unset("no call was one too many, and none is provoked");
}
