import { fieldKindOf } from "./field-kind.ts";
import type { FieldKind } from "./field-phrases.ts";
import type { JsonObject, SourceRecords } from "./json.ts";
import { anyKey, eachScalar, recordPlace, type Place, type Scalar } from "./place.ts";
import { isDataKey } from "./value-forms.ts";
import { collections } from "../../fixtures/worlds/world.ts";

/** What was seen of one field in all records. */
export interface Field {
  readonly place: Place;
  /** What it is taken for by its name. */
  readonly kind: FieldKind | undefined;
  readonly values: readonly Scalar[];
  /** In how many records there is a text at all. */
  readonly recordsWithText: number;
  /** In how many records each text stands. */
  readonly support: ReadonlyMap<string, number>;
}

export interface Survey {
  readonly fields: readonly Field[];
  /** @returns undefined for a place that no record had */
  at(place: Place): Field | undefined;
  /** Keys that are data, and so stand for a person it may be. */
  readonly dataKeys: readonly string[];
}

interface Growing {
  readonly place: Place;
  readonly values: Scalar[];
  readonly records: Set<JsonObject>;
  readonly holders: Map<string, Set<JsonObject>>;
}

/** Goes through all records once, and notes what each field holds. */
export function surveyOf(records: SourceRecords): Survey {
  const growing = new Map<string, Growing>();
  const dataKeys = new Set<string>();
  const nameOf = (key: string): string => {
    if (isDataKey(key)) dataKeys.add(key);
    return surveyName(key);
  };
  for (const collection of collections) {
    for (const record of records[collection]) {
      eachScalar(record, recordPlace(collection), nameOf, (value, place) => {
        note(growing, place, value, record);
      });
    }
  }
  const fields = new Map(growing.entries().map(([path, found]) => [path, fieldOf(found)]));
  return {
    fields: [...fields.values()],
    at: ({ path }) => fields.get(path),
    dataKeys: [...dataKeys],
  };
}

/** The name under which a field is surveyed: `*` for a key that is data. */
export function surveyName(key: string): string {
  return isDataKey(key) ? anyKey : key;
}

function note(growing: Map<string, Growing>, place: Place, value: Scalar, record: JsonObject): void {
  const fresh = { place, values: [], records: new Set<JsonObject>(), holders: new Map<string, Set<JsonObject>>() };
  const field = growing.get(place.path) ?? fresh;
  growing.set(place.path, field);
  field.values.push(value);
  if (typeof value !== "string") return;
  field.records.add(record);
  const holders = field.holders.get(value) ?? new Set();
  field.holders.set(value, holders.add(record));
}

function fieldOf({ place, values, records, holders }: Growing): Field {
  return {
    place,
    kind: kindAt(place),
    values,
    recordsWithText: records.size,
    support: new Map(holders.entries().map(([text, { size }]) => [text, size])),
  };
}

/** The `name` of a subscription or an invoice is that of a thing, as far as can be told. */
function kindAt({ collection, keys }: Place): FieldKind | undefined {
  const kind = fieldKindOf(keys);
  return kind === "name" && keys.length === 1 && collection !== "users" && /^(?:name|title|label)$/i.test(keys[0] ?? "")
    ? "text"
    : kind;
}
