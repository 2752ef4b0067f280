import type { FieldKind } from "./field-phrases.ts";
import { readEpoch, readMoment } from "./moment-text.ts";
import type { Scalar } from "./place.ts";
import type { Field } from "./survey.ts";
import { formOf } from "./value-forms.ts";

/** What is done with a value, named by what it is taken for. */
export type Treatment =
  | "kept"
  | "attribute"
  | "moment"
  | "birthDate"
  | "birthYear"
  | "amount"
  | "loneAmount"
  | "position"
  | "age"
  | "id"
  | "email"
  | "url"
  | "ip"
  | "phone"
  | "number"
  | "digits"
  | "secret"
  | "code"
  | "username"
  | "name"
  | "givenName"
  | "familyName"
  | "company"
  | "address"
  | "timeZone"
  | "label"
  | "text";

/**
 * What is to be done with a value of a field. What is not shown to be harmless is replaced.
 * @param kept texts of the field that stay
 */
export function treatmentOf({ kind }: Pick<Field, "kind">, value: Scalar, kept: ReadonlySet<string>): Treatment {
  if (value === null || typeof value === "boolean") return "kept";
  return typeof value === "number" ? treatmentOfNumber(kind, value) : treatmentOfText(kind, value, kept);
}

function treatmentOfText(kind: FieldKind | undefined, text: string, kept: ReadonlySet<string>): Treatment {
  if (kept.has(text)) return kind === "attribute" ? "attribute" : "kept";
  const form = formOf(text);
  if (kind === "id" && form !== "email" && form !== "url" && form !== "blank" && !isSentence(text)) return "id";
  switch (form) {
    case "blank":
      return "kept";
    case "email":
    case "url":
    case "ip":
      return kind === "secret" ? "secret" : form;
    case "uuid":
      return "id";
    case "assigned":
      return kind === "secret" ? "secret" : "number";
    default:
  }
  if (kind === "birthDate") return readMoment(text) === undefined ? "digits" : "birthDate";
  if (readMoment(text) !== undefined) return "moment";
  if (form === "phone" || (form === "code" && kind === undefined)) return form;
  return form === "decimal" ? treatmentOfDecimal(kind, text) : byKind(kind, form === "code");
}

/** Two words or more, where an id was to be expected. */
export function isSentence(text: string): boolean {
  return /\p{L}{3}.*\s.*\p{L}{3}/su.test(text);
}

function treatmentOfDecimal(kind: FieldKind | undefined, text: string): Treatment {
  if (kind === "amount" || kind === "position") return kind;
  return isQuantity(kind) && isSmall(Number(text)) ? "kept" : byKind(kind, true);
}

function treatmentOfNumber(kind: FieldKind | undefined, value: number): Treatment {
  if (kind === "birthDate") return Number.isInteger(value) && value > 1800 && value < 2100 ? "birthYear" : "loneAmount";
  if (kind === "amount" || kind === "position" || kind === "age") return kind;
  if (kind === "phone" || kind === "number" || kind === "postcode" || kind === "secret") return "digits";
  if ((kind === "moment" || kind === undefined) && readEpoch(value) !== undefined) return "moment";
  if (!isQuantity(kind)) return Number.isInteger(value) ? "id" : "loneAmount";
  if (isSmall(value) || (kind === "rate" && Math.abs(value) <= 100)) return "kept";
  // As many digits as a telephone has.
  return kind === undefined && Number.isInteger(value) && Math.abs(value) >= 1e6 ? "digits" : "loneAmount";
}

/** Fields whose numbers count or measure something, or may do so. */
function isQuantity(kind: FieldKind | undefined): boolean {
  return (
    kind === undefined ||
    kind === "count" ||
    kind === "rate" ||
    kind === "moment" ||
    kind === "enumeration" ||
    kind === "attribute"
  );
}

/** Numbers that very many have. */
function isSmall(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 1000;
}

function byKind(kind: FieldKind | undefined, isCode: boolean): Treatment {
  switch (kind) {
    case "email":
    case "username":
      return "username";
    case "ip":
    case "number":
      return "number";
    case "postcode":
    case "secret":
      return "secret";
    case "phone":
    case "givenName":
    case "familyName":
    case "name":
    case "company":
    case "address":
    case "text":
    case "timeZone":
    case "id":
      return kind;
    case "enumeration":
    case "attribute":
      return "label";
    default:
      return isCode ? "code" : "text";
  }
}
