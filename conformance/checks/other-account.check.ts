import type { OperationId } from "../../fixtures/contract/operations.ts";
import { referencedIds } from "../places/ids.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Outcome } from "./check.ts";
import { equalRecords } from "./identity.ts";
import { oneSubscription, onIds } from "./ids.check.ts";
import type { Requirement } from "./requirement.ts";
import { recordsIn, served } from "./served-ids.ts";
import { worst } from "./worst.ts";

/** §5: an id of another account. */
export const otherAccount: Requirement = {
  id: "SCOPE-02",
  ...onIds,
  since: 2,
  sections: ["5"],
  rule: "an id that occurs only in another account's invoices does not return that account's record",
  quote: "The invoice list is scoped to the authenticated account.",
  why: "§5 authenticates an account, so a subscription that only the invoices of another account mention belongs to that account. This is checked if both accounts have invoices, none in common, and the token of the other account returns the record.",
  good: "first account, with an id of the second: 404",
  bad: `first account, with an id of the second: ${oneSubscription}`,
  fix: "Select by the id and by the account of the token, in the query itself.",
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
      const own = new Set([...knownIds(session.target, operation), ...referencedIds(session, "first")]);
      const foreign = referencedIds(session, "second").filter((id) => !own.has(id));
      if (foreign.length === 0) return notArising("no subscription occurs only in invoices of the second account");
      const known = (await served(session, operation)).flatMap(({ exchange }) => recordsIn(exchange));
      const outcomes = foreign.slice(0, maxForeign).map((id) => judgeForeign(session, operation, id, known));
      return worst(await Promise.all(outcomes));
    }),
};

/** The maximum number of the other account's ids to try. */
const maxForeign = 2;

async function judgeForeign(
  session: Session,
  operation: OperationId,
  id: string,
  known: readonly unknown[],
): Promise<Outcome> {
  const theirs = await session.call({ operation, id, as: "second" });
  if (theirs instanceof Unavailable) return lacking(theirs);
  const records = isSuccess(theirs) ? recordsIn(theirs) : [];
  if (records.length !== 1 || equalRecords(records, known).length > 0) {
    return notArising(`the second account's token does not get a record of its own for "${id}"`);
  }
  const attempt = await session.call({ operation, id });
  if (attempt instanceof Unavailable) return lacking(attempt);
  if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no response", attempt);
  const found = `"${id}" of the second account returned`;
  const isShown = isSuccess(attempt) && equalRecords(recordsIn(attempt), records).length > 0;
  return isShown
    ? failed(`${found} its record (do the two tokens belong to different accounts?)`, attempt, theirs)
    : passed(`${found} ${attempt.response.status}, not its record`, attempt, theirs);
}
