import { isObject } from "../../../fixtures/json.ts";
import { operationPath } from "../../../fixtures/contract/operations.ts";
import { idUnlike } from "../../discovery/unknown-id.ts";
import { readEnvelope, type Members } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import { formatOfIds } from "../generalise/identifier.ts";
import { isUnset, unset, type Answer, type Unset } from "../finding.ts";
import { shared, type Learning } from "../learning.ts";
import { seenRecords } from "./records.ts";

/** The subscriptions that were read, and the ids by which others are known. */
export interface Subscriptions {
  readonly ids: readonly (string | number)[];
  readonly records: readonly Members[];
  readonly answers: readonly Answer[];
}

/** So many subscriptions are read to see what they hold. */
const mostRead = 6;

/** Reads one subscription. The id may be one that only a record names, so the path is given whole. */
export function askSubscription(learning: Learning, id: string, moment: string): Promise<Answer | Unset> {
  return learning.ask({ operation: "listUsers", path: operationPath("getSubscription", id), moment });
}

/** The subscriptions whose ids are given, or stand in records of users and invoices. */
export const subscriptions = shared(async (learning: Learning): Promise<Subscriptions | Unset> => {
  const named = await namedIds(learning);
  const ids = [...new Set([...(learning.target.ids.subscription ?? []), ...named.map(String)])];
  const answers: Answer[] = [];
  const records: Members[] = [];
  let last = unset("no subscription id is known", "--id subscription=ID");
  for (const id of ids.slice(0, mostRead)) {
    const answer = await askSubscription(learning, id, "a known id");
    if (isUnset(answer)) return answers.length === 0 ? answer : { ids: typed(ids, named, records), records, answers };
    if (isSuccess(answer.exchange)) {
      answers.push(answer);
      records.push(...(readEnvelope(answer.exchange.response).data ?? []).filter(isObject));
    } else
      last = unset(
        `the subscriptions asked for are refused with ${answer.exchange.response.status}`,
        "--id subscription=ID",
      );
  }
  return answers.length === 0 ? last : { ids: typed(ids, named, records), records, answers };
});

/** Ids as records write them: as numbers, where they are. */
function typed(
  ids: readonly string[],
  named: readonly (string | number)[],
  records: readonly Members[],
): readonly (string | number)[] {
  const written = new Map<string, string | number>(named.map((id) => [String(id), id]));
  for (const { id } of records) if (typeof id === "string" || typeof id === "number") written.set(String(id), id);
  return ids.map((id) => written.get(id) ?? id);
}

async function namedIds(learning: Learning): Promise<readonly (string | number)[]> {
  const ids: (readonly (string | number)[])[] = [];
  for (const list of ["invoices", "users"] as const) {
    const seen = await seenRecords(learning, list);
    if (!isUnset(seen)) ids.push(idsNamedIn(seen.records));
  }
  return [...new Set(ids.flat())];
}

/** What stands in fields of records that are called after a subscription. */
export function idsNamedIn(records: readonly Members[]): readonly (string | number)[] {
  return records.flatMap((record) => Object.entries(record).flatMap(([name, value]) => idIn(name, value)));
}

function idIn(name: string, value: unknown): readonly (string | number)[] {
  if (!/subscription/i.test(name)) return [];
  const id = isObject(value) ? value["id"] : value;
  return (typeof id === "string" && id !== "" && id.length <= 128) || Number.isInteger(id) ? [id].filter(isId) : [];
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || typeof id === "number";
}

/** What an id gets that no subscription has, though it is formed like one. */
export const unknownSubscription = shared(async (learning: Learning): Promise<Answer | Unset> => {
  const known = await subscriptions(learning);
  if (isUnset(known)) return known;
  const format = formatOfIds(known.ids);
  const id = idUnlike(known.ids.map(String), format);
  const answer = await askSubscription(learning, id, "an unknown id");
  if (isUnset(answer) || !isSuccess(answer.exchange)) return answer;
  return unset(`an unknown subscription is answered with ${answer.exchange.response.status}`);
});
