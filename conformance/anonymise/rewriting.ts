import { pick } from "../../fixtures/worlds/random.ts";
import { isObject, type Json, type JsonObject, type SourceRecords } from "./json.ts";
import type { KeptTexts } from "./kept-texts.ts";
import { anyKey, fieldIn, itemOf, recordPlace, type Place, type Scalar } from "./place.ts";
import { namesContext, recordContext, type RecordContext } from "./record-context.ts";
import type { ReplacementLog } from "./replacement-log.ts";
import type { Replacements } from "./replacements.ts";
import { surveyName } from "./survey.ts";
import type { TreatedValues } from "./treated-values.ts";
import { treatmentOf } from "./treatment.ts";

export interface Rewriting {
  readonly treated: TreatedValues;
  readonly kept: KeptTexts;
  readonly replacements: Replacements;
  readonly log: ReplacementLog;
}

/** The records of a collection, written anew. */
export function rewritten(
  records: readonly JsonObject[],
  collection: keyof SourceRecords,
  { treated, kept, replacements, log }: Rewriting,
): readonly JsonObject[] {
  const { random } = replacements;
  const common = commonKeys(records);
  const none: ReadonlySet<string> = new Set();
  const nobody = namesContext([]);

  /** @param shown the path as it may be shown: without keys of the source that are replaced */
  const scalar = (value: Scalar, place: Place, shown: string, context: RecordContext): Scalar => {
    const found = treated.at(value, place);
    if (found === undefined || value === null || typeof value === "boolean") return value;
    const { treatment, field } = found;
    log.add(shown, treatment);
    if (typeof value === "number") return replacements.number(treatment, value, context);
    if (treatment !== "attribute") return replacements.text(treatment, value, context);
    const drawn = field.values.filter((other) => typeof other === "string" && kept.of(field).has(other));
    return pick(random, drawn);
  };

  const keyFor = (key: string): string => replacements.text(treatmentOf({ kind: undefined }, key, none), key, nobody);

  const object = (given: JsonObject, place: Place, shown: string, context: RecordContext): JsonObject => {
    const written = new Map<string, Json>();
    for (const [key, value] of Object.entries(given)) {
      if (key === "__proto__") continue;
      const isKept = kept.keepsKey(key, place.keys.length === 0 && common.has(key));
      const name = isKept ? key : distinctFrom(written, keyFor(key));
      const at = fieldIn(place, surveyName(key));
      written.set(name, any(value, at, `${shown}.${isKept ? key : anyKey}`, context));
    }
    return Object.fromEntries(written);
  };

  const any = (value: Json, place: Place, shown: string, context: RecordContext): Json => {
    if (Array.isArray(value)) return value.map((item) => any(item, itemOf(place), `${shown}[]`, context));
    return isObject(value) ? object(value, place, shown, context) : scalar(value, place, shown, context);
  };

  return records.map((record) => {
    const context = recordContext(random, treated.of(record, collection), kept.source);
    return object(record, recordPlace(collection), collection, context);
  });
}

/** The names that at least half of the records have: those of the resource's own fields. */
export function commonKeys(records: readonly JsonObject[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const key of records.flatMap((record) => Object.keys(record))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count * 2 >= records.length).map(([key]) => key));
}

function distinctFrom(written: ReadonlyMap<string, Json>, name: string): string {
  let distinct = name;
  for (let number = 2; written.has(distinct); number += 1) distinct = `${name}${number}`;
  return distinct;
}
