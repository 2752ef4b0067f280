import { isObject, type JsonObject } from "../../fixtures/json.ts";
import { creationsIn } from "../target/creations.ts";
import { isSuccess } from "../target/exchange.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import { withoutUnknown } from "./created-users.ts";
import { jsonOf } from "./creation.ts";
import { schemaOf, withIssuableId } from "./generalize/schema.ts";
import { isWrittenByOthers, type ListName } from "./list.ts";
import { idName } from "./id-names.ts";
import { leavesOf, withAt } from "./leaves.ts";
import { certain, ifKnown, likely, Unset, type Found } from "./observation.ts";
import { sizeName } from "./page-parameters.ts";
import { seenRecords } from "./seen-records.ts";
import type { Source } from "./source.ts";
import { moreSubscriptions } from "./subscriptions.ts";

/** With fewer records, a field that all have may still be optional. */
const enough = 10;

/**
 * A JSON Schema of the records of a list, from those seen (§2).
 * @throws Unset if other clients are writing: their next record may differ from all seen
 */
export async function listedRecord(source: Source, list: ListName): Promise<Found> {
  const { records, isAll, evidence, page } = await seenRecords(source, list);
  if (records.length === 0) throw new Unset(`the elements of the list of ${list} are not objects`);
  if (await isWrittenByOthers(source, list, await ifKnown(sizeName(source, list))))
    throw new Unset("other clients are writing records, which may have other fields");
  const created = list === "users" ? [...createdRecords(source), ...withSentValues(records, source)] : [];
  const schema = schemaOf([...records, ...created], isAll);
  const value =
    list === "users" ? withIssuableId(schema, (await ifKnown(idName(source, "user")))?.name ?? "id") : schema;
  return (records.length >= enough ? certain : likely)(
    value,
    evidence,
    `by ${records.length} of ${page.total} records`,
  );
}

/** Users that this run created may lack common fields, and have unusual ones. */
function createdRecords({ entries }: Source): readonly Members[] {
  const made = creationsIn(entries);
  const returned = made.flatMap(({ response }) => (response === undefined ? [] : (readEnvelope(response).data ?? [])));
  const listed = entries
    .filter(({ call }) => call.operation === "listUsers" && made.length > 0)
    .flatMap(({ exchange }) => (isSuccess(exchange) ? (readEnvelope(exchange.response).data ?? []) : []))
    .filter((record) => /orgkit[0-9a-f]+-[0-9a-f]{8}/.test(JSON.stringify(record)));
  return [...returned, ...listed].filter(isObject).map(withoutUnknown);
}

/**
 * Users with the accepted values, for the schema: creations may have added values that no record showed, under the same
 * name. Where the response to a creation shows the user, only texts are taken; otherwise any type may have been stored.
 */
function withSentValues([first = {}]: readonly Members[], { entries }: Source): readonly Members[] {
  const places = leavesOf(jsonOf(first));
  return creationsIn(entries).map(({ request, response }) => {
    const sent = readJson({ body: request.body ?? "" });
    const values = isObject(sent) ? leavesOf(jsonOf(sent)) : [];
    const [returned] = response === undefined ? [] : (readEnvelope(response).data ?? []);
    const isShown =
      (isObject(returned) && Object.keys(returned).length > 0) ||
      values.some(({ value }) => typeof value === "string" && value.length > 3 && response?.body.includes(value));
    const placed = values.flatMap(({ path: name, value }) => {
      const place = places.find(({ path }) => path.at(-1) === name.at(-1));
      const isSame = typeof value === "string" && typeof place?.value === "string";
      return place === undefined || (isShown && !isSame) ? [] : [{ path: place.path, value }];
    });
    return placed.reduce<JsonObject>((user, { path, value }) => withAt(user, path, value), jsonOf(first));
  });
}

export async function subscriptionRecord(source: Source): Promise<Found> {
  const { records, answers } = await moreSubscriptions(source);
  if (records.length === 0) throw new Unset("the response to a known subscription id has no object");
  const value = schemaOf(records, false);
  return (records.length >= enough ? certain : likely)(value, answers, `by ${records.length} of them`);
}
