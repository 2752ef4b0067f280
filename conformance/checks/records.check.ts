import { describe, readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Check, type Outcome } from "./check.ts";
import { canonical, hasIdentity, recordKey } from "./record.ts";
import { unknownSubscriptionId } from "./unknown-id.ts";
import { worst } from "./worst.ts";

/** SCOPE-01: the invoice list is scoped to the authenticated account (§5). */
const scoped: Check = {
  id: "SCOPE-01",
  judge: (session, operation) =>
    onSuccess(session, operation, async (first) => {
      const second = await session.call({ operation, as: "second" });
      if (second instanceof Unavailable) return lacking(second);
      if (!isSuccess(second)) return inconclusive("the second account's token does not succeed here", second);
      const mine = readEnvelope(first.response).data;
      const theirs = readEnvelope(second.response).data;
      if (mine === undefined || theirs === undefined) return skipped("`data` is no array (see ENV-02)", first, second);
      if (mine.length + theirs.length === 0) return skipped("neither account has an invoice", first, second);
      const shared = commonRecords(mine, theirs);
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

/** SUB-01: the details of one subscription (§1), for each of two known ids. */
const oneSubscription: Check = {
  id: "SUB-01",
  judge: (session, operation) =>
    onSuccess(session, operation, async (first) => {
      const [firstId = "", secondId] = session.target.subscriptionIds;
      const outcomes = [holdsOne(first, firstId)];
      if (secondId !== undefined) {
        const second = await session.call({ operation, subscriptionId: secondId });
        if (!(second instanceof Unavailable) && isSuccess(second)) outcomes.push(holdsOne(second, secondId));
      }
      return worst(outcomes);
    }),
};

function holdsOne(sample: Exchange, id: string): Outcome {
  const { data } = sample.response === undefined ? {} : readEnvelope(sample.response);
  if (data === undefined) return skipped("`data` is no array (see ENV-02)", sample);
  if (data.length === 1) return passed("`data` holds one record", sample);
  return failed(`\`data\` holds ${data.length} records for the known id "${id}"; §1 says one subscription`, sample);
}

/** SUB-02: the identifier selects (§4). */
const selectedById: Check = {
  id: "SUB-02",
  judge: (session, operation) =>
    onSuccess(session, operation, async (first) => {
      const [firstId = "", secondId] = session.target.subscriptionIds;
      if (secondId === undefined) {
        return lacking(new Unavailable("only one subscription id is known", "second-subscription-id"));
      }
      const second = await session.call({ operation, subscriptionId: secondId });
      if (second instanceof Unavailable) return lacking(second);
      if (!isSuccess(second)) {
        const answer = second.response?.status ?? second.noReply?.message ?? "no reply";
        return inconclusive(`"${secondId}" is answered with ${answer}: is it the id of a subscription?`, second);
      }
      const mine = readEnvelope(first.response).data;
      const theirs = readEnvelope(second.response).data;
      if (mine?.[0] === undefined || theirs?.[0] === undefined) {
        return skipped("a reply holds no record (see ENV-02, SUB-01)", first, second);
      }
      const shared = commonRecords(mine, theirs, recordKey);
      if (shared.length === 0) return passed("two ids, two records", first, second);
      return failed(`"${firstId}" and "${secondId}" are answered with the same record`, first, second);
    }),
};

/** SUB-03: an id that nobody knows does not select a known subscription (§4). */
const unknownSelectsNone: Check = {
  id: "SUB-03",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      const unknownId = unknownSubscriptionId(session.target);
      const attempt = await session.call({ operation, subscriptionId: unknownId });
      if (attempt instanceof Unavailable) return lacking(attempt);
      if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no reply", attempt);
      const { status } = attempt.response;
      if (status === 429 || status >= 500) return inconclusive(`answered with ${status}, which tells nothing`, attempt);
      if (!isSuccess(attempt)) return passed(`the unknown id "${unknownId}" is answered with ${status}`, attempt);
      const { data = [] } = readEnvelope(attempt.response);
      const known = await knownSubscriptions(session, sample);
      const shared = commonRecords(data, known, recordKey);
      if (shared.length === 0) {
        return passed(`the unknown id "${unknownId}" is answered with ${describe(data)}, none of a known id`, attempt);
      }
      return failed(`the unknown id "${unknownId}" is answered with the record of a known one`, sample, attempt);
    }),
};

async function knownSubscriptions(session: Session, first: Exchange): Promise<readonly unknown[]> {
  const [, secondId] = session.target.subscriptionIds;
  const samples = [first];
  if (secondId !== undefined) {
    const second = await session.call({ operation: "getSubscription", subscriptionId: secondId });
    if (!(second instanceof Unavailable)) samples.push(second);
  }
  return samples.flatMap((sample) => (isSuccess(sample) ? (readEnvelope(sample.response).data ?? []) : []));
}

/**
 * The records of `left` that are in `right` too.
 * @param keyOf what makes two records one: all they hold; or, within one account, their own ids, for then the rest
 * may change between two readings
 */
function commonRecords(
  left: readonly unknown[],
  right: readonly unknown[],
  keyOf: (record: unknown) => string = canonical,
): readonly unknown[] {
  const known = new Set(right.map(keyOf));
  return left.filter((record) => known.has(keyOf(record)));
}

export const recordChecks: readonly Check[] = [scoped, oneSubscription, selectedById, unknownSelectsNone];
