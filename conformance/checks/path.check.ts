import { hasId, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { failed, inconclusive, lacking, passed, type Check, type Outcome } from "./check.ts";

/** §4 leaves the fields of the body open and §8 its size, so these may be our body's fault and not the target's. */
const bodyRefusals: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

/** PATH-01: an authorized call at `{base_url}/api/v1/…` is answered with success. */
export const pathCheck: Check = {
  id: "PATH-01",
  async judge(session, operation) {
    const sample = await session.call({ operation });
    if (sample instanceof Unavailable) return lacking(sample);
    if (isSuccess(sample)) return passed(`answered with ${sample.response.status}`, sample);
    return notSuccess(session, operation, sample);
  },
};

function notSuccess(session: Session, operation: OperationId, sample: Exchange): Outcome {
  const { response, noReply } = sample;
  if (response === undefined) return inconclusive(`there was no reply: ${noReply?.message ?? "unknown"}`, sample);
  const { status } = response;
  if (status === 429) return inconclusive("the target limits the rate of calls (429)", sample);
  if (operation === "createUser" && bodyRefusals.has(status)) {
    return inconclusive(`the body was refused with ${status}; give one the target accepts (--create-body)`, sample);
  }
  return failed(`answered with ${status}; §4 shows a success${hint(session, operation, status)}`, sample);
}

function hint(session: Session, operation: OperationId, status: number): string {
  if (status === 404 && session.target.baseUrl.endsWith("/api/v1")) return " (give the base URL without /api/v1)";
  if (status === 404 && hasId(operation)) {
    return ` (is "${knownIds(session.target, operation)[0] ?? ""}" the id of a ${operations[operation].record} of this account?)`;
  }
  if (status === 404) return " (is the base URL right? The paths begin with /api/v1)";
  if (status === 401 || status === 403) return " (the token is accepted elsewhere; may it use this operation?)";
  return "";
}
