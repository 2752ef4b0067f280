import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isObject, readEnvelope, readJson } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable, type Credentials, type Session } from "../target/session.ts";
import type { Success } from "./authorized.ts";
import { failed, inconclusive, passed, skipped, type Check, type Outcome } from "./check.ts";

/** AUTH-01: the good token is accepted. Not a success is PATH-01's matter; a refusal is this one's. */
const accepted: Check = {
  id: "AUTH-01",
  async judge(session, operation) {
    const sample = await session.call(operation, "first");
    if (sample instanceof Unavailable) return skipped(sample.reason);
    if (isSuccess(sample)) return passed(`the token was accepted (${sample.response.status})`, sample);
    const status = sample.response?.status ?? 0;
    if (status === 401 || status === 403 || status === 407 || (status >= 300 && status <= 399)) {
      return failed(`the token was refused with ${status}; §5 applies to all four operations`, sample);
    }
    return inconclusive("no answer tells whether the token was accepted (see PATH-01)", sample);
  },
};

/** A rule of §5 that each of these credentials, in the place of the good ones, is refused. */
function refusalCheck(id: string, changed: readonly Credentials[]): Check {
  return {
    id,
    async judge(session, operation) {
      const sample = await session.call(operation, "first");
      if (sample instanceof Unavailable) return skipped(sample.reason);
      if (!isSuccess(sample)) {
        return inconclusive(
          "the good token does not succeed here, so a refusal would tell nothing (see PATH-01)",
          sample,
        );
      }
      const outcomes: Outcome[] = [];
      for (const credentials of changed) outcomes.push(await judgeRefusal(session, operation, credentials, sample));
      return worst(outcomes);
    },
  };
}

/** What the caller sent, in words. */
const sent: Readonly<Record<Credentials, string>> = {
  first: "the token",
  second: "the token of another account",
  none: "no `Authorization` header",
  "never-issued": "a token never issued",
  "other-scheme": "the real token under `Basic`",
  "no-scheme": "the real token without `Bearer`",
};

async function judgeRefusal(
  session: Session,
  operation: OperationId,
  credentials: Credentials,
  sample: Success,
): Promise<Outcome> {
  const attempt = await session.call(operation, credentials);
  if (attempt instanceof Unavailable) return skipped(attempt.reason);
  const status = attempt.response?.status;
  if (status === undefined)
    return inconclusive(`with ${sent[credentials]}: ${attempt.noReply?.message ?? "no reply"}`, attempt);
  if (status === 429 || status >= 500) {
    return inconclusive(
      `with ${sent[credentials]}: answered with ${status}, which neither accepts nor refuses`,
      attempt,
    );
  }
  if (!isSuccess(attempt)) return passed(`with ${sent[credentials]}: refused with ${status}`, attempt);
  if (!isServed(attempt, sample)) {
    return passed(`with ${sent[credentials]}: answered with ${status}, but with no envelope`, attempt);
  }
  return failed(`with ${sent[credentials]}: accepted with ${status}, as if it were the good token`, attempt);
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

const severity: readonly Outcome["status"][] = ["failed", "inconclusive", "skipped", "passed"];

/** One outcome for several attempts: the worst status, with what was found in each attempt of it. */
function worst(outcomes: readonly Outcome[]): Outcome {
  const status = severity.find((candidate) => outcomes.some((outcome) => outcome.status === candidate)) ?? "skipped";
  const telling = outcomes.filter((outcome) => outcome.status === status);
  return {
    status,
    message: telling.map(({ message }) => message).join("; "),
    evidence: telling.flatMap(({ evidence }) => evidence),
  };
}

export const authChecks: readonly Check[] = [
  accepted,
  refusalCheck("AUTH-02", ["none"]),
  refusalCheck("AUTH-04", ["never-issued"]),
  refusalCheck("AUTH-06", ["other-scheme", "no-scheme"]),
];
