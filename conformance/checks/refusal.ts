import type { OperationId } from "../../fixtures/contract/operations.ts";
import { credentialsInWords, type Credentials } from "../target/credentials.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";

/** Every kind of credentials that §5 has refused, by the requirement that says so. */
export const refusedKinds = {
  "AUTH-02": ["none"],
  "AUTH-03": ["empty", "no-token"],
  "AUTH-04": ["never-issued"],
  "AUTH-05": ["cut", "extended", "changed"],
  "AUTH-06": ["other-scheme", "basic-user", "basic-password", "basic-named-password", "no-scheme"],
  "AUTH-07": ["in-query", "in-query-otherwise"],
} as const satisfies Readonly<Record<string, readonly Credentials[]>>;

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
      return failed(`${sent}: accepted with ${status}${await asElse(session, operation, as, sample)}`, attempt);
  }
}

/** What a kind of credentials comes to where a target does not look at it at all. */
const comesTo: Partial<Record<Credentials, Credentials>> = {
  empty: "none",
  "no-token": "none",
  "in-query": "none",
  "in-query-otherwise": "none",
  cut: "never-issued",
  extended: "never-issued",
  changed: "never-issued",
};

/** Tells a defect of its own from one that is seen elsewhere already. */
async function asElse(session: Session, operation: OperationId, as: Credentials, sample: Success): Promise<string> {
  const base = comesTo[as];
  const other = base && (await session.call({ operation, as: base }));
  if (other === undefined || other instanceof Unavailable || answerTo(other, sample) !== "served") {
    return ", as if it were the good token";
  }
  return base === "none" ? ", as is a call without the header (see AUTH-02)" : ", as is any token (see AUTH-04)";
}
