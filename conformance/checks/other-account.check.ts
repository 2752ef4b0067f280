import { referencedIds } from "../places/ids.ts";
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
import { oneSubscription, onIds } from "./ids.check.ts";
import { areUsersNumberedTogether } from "./one-numbering.ts";
import type { AccountName } from "./plain-lists.ts";
import type { Requirement } from "./requirement.ts";
import { recordsIn, served } from "./served-ids.ts";
import { worst } from "./worst.ts";

/** §5: an id of another account. */
export const otherAccount: Requirement = {
  id: "SCOPE-02",
  ...onIds,
  since: 2,
  sections: ["5"],
  rule: "an id of another account does not return that account's record",
  quote: "The invoice list is scoped to the authenticated account.",
  why: "§5 authenticates an account, so a subscription that only the invoices of another account mention belongs to that account, and so does an id that you give as one of the first account's. This is checked if both accounts have invoices, none in common, and the token of the other account returns the record; a given id, if it cannot be one of both accounts, since it is random or one sequence numbers all users.",
  good: "first account, with an id of the second: 404",
  bad: `first account, with an id of the second: ${oneSubscription}`,
  fix: "Select by the id and by the account of the token, in the query itself.",
  // It compares the users in all responses of the run.
  order: "last",
  judge: (session, operation) =>
    onSuccess(session, operation, async () => {
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
      const isUnique = await areUsersNumberedTogether(session);
      const unique = given.filter((id) => isUnique || areDrawn([id]));
      if (foreign.length + unique.length === 0) {
        return notArising(
          "no subscription occurs only in invoices of the second account, and ids may be given in both",
        );
      }
      const known = (await served(session, operation)).flatMap(({ exchange }) => recordsIn(exchange));
      const outcomes = await Promise.all([
        ...foreign.slice(0, maxForeign).map((id) => judgeForeign(session, { operation, id }, "second", known)),
        ...unique.slice(0, 1).map((id) => judgeForeign(session, { operation, id }, "first", [])),
      ]);
      const arising = outcomes.filter(({ status }) => status !== "skipped");
      return worst(arising.length > 0 ? arising : outcomes);
    }),
};

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
  const found = `"${call.id}" of the ${owner} account returned`;
  // An error may contain the record as well.
  const isShown = isSuccess(attempt)
    ? equalRecords(recordsIn(attempt), records).length > 0
    : hasResponse(attempt) && createDisclosureTest(records)(attempt);
  return isShown
    ? failed(`${found} its record (do the two tokens belong to different accounts?)`, attempt, theirs)
    : passed(`${found} ${attempt.response.status}, not its record`, attempt, theirs);
}

/** The response to a call, or to the same call in the run so far. */
async function ask(session: Session, call: Call): Promise<Exchange | Unavailable> {
  const key = anyTime(call);
  return session.entries.find((entry) => anyTime(entry.call) === key)?.exchange ?? session.call(call);
}
