import { operationPath } from "../../fixtures/contract/operations.ts";
import { alphabets, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { isObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { isSameFailure } from "./failure-text.ts";
import { alphabetNames, formatOfIds, isId, type Id, idNameIn } from "./generalize/identifier.ts";
import { lists } from "./list.ts";
import { certain, ifKnown, isUnset, likely, Unset, type Answer, type Found } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import { memoize } from "../target/memoize.ts";
import { ask, askRejected, type Source } from "./source.ts";
import { idUnlike } from "./unknown-id.ts";

/** The subscriptions that were read, and the ids of other known ones. */
export interface Subscriptions {
  readonly ids: readonly Id[];
  readonly records: readonly Members[];
  readonly answers: readonly [Answer, ...Answer[]];
}

/** How many subscriptions to read for the format of ids, and how many for their content. */
const maxRead = { ids: 3, records: 6 } as const;

/** The path of a subscription. The id may come from another record, so the whole path is given. */
function subscriptionCall(id: string, label: string) {
  return { operation: "listUsers", path: operationPath("getSubscription", id), label } as const;
}

/** The subscriptions with ids that are given, or in records of users and invoices. */
export const subscriptions = memoize((source: Source) => readSubscriptions(source, maxRead.ids));

/** The subscriptions to read for their content. */
export const moreSubscriptions = memoize((source: Source) => readSubscriptions(source, maxRead.records));

async function readSubscriptions(source: Source, max: number): Promise<Subscriptions> {
  const named: Id[] = [];
  for (const list of lists.toReversed()) {
    named.push(...idsNamedIn(source, (await ifKnown(seenRecords(source, list)))?.records ?? []));
  }
  const ids = [...new Set([...(source.target.ids.subscription ?? []), ...named.map(String)])];
  const answers: Answer[] = [];
  let problem = new Unset("no subscription id is known", "--id subscription=ID");
  for (const id of ids.slice(0, max)) {
    const answer = await source.ask(subscriptionCall(id, "a known id"));
    if (isUnset(answer)) {
      problem = answer;
      break;
    }
    const { status } = answer.exchange.response;
    if (isSuccess(answer.exchange)) answers.push(answer);
    else problem = new Unset(`the requested subscriptions are rejected with ${status}`, "--id subscription=ID");
  }
  const [first, ...others] = answers;
  if (first === undefined) throw problem;
  const records = answers.flatMap(({ exchange }) => (readEnvelope(exchange.response).data ?? []).filter(isObject));
  // Ids as records have them: as numbers, if they are numbers.
  const written = new Map([...named, ...ownIds(source, records)].map((id) => [String(id), id]));
  return { ids: ids.map((id) => written.get(id) ?? id), records, answers: [first, ...others] };
}

function ownIds({ target }: Source, records: readonly Members[]): readonly Id[] {
  const name = idNameIn(records, "subscription", target.ids.subscription);
  return records.map((record) => name && own(record, name)).filter(isId);
}

/** Shorter values may equal an id by chance. */
const minTelling = 4;

/** The response to an unknown id with a valid format. */
export const unknownSubscription = memoize(async (source: Source): Promise<Answer> => {
  const { ids } = await subscriptions(source);
  const id = idUnlike(ids.map(String), formatOfIds(ids));
  return askRejected(source, subscriptionCall(id, "an unknown id"), "an unknown subscription");
});

/** The response to an ill-formed id, if it is rejected differently from an unknown one. */
export const illFormed = memoize(
  async (source: Source): Promise<{ readonly value: "reject" | "notFound"; readonly answer: Answer }> => {
    const unknown = await unknownSubscription(source);
    // Fits no format but `any`.
    const call = subscriptionCall("orgkit~7f3a", "an ill-formed id");
    const answer = await askRejected(source, call, "an ill-formed id");
    return { value: isSameFailure(unknown, answer) ? "notFound" : "reject", answer };
  },
);

export async function subscriptionIdFormat(source: Source): Promise<Found> {
  const { ids, records, answers } = await subscriptions(source);
  const seen = formatOfIds([...ids, ...ownIds(source, records)]);
  const note = `by ${ids.length} ids`;
  const isClear = seen.kind === "uuid" || ids.length > 3;
  if (seen.kind !== "prefixed") return (isClear ? certain : likely)({ ...seen }, answers, note);
  const isDistinct = (await ifKnown(illFormed(source)))?.value === "reject";
  const wider = isDistinct ? await ifKnown(widest(source, seen)) : undefined;
  if (wider !== undefined) return certain({ ...wider.format }, [...answers, ...wider.answers], note);
  return isClear
    ? certain({ ...seen }, answers, note)
    : likely({ ...seen }, answers, `${note}; more might show a wider alphabet`);
}

type Prefixed = Extract<Identifier, { kind: "prefixed" }>;

/** If ill-formed ids are rejected separately, a wider alphabet can be tested. */
async function widest(
  source: Source,
  seen: Prefixed,
): Promise<{ readonly format: Prefixed; readonly answers: readonly Answer[] }> {
  const unknown = await unknownSubscription(source);
  const answers: Answer[] = [];
  let { alphabet } = seen;
  for (const wider of alphabetNames.slice(alphabetNames.indexOf(seen.alphabet) + 1)) {
    const narrower: string = alphabets[alphabet];
    const character = Array.from(alphabets[wider]).findLast((one) => !narrower.includes(one)) ?? "";
    const id = seen.prefix + character.repeat(seen.length);
    const answer = await ask(source, subscriptionCall(id, `of the alphabet ${wider}`));
    answers.push(answer);
    if (!isSameFailure(unknown, answer)) break;
    alphabet = wider;
  }
  return { format: { ...seen, alphabet }, answers };
}

/** Values of record fields named after a subscription, or containing a known id. */
function idsNamedIn({ target }: Pick<Source, "target">, records: readonly Members[]): readonly Id[] {
  const known = new Set(target.ids.subscription?.filter((id) => id.length >= minTelling));
  const naming = new Set<string>();
  for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
    if (/subscription/i.test(name) || known.has(String(value))) naming.add(name);
  }
  return records.flatMap((record) =>
    Object.entries(record)
      .filter(([name]) => naming.has(name))
      .map(([, value]) => (isObject(value) ? value["id"] : value))
      .filter(isId)
      .filter((id) => (typeof id === "string" ? id !== "" && id.length <= 128 : Number.isInteger(id))),
  );
}
