import { referencedIds } from "../places/ids.ts";
import { hasId, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { anyTime } from "../places/places.ts";
import type { Call } from "../target/call.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { areDrawn } from "../target/record-values.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Outcome } from "./check.ts";
import { hasResponse } from "./disclosure.check.ts";
import { createDisclosureTest } from "./disclosure.ts";
import { equalRecords } from "./identity.ts";
import { areUsersNumberedTogether } from "./one-numbering.ts";
import type { AccountName } from "./plain-lists.ts";
import type { Requirement } from "./requirement.ts";
import { recordsIn, served } from "./served-ids.ts";
import { worst } from "./worst.ts";

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
  // It compares the users in all responses of the run.
  order: "last",
  judge: async (session, operation) => {
    const outcome = await judgeOtherAccount(session, operation, (id, isUnique) => isUnique || areDrawn([id]));
    const { status, message, evidence } = outcome;
    if (status === "passed") return { status: "observed", message, evidence };
    if (status !== "failed") return outcome;
    return { status: "observed", message: `${message}; ${unstatedAccess}`, evidence };
  },
};

/**
 * Whether a token gets the record of an id of the other account. Nothing is concluded unless the invoices of the two
 * accounts differ.
 * @param isOfOne whether a given id of the first account cannot be one of both; by default, any is tried
 */
export function judgeOtherAccount(
  session: Session,
  operation: OperationId,
  isOfOne: (id: string, areUsersNumberedTogether: boolean) => boolean = () => true,
): Promise<Outcome> {
  return onSuccess(session, operation, async () => {
    const [mine, theirs] = await Promise.all(
      (["first", "second"] as const).map((as) => session.call({ operation: "listInvoices", as })),
    );
    for (const list of [mine, theirs]) if (list instanceof Unavailable) return lacking(list);
    const [ours, others] = [mine, theirs].map((list) =>
      list === undefined || list instanceof Unavailable || !isSuccess(list) ? [] : recordsIn(list),
    );
    if (ours?.length === 0 || others?.length === 0 || equalRecords(ours ?? [], others ?? []).length > 0) {
      return skipped("nothing shows that the tokens belong to different accounts (see SCOPE-01)");
    }
    const given = knownIds(session.target, operation);
    const own = new Set([...given, ...referencedIds(session, operation, "first")]);
    const foreign = referencedIds(session, operation, "second").filter((id) => !own.has(id));
    const isNumberedTogether = await areUsersNumberedTogether(session);
    const unique = given.filter((id) => isOfOne(id, isNumberedTogether));
    if (foreign.length + unique.length === 0) {
      return notArising("no subscription occurs only in invoices of the second account, and ids may be given in both");
    }
    const known = (await served(session, operation)).flatMap(({ exchange }) => recordsIn(exchange));
    const outcomes = await Promise.all([
      ...foreign.slice(0, maxForeign).map((id) => judgeForeign(session, { operation, id }, "second", known)),
      ...unique.slice(0, 1).map((id) => judgeForeign(session, { operation, id }, "first", [])),
    ]);
    const arising = outcomes.filter(({ status }) => status !== "skipped");
    return worst(arising.length > 0 ? arising : outcomes);
  });
}

/** The maximum number of the other account's ids to try. */
const maxForeign = 2;

/** @param owner the account that gets the record, in contrast to the other */
async function judgeForeign(
  session: Session,
  call: Call,
  owner: AccountName,
  known: readonly unknown[],
): Promise<Outcome> {
  const theirs = await session.call({ ...call, ...(owner === "second" ? { as: owner } : {}) });
  if (theirs instanceof Unavailable) return lacking(theirs);
  const records = isSuccess(theirs) ? recordsIn(theirs) : [];
  if (records.length !== 1 || equalRecords(records, known).length > 0) {
    return notArising(`the ${owner} account's token does not get a record of its own for "${call.id}"`);
  }
  const attempt = await ask(session, { ...call, ...(owner === "first" ? { as: "second" } : {}) });
  if (attempt instanceof Unavailable) return lacking(attempt);
  if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no response", attempt);
  const asker = owner === "first" ? "second" : "first";
  const resource = `subscription "${call.id}" of the ${owner}`;
  // An error may contain the record as well.
  const isShown = isSuccess(attempt)
    ? equalRecords(recordsIn(attempt), records).length > 0
    : hasResponse(attempt) && createDisclosureTest(records)(attempt);
  return isShown
    ? failed(`the ${asker} account's token reads ${resource}`, attempt, theirs)
    : passed(`the ${asker} account's token gets ${attempt.response.status} for ${resource}`, attempt, theirs);
}

/** The response to a call, or to the same call in the run so far. */
async function ask(session: Session, call: Call): Promise<Exchange | Unavailable> {
  const key = anyTime(call);
  return session.entries.find((entry) => anyTime(entry.call) === key)?.exchange ?? session.call(call);
}
