import { isObject, type Json, type SourceRecords } from "./json.ts";

/** A value that is no array and no object. */
export type Scalar = string | number | boolean | null;

/** Where a value stands, the same in all records. */
export interface Place {
  readonly collection: keyof SourceRecords;
  /** The names it is under, from the record on; `*` for one that is no name of a field. */
  readonly keys: readonly string[];
  /** As a person writes it: `users.phones[].number`. */
  readonly path: string;
}

/** The name that stands for any key of a map. */
export const anyKey = "*";

export function recordPlace(collection: keyof SourceRecords): Place {
  return { collection, keys: [], path: collection };
}

export function fieldIn({ collection, keys, path }: Place, key: string): Place {
  return { collection, keys: [...keys, key], path: `${path}.${key}` };
}

export function itemOf(place: Place): Place {
  return { ...place, path: `${place.path}[]` };
}

/** Calls back for each value that is no array and no object. */
export function eachScalar(
  value: Json,
  place: Place,
  nameOf: (key: string) => string,
  found: (value: Scalar, place: Place) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) eachScalar(item, itemOf(place), nameOf, found);
  } else if (isObject(value)) {
    for (const [key, field] of Object.entries(value)) {
      eachScalar(field, fieldIn(place, nameOf(key)), nameOf, found);
    }
  } else {
    found(value, place);
  }
}
