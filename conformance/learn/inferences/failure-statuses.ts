import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { badParameters, brokenEncoding } from "../facts/bad-parameters.ts";
import { otherMediaType, tooLarge, unreadableBody } from "../facts/body-limit.ts";
import { invalidBody } from "../facts/invalid-body.ts";
import { beyondLast } from "../facts/out-of-range.ts";
import { refusalAs } from "../facts/refusals.ts";
import { unknownSubscription } from "../facts/subscriptions.ts";
import { uniqueFields } from "../facts/unique-fields.ts";
import { unknownPath } from "../facts/unknown-path.ts";
import { certain, isUnset, likely, unset, type Answer, type Finding, type Unset } from "../finding.ts";
import type { Inference } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `statuses.failure`: the code of each failure (§7). */
export const failureStatuses: readonly Inference[] = [
  inference("missingToken", (learning) => refusalAs(learning, "none")),
  inference("refusedToken", (learning) => refusalAs(learning, "never-issued")),
  inference("expiredToken", (learning) => refusalAs(learning, "second")),
  inference("notFound", unknownSubscription),
  inference("unknownPath", unknownPath),
  inference("methodNotAllowed", (learning) => learning.ask({ operation: "listInvoices", method: "PROPFIND" })),
  { key: keyOf("badParameter"), probe: badParameter },
  { key: keyOf("beyondLast"), probe: beyondLastStatus },
  inference("unreadableBody", unreadableBody),
  inference("invalidBody", invalidBody),
  inference("payloadTooLarge", tooLarge),
  inference("unsupportedMediaType", otherMediaType),
  { key: keyOf("tooManyRequests"), probe: (learning) => Promise.resolve(tooManyRequests(learning)) },
];

/** What may take a third user. */
export const conflictStatus: Inference = { key: keyOf("conflict"), probe: conflict };

function keyOf(kind: FailureKind): string {
  return `statuses.failure.${kind}`;
}

function inference(kind: FailureKind, ask: (learning: Learning) => Promise<Answer | Unset>): Inference {
  return { key: keyOf(kind), probe: async (learning) => statusOf(kind, await ask(learning)) };
}

const tokenFailures: ReadonlySet<FailureKind> = new Set(["missingToken", "refusedToken", "expiredToken"]);

/** A dialect allows redirects to callers without a good token only. */
function statusOf(kind: FailureKind, answer: Answer | Unset): Finding {
  if (isUnset(answer)) return answer;
  const { status } = answer.exchange.response;
  const least = tokenFailures.has(kind) ? 300 : 400;
  if (status >= least && status < 500 && status !== 304) return certain(status, [answer]);
  return unset(`the call is answered with ${status}, which a dialect cannot say`);
}

/** The code that most of the refusals have; where nothing else is refused, that of an id that cannot be decoded. */
async function badParameter(learning: Learning): Promise<Finding> {
  const refused = await badParameters(learning);
  const broken = refused.length === 0 ? await brokenEncoding(learning) : undefined;
  if (broken !== undefined) {
    const found = statusOf("badParameter", broken);
    return isUnset(found)
      ? found
      : { ...found, confidence: "likely", note: "no other value of a parameter was refused" };
  }
  const groups = [...Map.groupBy(refused, ({ exchange }) => exchange.response.status).values()];
  const [most] = groups.toSorted((left, right) => right.length - left.length);
  const [first] = most ?? [];
  if (most === undefined || first === undefined) return unset("no value of a parameter was refused");
  const found = statusOf("badParameter", first);
  if (isUnset(found)) return found;
  const { value } = found;
  return groups.length === 1 ? certain(value, most) : likely(value, refused, "not all of these are refused alike");
}

async function beyondLastStatus(learning: Learning): Promise<Finding> {
  let last: Finding = unset("a page beyond the last is not refused");
  for (const list of ["users", "invoices"] as const) {
    const fact = await beyondLast(learning, list);
    if (isUnset(fact)) last = fact;
    else if (fact.value === "reject") return statusOf("beyondLast", fact.answer);
  }
  return last;
}

async function conflict(learning: Learning): Promise<Finding> {
  const fact = await uniqueFields(learning);
  if (isUnset(fact)) return fact;
  return fact.conflict === undefined ? unset("no field has to be unique") : statusOf("conflict", fact.conflict);
}

/** A limit is not provoked; but where one was met, the client waited for a 429. */
function tooManyRequests({ entries }: Learning): Finding {
  const met = entries.some(({ waited }) => waited > 0);
  return met
    ? certain(429, [], "met in this run, and waited out")
    : unset("no call was one too many, and none is provoked");
}
