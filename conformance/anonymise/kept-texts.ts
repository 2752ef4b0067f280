import { isCodedValue } from "./coded-values.ts";
import type { FieldKind } from "./field-phrases.ts";
import { isFieldName } from "./field-kind.ts";
import { sharedPrefix } from "./ids.ts";
import { readMoment } from "./moment-text.ts";
import { isPublicText } from "./public-words.ts";
import { remembered } from "./remembered.ts";
import { collectSourceWords, type SourceWords } from "./source-words.ts";
import type { Field, Survey } from "./survey.ts";
import { isSentence } from "./treatment.ts";
import { formOf, isDataKey } from "./value-forms.ts";
import { unspacedCharacters } from "./writing/unspaced.ts";

/** Which texts of the source may stay, and the words of all others. */
export interface KeptTexts {
  /** Values of this field that stay as they are. */
  of(field: Field): ReadonlySet<string>;
  /** Does this name of a field stay? One that most records have does, unless it is data by its form. */
  keepsKey(key: string, isCommon: boolean): boolean;
  readonly source: SourceWords;
}

/** A text is a value of an enumeration only where so many records have it … */
const leastSupport = 3;
/** … of so many that have the field, … */
const leastRecords = 8;
/** … which between them have so few different ones. */
const mostValues = 12;

/**
 * Fields whose texts are never kept by how often they occur. A field without a kind, and an id, may prove to be an enumeration of codes.
 */
const mayRepeat: ReadonlySet<FieldKind | undefined> = new Set(["enumeration", "attribute", undefined]);
const mayBePublic: ReadonlySet<FieldKind | undefined> = new Set([
  "enumeration",
  "attribute",
  "id",
  "moment",
  "rate",
  "count",
  "amount",
  "currency",
  "country",
  "language",
  "timeZone",
  undefined,
]);

/**
 * Settles which texts stay. A text stays only if it is shown to say nothing of anybody *and* no word of a text that does not stay is in
 * it; so each text that is struck off may strike off others, until no more are.
 */
export function settleKeptTexts(survey: Survey): KeptTexts {
  const kept = new Map(survey.fields.map((field) => [field, provenTexts(field)]));
  let source = collectSourceWords(personalTexts(survey, kept));
  while (strikeOff(kept, source)) source = collectSourceWords(personalTexts(survey, kept));
  const none: ReadonlySet<string> = new Set();
  const isHarmlessKey = remembered((key) => isPublicText(key) || isFieldName(key) || source.isFree(key));
  return {
    of: (field) => kept.get(field) ?? none,
    keepsKey: (key, isCommon) => !isDataKey(key) && (isCommon || isHarmlessKey(key)),
    source,
  };
}

function provenTexts({ kind, recordsWithText, support }: Field): Set<string> {
  const isSmallSet = recordsWithText >= leastRecords && support.size <= Math.min(mostValues, recordsWithText / 4);
  const isProven = ([text, records]: readonly [string, number]): boolean =>
    formOf(text) === "blank" ||
    isCodedValue(kind, text) ||
    isCoarseDate(kind, text) ||
    (mayBePublic.has(kind) && (isPublicText(text) || formOf(text) === "boolean")) ||
    (mayRepeat.has(kind) && isSmallSet && records >= leastSupport && hasFormOfValue(text, kind));
  return new Set(
    support
      .entries()
      .filter(isProven)
      .map(([text]) => text),
  );
}

/** A month, or in a field of dates a year: very many have it. */
function isCoarseDate(kind: FieldKind | undefined, text: string): boolean {
  return kind === "moment"
    ? /^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2]))?$/.test(text)
    : kind === undefined && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);
}

/** Where the name of the field does not speak for an enumeration, its values have to: `past_due`, not `Kovács`. */
function hasFormOfValue(text: string, kind: FieldKind | undefined): boolean {
  if (/\p{Nd}{4}|@/u.test(text) || text.length > 40) return false;
  return kind === undefined ? /^[a-z][a-z\d]*(?:[_.:-][a-z\d]+)*$/.test(text) : text.split(/\s+/).length <= 3;
}

/** @returns whether any was struck off */
function strikeOff(kept: ReadonlyMap<Field, Set<string>>, source: SourceWords): boolean {
  let anyStruckOff = false;
  for (const [{ kind }, texts] of kept) {
    for (const text of texts) {
      // A code is too short to tell; the name of a time zone may be that of a town.
      const isCode = kind !== "timeZone" && isCodedValue(kind, text);
      const isSafe = isCode || formOf(text) === "blank" || isPublicText(text);
      if (isSafe || source.isFree(text)) continue;
      texts.delete(text);
      anyStruckOff = true;
    }
  }
  return anyStruckOff;
}

function* personalTexts(survey: Survey, kept: ReadonlyMap<Field, ReadonlySet<string>>): Generator<string> {
  yield* survey.dataKeys;
  for (const field of survey.fields) {
    const prefix = field.kind === "id" ? sharedPrefix([...field.support.keys()]) : "";
    for (const text of field.support.keys()) {
      if (kept.get(field)?.has(text) !== true) yield* personalParts(field.kind, text.slice(prefix.length));
    }
    if (isAssigned(field.kind)) yield* field.values.filter((value) => typeof value === "number").map(String);
  }
}

const wordInId = new RegExp(`(?<![\\p{L}\\p{N}])\\p{L}{4,}(?![\\p{L}\\p{N}])|[${unspacedCharacters}]{2,}`, "gu");

/** A moment and an amount tell nothing by their digits, and an id only by what reads as words in it: `anna-kiss-42`. */
function* personalParts(kind: FieldKind | undefined, text: string): Generator<string> {
  const form = formOf(text);
  if (
    form === "uuid" ||
    (form === "decimal" && !isAssigned(kind)) ||
    (kind !== "birthDate" && readMoment(text) !== undefined)
  )
    return;
  if (kind === "id" && form !== "email" && form !== "url" && !isSentence(text)) {
    yield* text.matchAll(wordInId).map(([word]) => word);
  } else {
    yield text;
  }
}

/** Numbers that are assigned to somebody, so that even as numbers they tell of them. */
function isAssigned(kind: FieldKind | undefined): boolean {
  return kind === "phone" || kind === "number" || kind === "postcode" || kind === "secret";
}
