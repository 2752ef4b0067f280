import type { JsonObject, SourceRecords } from "./json.ts";
import type { KeptTexts } from "./kept-texts.ts";
import { eachScalar, recordPlace, type Place, type Scalar } from "./place.ts";
import { surveyName, type Field, type Survey } from "./survey.ts";
import { treatmentOf, type Treatment } from "./treatment.ts";

/** A value of a record, and what is done with it. */
export interface TreatedValue {
  readonly value: Scalar;
  readonly field: Field;
  readonly treatment: Treatment;
}

/** Tells what is done with each value of the source. */
export interface TreatedValues {
  /** @returns undefined for a place that no record had */
  at(value: Scalar, place: Place): TreatedValue | undefined;
  of(record: JsonObject, collection: keyof SourceRecords): readonly TreatedValue[];
  inAll(): readonly TreatedValue[];
}

export function createTreatedValues(survey: Survey, kept: KeptTexts): TreatedValues {
  const treated = (value: Scalar, field: Field): TreatedValue => ({
    value,
    field,
    treatment: treatmentOf(field, value, kept.of(field)),
  });
  const at = (value: Scalar, place: Place): TreatedValue | undefined => {
    const field = survey.at(place);
    return field === undefined ? undefined : treated(value, field);
  };
  return {
    at,
    of(record, collection) {
      const values: TreatedValue[] = [];
      eachScalar(record, recordPlace(collection), surveyName, (value, place) => {
        const found = at(value, place);
        if (found !== undefined) values.push(found);
      });
      return values;
    },
    inAll: () => survey.fields.flatMap((field) => field.values.map((value) => treated(value, field))),
  };
}
