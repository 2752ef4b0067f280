import { collections } from "../../fixtures/worlds/world.ts";
import type { SourceRecords } from "./json.ts";
import { namesContext } from "./record-context.ts";
import type { Replacements } from "./replacements.ts";
import type { TreatedValue, TreatedValues } from "./treated-values.ts";
import type { Treatment } from "./treatment.ts";

/** In this order words are met first: what is known to be a given name is not taken for a family's after that. */
const namesInOrder: readonly Treatment[] = ["givenName", "familyName", "name", "company"];

const addresses: ReadonlySet<Treatment> = new Set(["username", "email"]);

/**
 * Makes up, before any record is written, the replacements that others are made of: those of ids, of names, and of the addresses
 * made of names. So a text that mentions a person agrees with the person's own record, whichever comes first.
 */
export function introduce(records: SourceRecords, treated: TreatedValues, replacements: Replacements): void {
  const all = treated.inAll();
  introduceIds(all, replacements);
  const nobody = namesContext([]);
  for (const name of namesInOrder) {
    for (const { treatment, value } of all) {
      if (treatment === name && typeof value === "string") replacements.text(treatment, value, nobody);
    }
  }
  for (const collection of collections) {
    for (const record of records[collection]) {
      const values = treated.of(record, collection);
      const context = namesContext(values);
      for (const { treatment, value } of values) {
        if (addresses.has(treatment) && typeof value === "string") replacements.text(treatment, value, context);
      }
    }
  }
}

/** Field by field, since the ids of a field share a format; those of the records themselves come first. */
function introduceIds(all: readonly TreatedValue[], { ids }: Replacements): void {
  const identifying = all.filter(({ treatment }) => treatment === "id" || treatment === "code");
  const byField = [...Map.groupBy(identifying, ({ field }) => field)];
  const ownFirst = byField.toSorted(([{ place: one }], [{ place: other }]) => rank(one.keys) - rank(other.keys));
  for (const [, values] of ownFirst) ids.learn(values.map(({ value }) => String(value)));
}

function rank(keys: readonly string[]): number {
  return keys.length === 1 && keys[0] === "id" ? 0 : 1;
}
