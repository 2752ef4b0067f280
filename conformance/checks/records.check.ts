import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { describe, readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Check, type Outcome } from "./check.ts";
import { areTheSame, equalRecords } from "./identity.ts";
import { isSameRecord, type Selected } from "./same-record.ts";
import { unknownId } from "../discovery/unknown-id.ts";
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
      const shared = equalRecords(mine, theirs);
      if (shared.length === 0) {
        return passed(`${mine.length} and ${counted(theirs.length, "invoice")}, none in common`, first, second);
      }
      if (!areTheSame(mine, theirs, shared)) {
        return inconclusive(
          `${shared.length} invoices are equal in both lists, but nothing in them shows that they are the same: two accounts may have invoices that look alike`,
          first,
          second,
        );
      }
      return failed(
        `${shared.length} of the first account's ${counted(mine.length, "invoice")} are also in the second account's list (do the two tokens belong to different accounts?)`,
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
      const [firstId = "", secondId] = knownIds(session.target, operation);
      const outcomes = [holdsOne(first, firstId, operation)];
      if (secondId !== undefined) {
        const second = await session.call({ operation, id: secondId });
        if (!(second instanceof Unavailable) && isSuccess(second)) outcomes.push(holdsOne(second, secondId, operation));
      }
      return worst(outcomes);
    }),
};

function holdsOne(sample: Exchange, id: string, operation: OperationId): Outcome {
  const { data } = sample.response === undefined ? {} : readEnvelope(sample.response);
  if (data === undefined) return skipped("`data` is no array (see ENV-02)", sample);
  if (data.length === 1) return passed("`data` holds one record", sample);
  return failed(
    `\`data\` holds ${counted(data.length, "record")} for the known id "${id}"; §1 says one ${operations[operation].record}`,
    sample,
  );
}

/** SUB-02: the identifier selects (§4). */
const selectedById: Check = {
  id: "SUB-02",
  judge: (session, operation) =>
    onSuccess(session, operation, async (first) => {
      const [firstId = "", secondId] = knownIds(session.target, operation);
      if (secondId === undefined) {
        const { record } = operations[operation];
        return lacking(new Unavailable(`only one ${record} id is known`, `second-${record}-id`));
      }
      const second = await session.call({ operation, id: secondId });
      if (second instanceof Unavailable) return lacking(second);
      if (!isSuccess(second)) {
        const answer = second.response?.status ?? second.noReply?.message ?? "no reply";
        return inconclusive(
          `"${secondId}" is answered with ${answer}: is it the id of a ${operations[operation].record}?`,
          second,
        );
      }
      const mine = readEnvelope(first.response).data;
      const theirs = readEnvelope(second.response).data;
      if (mine?.[0] === undefined || theirs?.[0] === undefined) {
        return skipped("a reply holds no record (see ENV-02, SUB-01)", first, second);
      }
      const isSame = haveSameRecord(selected(firstId, mine), selected(secondId, theirs));
      if (isSame === undefined) return inconclusive(lookAlike, first, second);
      if (!isSame) return passed("two ids, two records", first, second);
      return failed(`"${firstId}" and "${secondId}" are answered with the same record`, first, second);
    }),
};

/** SUB-03: an id that nobody knows does not select a known subscription (§4). */
const unknownSelectsNone: Check = {
  id: "SUB-03",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      const unknown = unknownId(session.target, operation);
      const attempt = await session.call({ operation, id: unknown });
      if (attempt instanceof Unavailable) return lacking(attempt);
      if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no reply", attempt);
      const { status } = attempt.response;
      if (status === 429 || status >= 500) return inconclusive(`answered with ${status}, which tells nothing`, attempt);
      if (!isSuccess(attempt)) return passed(`the unknown id "${unknown}" is answered with ${status}`, attempt);
      const { data = [] } = readEnvelope(attempt.response);
      const known = await knownRecords(session, operation, sample);
      const isSame = haveSameRecord(known, selected(unknown, data));
      if (isSame === undefined) return inconclusive(lookAlike, sample, attempt);
      if (!isSame) {
        return passed(`the unknown id "${unknown}" is answered with ${describe(data)}, none of a known id`, attempt);
      }
      return failed(`the unknown id "${unknown}" is answered with the record of a known one`, sample, attempt);
    }),
};

async function knownRecords(session: Session, operation: OperationId, first: Exchange): Promise<readonly Selected[]> {
  const [firstId = "", secondId] = knownIds(session.target, operation);
  const recordsIn = (sample: Exchange, id: string): readonly Selected[] =>
    isSuccess(sample) ? selected(id, readEnvelope(sample.response).data ?? []) : [];
  if (secondId === undefined) return recordsIn(first, firstId);
  const second = await session.call({ operation, id: secondId });
  return [...recordsIn(first, firstId), ...(second instanceof Unavailable ? [] : recordsIn(second, secondId))];
}

const lookAlike = "the records are equal, but carry nothing that tells one subscription from another";

/** The most records of a response that are compared: §1 says one. */
const maxCompared = 5;

function selected(id: string, records: readonly unknown[]): readonly Selected[] {
  return records.slice(0, maxCompared).map((record) => ({ id, record }));
}

/** Whether a record of one reply is one of another; `undefined` where that does not show. */
function haveSameRecord(left: readonly Selected[], right: readonly Selected[]): boolean | undefined {
  const found = new Set(left.flatMap((one) => right.map((other) => isSameRecord(one, other))));
  return found.has(true) || (found.has(undefined) ? undefined : false);
}

export const recordChecks: readonly Check[] = [scoped, oneSubscription, selectedById, unknownSelectsNone];
