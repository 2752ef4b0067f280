import { hasId, operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import type { Call } from "../../target/call.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess, type Exchange, type ExchangeResponse } from "../../target/exchange.ts";
import { canonical, objectsOf } from "../../target/records.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { onSuccess } from "../authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { worst } from "../worst.ts";

/** How an observation ends that a reader must not overlook. */
export const unstatedAccess = "the document does not say whether it may";

/** §5: an id of another account. The document scopes the invoice list, and says nothing of subscriptions. */
export const otherAccount: Requirement = {
  id: "SCOPE-02",
  level: "observed",
  openPoint: "tokens",
  operations: operationIds.filter(hasId),
  since: 2,
  sections: ["5"],
  rule: "open: whether a token reads the subscriptions of another account",
  quote: "Token issuance, lifetime, scopes and any further required headers: not shown.",
  recorded:
    "the response to an id of another account. A dialect declares `subscriptions: ofAccount` if it must not return the record",
  example: 'the second account\'s token gets 404 for subscription "sub_1" of the first',
  judge: async (session, operation) => {
    const { status, message, ...outcome } = await judgeOtherAccount(session, operation);
    if (status === "passed") return { ...outcome, status: "observed", message };
    if (status !== "failed") return { ...outcome, status, message };
    return { ...outcome, status: "observed", message: `${message}; ${unstatedAccess}` };
  },
};

/** Whether a token gets the record of an id of the other account. Whole records are compared. */
export function judgeOtherAccount(session: Session, operation: OperationId): Promise<Outcome> {
  return onSuccess(session, operation, async () => {
    const lists = await Promise.all(
      (["first", "second"] as const).map((as) => session.call({ operation: "listInvoices", as })),
    );
    const [mine, theirs] = lists;
    if (mine instanceof Unavailable) return lacking(mine);
    if (theirs instanceof Unavailable) return lacking(theirs);
    if (mine === undefined || theirs === undefined || !areApart(mine, theirs)) {
      return skipped("nothing shows that the tokens belong to different accounts (see SCOPE-01)");
    }
    const own = new Set(referencedIds(mine, operation));
    const foreignId = referencedIds(theirs, operation).find((id) => !own.has(id));
    const foreign = foreignId === undefined ? [] : [judgeForeign(session, { operation, id: foreignId }, "second")];
    const outcomes = await Promise.all([judgeForeign(session, { operation }, "first"), ...foreign]);
    const arising = outcomes.filter(({ status }) => status !== "skipped");
    return worst(arising.length > 0 ? arising : outcomes);
  });
}

/** Whether an account's token gets the record that another token gets. @param owner the account that gets it */
async function judgeForeign(session: Session, call: Call, owner: "first" | "second"): Promise<Outcome> {
  const asker = owner === "first" ? "second" : "first";
  const own = await session.call(tokenOf(call, owner));
  const attempt = await session.call(tokenOf(call, asker));
  if (own instanceof Unavailable) return lacking(own);
  if (attempt instanceof Unavailable) return lacking(attempt);
  if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no response", attempt);
  const [record] = recordsIn(own);
  const id = decodeURIComponent(own.request.url.split("/").at(-1) ?? "");
  if (record === undefined) return notArising(`the ${owner} account's token does not get subscription "${id}"`, own);
  const resource = `subscription "${id}" of the ${owner}`;
  // An error may contain the record as well.
  return recordsOf(attempt.response).includes(record)
    ? failed(`the ${asker} account's token reads ${resource}`, attempt, own)
    : passed(`the ${asker} account's token gets ${attempt.response.status} for ${resource}`, attempt, own);
}

function tokenOf(call: Call, as: "first" | "second"): Call {
  return as === "first" ? call : { ...call, as };
}

/** The ids in records of a list that name a record of the operation: `subscriptionId`. */
function referencedIds(list: Exchange, operation: OperationId): readonly string[] {
  const name = new RegExp(operations[operation].record, "i");
  const records = isSuccess(list) ? objectsOf(readEnvelope(list.response).data ?? []) : [];
  const named = records.flatMap((record) => Object.entries(record).filter(([member]) => name.test(member)));
  return named.flatMap(([, value]) => (typeof value === "string" || typeof value === "number" ? String(value) : []));
}

/** Whether two lists have records, and none in common. */
function areApart(mine: Exchange, theirs: Exchange): boolean {
  const [own, others] = [recordsIn(mine), recordsIn(theirs)];
  return own.length > 0 && others.length > 0 && !others.some((record) => own.includes(record));
}

function recordsIn(exchange: Exchange): readonly string[] {
  return isSuccess(exchange) ? recordsOf(exchange.response) : [];
}

/** The records in a response, as text. */
function recordsOf(response: ExchangeResponse): readonly string[] {
  return (readEnvelope(response).data ?? []).map(canonical);
}
