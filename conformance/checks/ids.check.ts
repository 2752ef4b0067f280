import { hasId, operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { ofKnown } from "../places/ids.ts";
import { servedIn } from "../places/places.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { isCount } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { knownIds } from "../target/target.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { judgeAgain } from "./kept-rejection.ts";
import { leavesOf } from "../target/record-values.ts";
import type { Requirement } from "./requirement.ts";
import { answersToNear, judgeUnknownIds, lookAlike } from "./unknown-ids.ts";
import { haveSameRecord, recordsIn, served, type ServedId } from "./served-ids.ts";

const onIds = { level: "implied", operations: operationIds.filter(hasId) } as const;
const selectedById = "Retrieve the subscription with the given identifier";
const oneSubscription = '200 {"data":[{"id":"sub_1","plan":"team"}],"meta":{"page":1,"total":1}}';

/** §1, §4: the record with an id. */
export const idRequirements: readonly Requirement[] = [
  {
    id: "SUB-01",
    ...onIds,
    sections: ["1"],
    rule: "a known id returns exactly one record, with details, and `meta.total` counts no more",
    quote: "It returns the details of one subscription, selected by its identifier.",
    why: "§1 says that the service returns the details of one subscription, selected by its identifier. The response has no further pages, so its total count of records (§2) is not larger than one.",
    good: oneSubscription,
    bad: '200 {"data":[{"id":"sub_1"},{"id":"sub_2"}],"meta":{"page":1,"total":2}}',
    fix: "Select by the id in the path. An unfiltered list, or an empty list for a known id, is not one subscription. If it fails only after requests for similar ids, look for a cache that stores error responses.",
    judge: (session, operation) =>
      onSuccess(session, operation, async (first) => {
        const [firstId = ""] = knownIds(session.target, operation);
        const places = (await served(session, operation)).flatMap(({ id, place, exchange, isGiven }): AtPlace[] => {
          if (exchange === first) return [];
          const outcome = holdsOne(exchange, id, operation);
          // The record in an invoice's reference may no longer exist.
          const isGone = !isGiven && outcome.status === "failed" && recordsIn(exchange).length === 0;
          return isGone ? [] : [{ place, outcome }];
        });
        const own = holdsOne(first, firstId, operation);
        if (own.status !== "passed" || session.isQuick) return overPlaces(own, places);
        await answersToNear(session, operation);
        const outcome = await judgeAgain(session, operation, first, "after similar ids");
        return overPlaces(own, [...places, { place: "the known id after similar ids", outcome }]);
      }),
  },
  {
    id: "SUB-02",
    ...onIds,
    sections: ["4"],
    rule: "two known ids return different records",
    quote: selectedById,
    why: "§4 says that the operation returns the subscription with the given identifier. If two ids return the same record, the id selects nothing. Ids in invoices count as known, too, unless the record contains both as its own.",
    good: 'sub_1: 200 {"data":[{"id":"sub_1"}],…}; sub_2: 200 {"data":[{"id":"sub_2"}],…}',
    bad: 'sub_1: 200 {"data":[{"id":"sub_1"}],…}; sub_2: 200 {"data":[{"id":"sub_1"}],…}',
    fix: "Use the path parameter in the query. Look for a cache whose key does not include the id, and for a variable shared between requests.",
    // On every response of the run.
    order: "last",
    judge: (session, operation) =>
      onSuccess(session, operation, async (first) => {
        const { record } = operations[operation];
        const known = await ofKnown(session, operation);
        const [mine, second] = known;
        if (mine === undefined || second === undefined) {
          return lacking(new Unavailable(`only one ${record} id is known`, `second-${record}-id`));
        }
        const given = known.filter(({ isServed }) => isServed);
        if (given[1] !== undefined && !isSuccess(given[1].exchange)) {
          const { id, exchange } = given[1];
          const answer = exchange.response?.status ?? exchange.noReply?.message ?? "no response";
          return inconclusive(`"${id}" returned ${answer}: is it the id of a ${record}?`, exchange);
        }
        const selected = (await served(session, operation)).filter(({ exchange }) => recordsIn(exchange).length > 0);
        const pairs = selected.flatMap((one, index) => selected.slice(index + 1).map((other) => [one, other] as const));
        if (pairs.length === 0) return skipped("a response has no record (see ENV-02, SUB-01)", first, second.exchange);
        const same = pairs.map((pair) => ({ pair, isSame: haveSameRecord(...pair) }));
        const broken = same.filter(({ isSame }) => isSame === true).slice(0, maxPairs);
        if (broken.length > 0) {
          const found = broken.map(({ pair: [one, other] }) => `"${one.id}" and "${other.id}"`);
          const evidence = broken.flatMap(({ pair }) => pair.map(({ exchange }) => exchange));
          return failed(`${found.join(", ")} return the same record`, ...new Set(evidence));
        }
        const swapped = swappedIn(selected);
        if (swapped !== undefined) {
          return failed(`"${swapped.id}" returned a record with another id as its own`, swapped.exchange);
        }
        const exchanges = selected.map(({ exchange }) => exchange);
        if (same.some(({ isSame }) => isSame === false)) {
          const own = passed(`${counted(selected.length, "id")}, as many records`, ...exchanges);
          return overPlaces(own, await atOtherTimes(session, operation, selected));
        }
        return inconclusive(lookAlike(operation), ...exchanges);
      }),
  },
  {
    id: "SUB-03",
    ...onIds,
    sections: ["4"],
    rule: "an unknown id, even one similar to a known id, does not return the record of a known id",
    quote: selectedById,
    why: "§4 says that the operation returns the subscription with the given identifier. What an unknown id returns is open, but not the record of another id. An id is the text in the path, percent-decoded once. Cut, extended, padded with white space, in another letter case (except UUIDs and ULIDs), as a pattern, as a list, as another spelling of a number or followed by SQL (tried with `--allow-writes`) it is a different id.",
    good: '404 (or 200 {"data":[],"meta":{"page":1,"total":0}})',
    bad: `sub_unknown: ${oneSubscription}`,
    fix: "Return an error or no records for an unknown id. Do not fall back to the first subscription or to the client's own. Compare the whole id with equality: no LIKE, no case-insensitive collation, no trim, no parseInt, and decode it once. Bind it as a query parameter, and use it unchanged as a cache key.",
    call: { path: "/api/v1/subscriptions/sub_unknown0" },
    judge: (session, operation) => onSuccess(session, operation, () => judgeUnknownIds(session, operation)),
  },
];

/** The path of a record's own id. */
const ownId = /^\._?(?:id|uuid|guid|key)$/i;

function isOwnId([place]: readonly [string, unknown]): boolean {
  return ownId.test(place);
}

/** If the record of an id refers to another known id, and has no id of its own. */
function placesOfOthers({ id, exchange }: ServedId, known: readonly ServedId[]): readonly string[] {
  const leaves = [...leavesOf(recordsIn(exchange)[0])].map(([place, value]) => [place, String(value)] as const);
  if (leaves.some(([, value]) => value === id)) return [];
  return leaves.filter(([, value]) => known.some((other) => other.id === value)).map(([place]) => place);
}

/** The form of an id: a number, or its prefix and length. */
function formOf(id: string): string {
  const [prefix = ""] = /^[a-z]+[_-]/i.exec(id) ?? [];
  return /^\d+$/.test(id) ? "number" : prefix + id.slice(prefix.length).replace(/[a-z\d]/gi, "x");
}

/**
 * An id whose record has another id as its own: at the usual path of ids, or where several records have another one; or
 * an id of the same form at the path where the record of another known id has that one.
 */
function swappedIn(known: readonly ServedId[]): ServedId | undefined {
  const read = known.map((one) => ({ one, leaves: [...leavesOf(recordsIn(one.exchange)[0])] }));
  const isAsked = (one: ServedId, value: unknown): boolean => String(value).toLowerCase() === one.id.toLowerCase();
  const right = read.flatMap(({ one, leaves }) => leaves.filter(([, value]) => isAsked(one, value)));
  const wrong = read.find(({ one, leaves }) => {
    const [place, id] = leaves.find(isOwnId) ?? [];
    const isOther = formOf(String(id)) === formOf(one.id) && !leaves.some(([, value]) => isAsked(one, value));
    return isOther && right.some(([of, other]) => of === place && formOf(String(other)) === formOf(one.id));
  });
  if (wrong !== undefined) return wrong.one;
  const all = known.flatMap((one) => placesOfOthers(one, known).map((place) => ({ one, place })));
  const isOwn = (place: string): boolean =>
    ownId.test(place) || all.filter((other) => other.place === place).length > 1;
  return all.find(({ place }) => isOwn(place))?.one;
}

/** The maximum number of pairs of ids with one record to show. */
const maxPairs = 3;

function holdsOne(sample: Success, id: string, operation: OperationId): Outcome {
  const { data } = readEnvelope(sample.response);
  if (data === undefined) return skipped("`data` is not an array (see ENV-02)", sample);
  if (JSON.stringify(data) === "[{}]") return failed("the record has no details (§1): {}", sample);
  const total = readEnvelope(sample.response).meta?.["total"];
  if (data.length === 1 && isCount(total) && total > 1) {
    return failed(`\`data\` holds one record, but \`meta.total\` is ${total}: no other page has more`, sample);
  }
  if (data.length === 1) return passed("`data` holds one record", sample);
  const found = `${counted(data.length, "record")} for the known id "${id}"`;
  return failed(`\`data\` holds ${found}; §1 says one ${operations[operation].record}`, sample);
}

/** Whether an id returns another one's record when requested again, or concurrently. */
async function atOtherTimes(
  session: Session,
  operation: OperationId,
  known: readonly ServedId[],
): Promise<readonly AtPlace[]> {
  const [first] = knownIds(session.target, operation);
  const responses = await servedIn(session, operation);
  return responses.flatMap(({ call, place, exchange }) => {
    const id = call.id ?? first;
    const own = known.find((one) => one.id === id);
    if (id === undefined || own === undefined || call.as === "second" || call.path !== undefined) return [];
    const response = { id, exchange, isGiven: own.isGiven };
    const isOther = known.some((other) => other !== own && haveSameRecord(response, other) === true);
    if (!isOther || haveSameRecord(response, own) === true) return [{ place, outcome: passed("its own record") }];
    return [{ place, outcome: failed(`"${id}" returned the record of another id`, own.exchange, exchange) }];
  });
}
