import { isUnset, type Finding } from "../finding.ts";
import type { Learning } from "../learning.ts";
import { rateIn } from "../generalise/rate.ts";
import { alike, certain, likely, unset } from "../finding.ts";
import { isSuccess } from "../../target/exchange.ts";
import { operationOf } from "../facts/operation-of.ts";
import { bodyLimit } from "../facts/body-limit.ts";
import { answersOf } from "../facts/answers.ts";

/** `limits.rate`: by the headers of all successes so far. A limit that no header names is not provoked. */
export async function rate(learning: Learning): Promise<Finding> {
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

/** `limits.bodyBytes`: how large a body may be (§8). */
export async function bodyBytes(learning: Learning): Promise<Finding> {
  const limit = await bodyLimit(learning);
  if (isUnset(limit)) return limit;
  return certain(limit.bytes, limit.evidence);
}
