import { isUnset, type Finding } from "../finding.ts";
import type { Inference } from "../inference.ts";
import type { Learning } from "../learning.ts";
import { rateIn } from "../generalise/rate.ts";
import { alike, certain, likely, unset } from "../finding.ts";
import { isSuccess } from "../../target/exchange.ts";
import { operationOf } from "../facts/operation-of.ts";
import { bodyLimit } from "../facts/body-limit.ts";
import { answersOf } from "../facts/answers.ts";

/** `limits.rate`: how many calls a token may make (§8). */
export const rateLimit: Inference = { key: "limits.rate", probe: (learning) => Promise.resolve(rate(learning)) };

/** `limits.bodyBytes`: how large a body may be (§8). */
export const bodyLimits: Inference = { key: "limits.bodyBytes", probe: bodyBytes };

/** By the headers of all successes so far. A limit that no header names is not provoked. */
function rate(learning: Learning): Finding {
  const answers = answersOf(learning).filter(
    ({ call, exchange }) => (call.as ?? "first") === "first" && operationOf(call) !== undefined && isSuccess(exchange),
  );
  const seen = rateIn(answers.map(({ exchange }) => exchange.response.headers));
  if (seen === undefined) return unset("no header tells of a limit, and none is provoked");
  const { isWhole, rest, ...value } = seen;
  const announced = alike(answers, ({ exchange }) => exchange.response.headers[`${value.headers}-limit`] ?? null);
  if (isUnset(announced)) return announced;
  const shown = answers.filter((_, index) => rest.includes(index));
  const note = "the `Retry-After` of a refusal was not seen";
  return isWhole
    ? certain(value, shown, note)
    : likely(value, shown, `${note}; the window is at least as long as the longest wait that was seen`);
}

async function bodyBytes(learning: Learning): Promise<Finding> {
  const limit = await bodyLimit(learning);
  if (isUnset(limit)) return limit;
  return certain(limit.bytes, limit.evidence);
}
