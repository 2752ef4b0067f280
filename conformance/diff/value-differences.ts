import { isObject, type Json } from "../../fixtures/json.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { alphabets, identifierSchema, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { canonical } from "../target/records.ts";
import { alphabetNames } from "../discovery/generalize/identifier.ts";
import { phraseOf } from "../discovery/words.ts";
import { schemaDifferences } from "./schema-differences.ts";
import type { KnownValue } from "./side.ts";

/** One thing that is said in two ways. */
export interface ValueDifference {
  readonly words: string;
  readonly a: string;
  readonly b: string;
}

/** In what two values of a key differ; nothing, where what was seen may be what is declared. */
export function valueDifferences(key: string, a: KnownValue, b: KnownValue): readonly ValueDifference[] {
  const { subject, say } = phraseOf(key);
  if (key.startsWith("records.") || (key === "observed.elements" && areObjects(a, b))) {
    const resource = key.startsWith("records.") ? key.slice("records.".length) : "data[]";
    return schemaDifferences(a, b).map((difference) => ({
      words: `${resource}.${difference.field} is ${difference.a} in A, ${difference.b} in B`,
      a: difference.a,
      b: difference.b,
    }));
  }
  if (isSame(key, a, b)) return [];
  const [saidA, saidB] = [say(a.value), say(b.value)];
  return [{ words: `${subject} ${saidA} in A, ${saidB} in B`, a: saidA, b: saidB }];
}

function areObjects(...values: readonly KnownValue[]): boolean {
  return values.every(({ value }) => isObject(value) && value["properties"] !== undefined);
}

/** Names of fields, which have no order. */
const setsOfFields = /^((filtering|sorting)\.(users|invoices)|createUser\.(required|unique))$/;

function isSame(key: string, a: KnownValue, b: KnownValue): boolean {
  if (key === "subscriptionId.format" || key === "createUser.id") return isSameFormat(a, b);
  return canonical(comparable(key, a.value)) === canonical(comparable(key, b.value));
}

/** What of a value makes a difference. */
function comparable(key: string, value: Json): Json {
  if (setsOfFields.test(key)) return Array.isArray(value) ? value.map(String).toSorted() : value;
  // Which states records are in is theirs, and changes.
  if (key === "observed.states") return Object.keys(isObject(value) ? value : {});
  return key === "errors" ? failureIn(value) : value;
}

/** Few ids show a narrower format than they have. */
function isSameFormat(a: KnownValue, b: KnownValue): boolean {
  const [one, other] = [identifierSchema.parse(a.value), identifierSchema.parse(b.value)];
  const mayBeWider = (known: KnownValue): boolean => known.knowledge !== "declared";
  return (
    canonical(one) === canonical(other) ||
    (mayBeWider(a) && isWithin(one, other)) ||
    (mayBeWider(b) && isWithin(other, one))
  );
}

function isWithin(narrow: Identifier, wide: Identifier): boolean {
  if (wide.kind === "any") return true;
  if (narrow.kind !== "prefixed" || wide.kind !== "prefixed") return narrow.kind === wide.kind;
  const isLength = narrow.prefix.length + narrow.length === wide.prefix.length + wide.length;
  const characters: string = alphabets[wide.alphabet];
  const more = narrow.prefix.slice(wide.prefix.length);
  return (
    isLength &&
    narrow.prefix.startsWith(wide.prefix) &&
    Array.from(more).every((character) => characters.includes(character)) &&
    alphabetNames.indexOf(narrow.alphabet) <= alphabetNames.indexOf(wide.alphabet)
  );
}

/** The template of a failure, without what only some failures have: a side that met none of these cannot tell. */
function failureIn(value: Json): Json {
  const { contentType, body } = errorTemplate(errorsSchema.parse(value));
  const text = JSON.stringify(body, (_, member: unknown) =>
    member === "{{errors}}" || member === "{{varies}}" ? undefined : member,
  );
  return { contentType, body: JSON.parse(text) };
}
