import type { OperationId } from "../../fixtures/contract/operations.ts";
import { credentialsInWords, type Credentials } from "../target/credentials.ts";
import { isObject, readEnvelope, readJson } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import type { Success } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";

/** Every kind of credentials that §5 has refused, by the requirement that says so. */
export const refusedKinds: Readonly<Record<string, readonly Credentials[]>> = {
  "AUTH-02": ["none"],
  "AUTH-03": ["empty", "no-token"],
  "AUTH-04": ["never-issued"],
  "AUTH-05": ["cut", "extended", "changed"],
  "AUTH-06": ["other-scheme", "no-scheme"],
  "AUTH-07": ["in-query", "in-query-otherwise"],
};

/** Calls an operation with these credentials and judges whether it was refused. */
export async function judgeRefusal(
  session: Session,
  operation: OperationId,
  as: Credentials,
  sample: Success,
): Promise<Outcome> {
  const attempt = await session.call({ operation, as });
  if (attempt instanceof Unavailable) return lacking(attempt);
  const answer = answerTo(attempt, sample);
  const sent = `with ${credentialsInWords[as]}`;
  const status = attempt.response?.status ?? 0;
  switch (answer) {
    case "no reply":
      return inconclusive(`${sent}: ${attempt.noReply?.message ?? "no reply"}`, attempt);
    case "unclear":
      return inconclusive(`${sent}: answered with ${status}, which neither accepts nor refuses`, attempt);
    case "refused":
      return passed(`${sent}: refused with ${status}${isSuccess(attempt) ? ", and no envelope" : ""}`, attempt);
    case "served":
      return failed(`${sent}: accepted with ${status}, as if it were the good token`, attempt);
  }
}

/** What a target made of a call with changed credentials, next to what the good token gets. */
export function answerTo(attempt: Exchange, sample: Success): "no reply" | "unclear" | "refused" | "served" {
  if (attempt.response === undefined) return "no reply";
  const { status } = attempt.response;
  if (status === 429 || status >= 500 || status < 200) return "unclear";
  return isSuccess(attempt) && isServed(attempt, sample) ? "served" : "refused";
}

/**
 * A success serves something where it is an envelope (§2), or has the form of what the good token gets: a
 * target whose envelope has a fault of its own still serves it.
 */
function isServed(attempt: Success, sample: Success): boolean {
  const { data, meta } = readEnvelope(attempt.response);
  if (data !== undefined && meta !== undefined) return true;
  const form = formOf(attempt);
  return form !== undefined && form === formOf(sample);
}

/** The kind of a JSON body and of its members; `undefined` where there is no JSON. */
function formOf({ response }: Success): string | undefined {
  const body = readJson(response);
  if (body === undefined) return undefined;
  if (!isObject(body)) return kindOf(body);
  return Object.keys(body)
    .toSorted()
    .map((name) => `${name}: ${kindOf(body[name])}`)
    .join(", ");
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
