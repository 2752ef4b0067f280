import { isObject, readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, passed, skipped, type Check } from "./check.ts";

/** SCOPE-01: the invoice list is scoped to the authenticated account (§5). */
const scoped: Check = {
  id: "SCOPE-01",
  judge: (session, operation) =>
    onSuccess(session, operation, async (first) => {
      const second = await session.call(operation, "second");
      if (second instanceof Unavailable) return skipped(second.reason);
      if (!isSuccess(second)) return inconclusive("the second account's token does not succeed here", second);
      const mine = readEnvelope(first.response).data;
      const theirs = readEnvelope(second.response).data;
      if (mine === undefined || theirs === undefined) return skipped("`data` is no array (see ENV-02)", first, second);
      if (mine.length + theirs.length === 0) return skipped("neither account has an invoice", first, second);
      const shared = commonRecords(mine, theirs);
      if (shared === undefined) return inconclusive("the invoices are nested too deeply to be compared", first, second);
      if (shared.length === 0) {
        return passed(`${mine.length} and ${theirs.length} invoices, none in common`, first, second);
      }
      if (!shared.some(hasIdentity)) {
        return inconclusive("some invoices are equal, but carry nothing that tells one from another", first, second);
      }
      return failed(
        `${shared.length} of the first account's ${mine.length} invoices are also in the second account's list (do the two tokens belong to different accounts?)`,
        first,
        second,
      );
    }),
};

/** SUB-01: the details of one subscription (§1). */
const oneSubscription: Check = {
  id: "SUB-01",
  judge: (session, operation) =>
    onSuccess(session, operation, (sample) => {
      const { data } = readEnvelope(sample.response);
      if (data === undefined) return skipped("`data` is no array (see ENV-02)", sample);
      if (data.length === 1) return passed("`data` holds one record", sample);
      const id = session.target.subscriptionIds[0] ?? "";
      return failed(`\`data\` holds ${data.length} records for the known id "${id}"; §1 says one subscription`, sample);
    }),
};

/** The records of `left` that are in `right` too; `undefined` where a record is too deep for the stack. */
function commonRecords(left: readonly unknown[], right: readonly unknown[]): readonly unknown[] | undefined {
  try {
    const known = new Set(right.map(canonical));
    return left.filter((record) => known.has(canonical(record)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** JSON with sorted keys: equal texts for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

/** The fields of a record are open (§2): a name like these is what tells two records apart. */
function hasIdentity(record: unknown): boolean {
  return (
    isObject(record) &&
    Object.keys(record).some((name) => /(^|[_-])id$|Id$|ID$|uuid|number|key|^url$|^href$/i.test(name))
  );
}

export const recordChecks: readonly Check[] = [scoped, oneSubscription];
