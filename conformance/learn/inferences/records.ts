import { isObject } from "../../../fixtures/json.ts";
import { readEnvelope, type Members } from "../../target/envelope.ts";
import { creation } from "../facts/creation.ts";
import { fullCreation, unknownField } from "../facts/full-creation.ts";
import { seenRecords } from "../facts/records.ts";
import { subscriptions } from "../facts/subscriptions.ts";
import { schemaOf, withIssuableId } from "../generalise/schema.ts";
import { certain, isUnset, likely, unset, type Finding } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `records`: a JSON Schema of each resource, by the records that were seen (§2). */
export const records = {
  "records.user": (learning) => listed(learning, "users"),
  "records.subscription": subscription,
  "records.invoice": (learning) => listed(learning, "invoices"),
} satisfies Partial<Inferences>;

/** With fewer records, a field that is in all of them may yet be optional. */
const enough = 10;

async function listed(learning: Learning, list: "users" | "invoices"): Promise<Finding> {
  const seen = await seenRecords(learning, list);
  if (isUnset(seen)) return seen;
  if (seen.records.length === 0) return unset(`the elements of the list of ${list} are no objects`);
  const created = list === "users" ? await createdRecords(learning) : [];
  const schema = schemaOf([...seen.records, ...created], seen.isAll);
  const value = list === "users" ? withIssuableId(schema) : schema;
  const note = `by ${seen.records.length} of ${seen.page.total} records`;
  return seen.records.length >= enough ? certain(value, seen.evidence, note) : likely(value, seen.evidence, note);
}

/** Users whom this run created, with every field or with the body given: they may lack what all others have. */
async function createdRecords(learning: Learning): Promise<readonly Members[]> {
  const full = await fullCreation(learning);
  const least = learning.target.createBody === undefined ? unset("no body is given") : await creation(learning);
  const made = [...(isUnset(full) ? [] : [full.full]), ...(isUnset(least) ? [] : [least.minimal])];
  return made
    .flatMap(({ answer }) => readEnvelope(answer.exchange.response).data ?? [])
    .filter(isObject)
    .map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== unknownField)));
}

async function subscription(learning: Learning): Promise<Finding> {
  const known = await subscriptions(learning);
  if (isUnset(known)) return known;
  if (known.records.length === 0) return unset("the reply to a known subscription id holds no object");
  const value = schemaOf(known.records, false);
  const note = `by ${known.records.length} of them`;
  return known.records.length >= enough ? certain(value, known.answers, note) : likely(value, known.answers, note);
}
