import type { SourceRecords } from "../../anonymise/json.ts";
import { settleKeptTexts } from "../../anonymise/kept-texts.ts";
import { fieldIn, recordPlace, type Place } from "../../anonymise/place.ts";
import { withIds } from "../../anonymise/record-ids.ts";
import { commonKeys } from "../../anonymise/rewriting.ts";
import { surveyName, surveyOf } from "../../anonymise/survey.ts";
import { collections } from "../../../fixtures/worlds/world.ts";

/** Tells what of a target may be written into a dialect: what also stays in a world of its records, and nothing else. */
export interface Guard {
  /** May this value of a field of records be named? */
  keepsText(place: Place, text: string): boolean;
  /** May this name of a member be named, that objects at this place have? */
  keepsName(place: Place, name: string): boolean;
  /** Holds the text no word of a person, a company or an address in the records? */
  isFree(text: string): boolean;
  /** The text without names of fields that are data. */
  mask(text: string): string;
}

/** @param records those that were seen, as they were received */
export function guardOf(records: SourceRecords): Guard {
  const identified = withIds(records);
  const survey = surveyOf(identified);
  const kept = settleKeptTexts(survey);
  const common = new Map(collections.map((name) => [name, commonKeys(identified[name])]));
  const keepsName = ({ collection, keys }: Place, name: string): boolean =>
    kept.keepsKey(name, keys.length === 0 && common.get(collection)?.has(name) === true);
  const hidden = collections
    .flatMap((name) =>
      [...new Set(identified[name].flatMap((record) => Object.keys(record)))].filter(
        (key) => !keepsName(recordPlace(name), key),
      ),
    )
    .toSorted((left, right) => right.length - left.length);
  return {
    keepsName,
    keepsText: (place, text) => {
      const field = survey.at(place);
      return field !== undefined && kept.of(field).has(text);
    },
    isFree: (text) => kept.source.isFree(text),
    mask: (text) => hidden.reduce((masked, key) => masked.replaceAll(key, "…"), text),
  };
}

/** The place of a member, under the name by which it was surveyed. */
export function memberOf(place: Place, name: string): Place {
  return fieldIn(place, surveyName(name));
}
