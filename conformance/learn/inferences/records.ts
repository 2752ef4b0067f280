import { seenRecords } from "../facts/records.ts";
import { subscriptions } from "../facts/subscriptions.ts";
import { schemaOf } from "../generalise/schema.ts";
import { certain, isUnset, likely, unset, type Finding } from "../finding.ts";
import type { Inference } from "../inference.ts";
import type { Learning } from "../learning.ts";

/** `records`: a JSON Schema of each resource, by the records that were seen (§2). */
export const records: readonly Inference[] = [
  { key: "records.user", probe: (learning) => listed(learning, "users") },
  { key: "records.subscription", probe: subscription },
  { key: "records.invoice", probe: (learning) => listed(learning, "invoices") },
];

/** With fewer records, a field that is in all of them may yet be optional. */
const enough = 10;

async function listed(learning: Learning, list: "users" | "invoices"): Promise<Finding> {
  const seen = await seenRecords(learning, list);
  if (isUnset(seen)) return seen;
  if (seen.records.length === 0) return unset(`the elements of the list of ${list} are no objects`);
  const value = schemaOf(seen.records, seen.isAll);
  const note = `by ${seen.records.length} of ${seen.page.total} records`;
  return seen.records.length >= enough ? certain(value, seen.evidence, note) : likely(value, seen.evidence, note);
}

async function subscription(learning: Learning): Promise<Finding> {
  const known = await subscriptions(learning);
  if (isUnset(known)) return known;
  if (known.records.length === 0) return unset("the reply to a known subscription id holds no object");
  const value = schemaOf(known.records, false);
  const note = `by ${known.records.length} of them`;
  return known.records.length >= enough ? certain(value, known.answers, note) : likely(value, known.answers, note);
}
