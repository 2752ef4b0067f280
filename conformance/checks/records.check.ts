import { hasId, operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { unknownId } from "../discovery/unknown-id.ts";
import { describe, readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import type { Requirement } from "./requirement.ts";
import { isSameRecord, type Selected } from "./same-record.ts";
import { judgeScope } from "./scope.ts";
import { worst } from "./worst.ts";

const onIds = { level: "implied", operations: operationIds.filter(hasId) } as const;
const selectedById = "Retrieve the subscription with the given identifier";
const oneSubscription = '200 {"data":[{"id":"sub_1","plan":"team"}],"meta":{"page":1,"total":1}}';

/** §1, §4, §5: which records a response holds. */
export const recordRequirements: readonly Requirement[] = [
  {
    id: "SCOPE-01",
    level: "stated",
    sections: ["5"],
    operations: ["listInvoices"],
    rule: "the invoices of two accounts share no record",
    quote: "The invoice list is scoped to the authenticated account.",
    why: "§5 says that the invoice list is scoped to the authenticated account: what one account sees, another does not.",
    good: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_9"}],…}',
    bad: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_1"}],…}',
    fix: "Select invoices by the account of the token, in the query itself; look for a cache whose key lacks the account.",
    call: { authorization: "Bearer $ORGKIT_TOKEN_B" },
    // Of every response of the run.
    order: "last",
    judge: (session, operation) =>
      onSuccess(session, operation, async (first) => {
        const second = await session.call({ operation, as: "second" });
        if (second instanceof Unavailable) return lacking(second);
        if (!isSuccess(second)) return inconclusive("the second account's token does not succeed here", second);
        if ([first, second].some(({ response }) => readEnvelope(response).data === undefined)) {
          return skipped("`data` is no array (see ENV-02)", first, second);
        }
        return judgeScope(session, operation, [first, second]);
      }),
  },
  {
    id: "SUB-01",
    ...onIds,
    sections: ["1"],
    rule: "a known id is answered with exactly one record",
    quote: "It returns the details of one subscription, selected by its identifier.",
    why: "§1 says that the service returns the details of one subscription, selected by its identifier.",
    good: oneSubscription,
    bad: '200 {"data":[{"id":"sub_1"},{"id":"sub_2"}],"meta":{"page":1,"total":2}}',
    fix: "Select by the id of the path. A list that is not filtered, or an empty one for a known id, is not one subscription.",
    // For each of two known ids.
    judge: (session, operation) =>
      onSuccess(session, operation, async (first) => {
        const [firstId = "", secondId] = knownIds(session.target, operation);
        const outcomes = [holdsOne(first, firstId, operation)];
        if (secondId !== undefined) {
          const second = await session.call({ operation, id: secondId });
          if (!(second instanceof Unavailable) && isSuccess(second))
            outcomes.push(holdsOne(second, secondId, operation));
        }
        return worst(outcomes);
      }),
  },
  {
    id: "SUB-02",
    ...onIds,
    sections: ["4"],
    rule: "two known ids are answered with different records",
    quote: selectedById,
    why: "§4 says that the subscription with the given identifier is retrieved. Where two ids give the same record, the id selects nothing.",
    good: 'sub_1: 200 {"data":[{"id":"sub_1"}],…}; sub_2: 200 {"data":[{"id":"sub_2"}],…}',
    bad: 'sub_1: 200 {"data":[{"id":"sub_1"}],…}; sub_2: 200 {"data":[{"id":"sub_1"}],…}',
    fix: "Use the path parameter in the query; look for a cache whose key lacks the id.",
    judge: (session, operation) =>
      onSuccess(session, operation, async (first) => {
        const { record } = operations[operation];
        const [firstId = "", secondId] = knownIds(session.target, operation);
        if (secondId === undefined) {
          return lacking(new Unavailable(`only one ${record} id is known`, `second-${record}-id`));
        }
        const second = await session.call({ operation, id: secondId });
        if (second instanceof Unavailable) return lacking(second);
        if (!isSuccess(second)) {
          const answer = second.response?.status ?? second.noReply?.message ?? "no reply";
          return inconclusive(`"${secondId}" is answered with ${answer}: is it the id of a ${record}?`, second);
        }
        const mine = selectedIn(first, firstId);
        const theirs = selectedIn(second, secondId);
        if (mine.length === 0 || theirs.length === 0) {
          return skipped("a reply holds no record (see ENV-02, SUB-01)", first, second);
        }
        const isSame = haveSameRecord(mine, theirs);
        if (isSame === undefined) return inconclusive(lookAlike(operation), first, second);
        if (!isSame) return passed("two ids, two records", first, second);
        return failed(`"${firstId}" and "${secondId}" are answered with the same record`, first, second);
      }),
  },
  {
    id: "SUB-03",
    ...onIds,
    sections: ["4"],
    rule: "an unknown id is not answered with the record of a known one",
    quote: selectedById,
    why: "§4 says that the subscription with the given identifier is retrieved: a known one is not the one with an unknown id. What an unknown id gets is open.",
    good: '404 (or 200 {"data":[],"meta":{"page":1,"total":0}})',
    bad: `sub_unknown: ${oneSubscription}`,
    fix: "Answer an unknown id with an error or with no records; do not fall back on the first or the caller's own subscription.",
    call: { path: "/api/v1/subscriptions/sub_unknown0" },
    judge: (session, operation) =>
      onSuccess(session, operation, async (sample) => {
        const id = unknownId(session.target, operation);
        const attempt = await session.call({ operation, id });
        if (attempt instanceof Unavailable) return lacking(attempt);
        if (attempt.response === undefined) return inconclusive(attempt.noReply?.message ?? "no reply", attempt);
        const { status } = attempt.response;
        if (status === 429 || status >= 500) {
          return inconclusive(`answered with ${status}, which tells nothing`, attempt);
        }
        const found = `the unknown id "${id}" is answered with`;
        if (!isSuccess(attempt)) return passed(`${found} ${status}`, attempt);
        const isSame = haveSameRecord(await knownRecords(session, operation, sample), selectedIn(attempt, id));
        if (isSame === undefined) return inconclusive(lookAlike(operation), sample, attempt);
        if (isSame) return failed(`${found} the record of a known one`, sample, attempt);
        return passed(`${found} ${describe(readEnvelope(attempt.response).data ?? [])}, none of a known id`, attempt);
      }),
  },
];

function holdsOne(sample: Success, id: string, operation: OperationId): Outcome {
  const { data } = readEnvelope(sample.response);
  if (data === undefined) return skipped("`data` is no array (see ENV-02)", sample);
  if (data.length === 1) return passed("`data` holds one record", sample);
  const found = `\`data\` holds ${counted(data.length, "record")} for the known id "${id}"`;
  return failed(`${found}; §1 says one ${operations[operation].record}`, sample);
}

async function knownRecords(session: Session, operation: OperationId, first: Success): Promise<readonly Selected[]> {
  const [firstId = "", secondId] = knownIds(session.target, operation);
  const second = secondId === undefined ? undefined : await session.call({ operation, id: secondId });
  const isKnown = second !== undefined && !(second instanceof Unavailable);
  return [...selectedIn(first, firstId), ...(isKnown ? selectedIn(second, secondId ?? "") : [])];
}

function lookAlike(operation: OperationId): string {
  return `the records are equal, but carry nothing that tells one ${operations[operation].record} from another`;
}

/** The most records of a response that are compared: §1 says one. */
const maxCompared = 5;

/** The records that a response to an id holds. */
function selectedIn(exchange: Exchange, id: string): readonly Selected[] {
  const records = isSuccess(exchange) ? (readEnvelope(exchange.response).data ?? []) : [];
  return records.slice(0, maxCompared).map((record) => ({ id, record }));
}

/** Whether a record of one response is one of another; `undefined` where that does not show. */
function haveSameRecord(left: readonly Selected[], right: readonly Selected[]): boolean | undefined {
  const found = new Set(left.flatMap((one) => right.map((other) => isSameRecord(one, other))));
  return found.has(true) || (found.has(undefined) ? undefined : false);
}
