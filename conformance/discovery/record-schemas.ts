import { isObject } from "../../fixtures/json.ts";
import { creationsIn } from "../target/creations.ts";
import { isSuccess } from "../target/exchange.ts";
import { readEnvelope, readJson, type Members } from "../target/envelope.ts";
import { withoutUnknown } from "./created-users.ts";
import { schemaOf, withIssuableId } from "./generalize/schema.ts";
import type { ListName } from "./list.ts";
import { idName } from "./id-names.ts";
import { certain, ifKnown, likely, Unset, type Found } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import type { Source } from "./source.ts";
import { moreSubscriptions } from "./subscriptions.ts";

/** With fewer records, a field that all have may still be optional. */
const enough = 10;

/** A JSON Schema of the records of a list, from those seen (§2). */
export async function listedRecord(source: Source, list: ListName): Promise<Found> {
  const { records, isAll, evidence, page } = await seenRecords(source, list);
  if (records.length === 0) throw new Unset(`the elements of the list of ${list} are not objects`);
  const created = list === "users" ? [...createdRecords(source), ...withSentTexts(records, source)] : [];
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

/** Users with the accepted texts, for the schema: creations may have added texts that no record showed. */
function withSentTexts([first = {}]: readonly Members[], { entries }: Source): readonly Members[] {
  const sent = creationsIn(entries).map(({ request }) => readJson({ body: request.body ?? "" }));
  return sent.filter(isObject).map((body) => {
    const texts = Object.entries(body).filter(
      ([name, value]) => typeof value === "string" && typeof first[name] === "string",
    );
    return { ...first, ...Object.fromEntries(texts) };
  });
}

export async function subscriptionRecord(source: Source): Promise<Found> {
  const { records, answers } = await moreSubscriptions(source);
  if (records.length === 0) throw new Unset("the response to a known subscription id has no object");
  const value = schemaOf(records, false);
  return (records.length >= enough ? certain : likely)(value, answers, `by ${records.length} of them`);
}
