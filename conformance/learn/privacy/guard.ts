import { structureOf } from "../../anonymise/structure.ts";
import type { SourceRecords } from "../../anonymise/records.ts";
import { collections } from "../../../fixtures/worlds/world.ts";

/** Tells what of a target may be written into a dialect: what also stays in a world of its records, and nothing else. */
export interface Guard {
  /** May this value of a field of records be named? */
  keepsText(path: string, text: string): boolean;
  /** May this name of a member be named, that objects at this path have? */
  readonly keepsName: (path: string, name: string) => boolean;
  /** Holds the text no word of a person, a company or an address in the records? */
  isFree(text: string): boolean;
  /** The text without names of fields that are data. */
  mask(text: string): string;
}

/** @param given the records that were seen, as they were received */
export function guardOf(given: SourceRecords): Guard {
  const { records, source, keepsKey, keptAt } = structureOf(given);
  const hidden = collections
    .flatMap((name) =>
      [...new Set(records[name].flatMap((record) => Object.keys(record)))].filter((key) => !keepsKey(name, key)),
    )
    .toSorted((left, right) => right.length - left.length);
  return {
    keepsName: keepsKey,
    keepsText: (path, text) => keptAt(path).includes(text),
    isFree: (text) => source.isFree(text),
    mask: (text) => hidden.reduce((masked, key) => masked.replaceAll(key, "…"), text),
  };
}
