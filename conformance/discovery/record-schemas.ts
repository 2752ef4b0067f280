import { isObject } from "../../fixtures/json.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { creation, fullCreation } from "./creation.ts";
import { withoutUnknown } from "./created-users.ts";
import { schemaOf, withIssuableId } from "./generalize/schema.ts";
import type { ListName } from "./list.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { seenRecords } from "./seen-records.ts";
import type { Source } from "./source.ts";
import { moreSubscriptions } from "./subscriptions.ts";

/** With fewer records, a field that is in all of them may yet be optional. */
const enough = 10;

/** A JSON Schema of the records of a list, by those that were seen (§2). */
export async function listedRecord(source: Source, list: ListName): Promise<Found> {
  const { records, isAll, evidence, page } = await seenRecords(source, list);
  if (records.length === 0) throw new Unset(`the elements of the list of ${list} are no objects`);
  const created = list === "users" ? await createdRecords(source) : [];
  const schema = schemaOf([...records, ...created], isAll);
  const value = list === "users" ? withIssuableId(schema) : schema;
  return (records.length >= enough ? certain : likely)(
    value,
    evidence,
    `by ${records.length} of ${page.total} records`,
  );
}

/** Users whom this run created, with every field or with the body given: they may lack what all others have. */
async function createdRecords(source: Source): Promise<readonly Members[]> {
  const full = (await ifKnown(fullCreation(source)))?.full;
  const given = source.target.createBody === undefined ? undefined : (await ifKnown(creation(source)))?.minimal;
  return [full, given].flatMap((made) => (made === undefined ? [] : recordsIn(made.answer))).map(withoutUnknown);
}

function recordsIn({ exchange }: Answer): readonly Members[] {
  return (readEnvelope(exchange.response).data ?? []).filter(isObject);
}

export async function subscriptionRecord(source: Source): Promise<Found> {
  const { records, answers } = await moreSubscriptions(source);
  if (records.length === 0) throw new Unset("the reply to a known subscription id holds no object");
  const value = schemaOf(records, false);
  return (records.length >= enough ? certain : likely)(value, answers, `by ${records.length} of them`);
}
