import type { DialectKey } from "../../fixtures/dialect/keys.ts";
import { placeholder } from "../../fixtures/dialect/error-templates.ts";
import { isObject, type Json } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { collections } from "../../fixtures/worlds/world.ts";
import { isName } from "../anonymise/fields.ts";
import { memberOf, type SourceRecords, structureOf } from "../anonymise/structure.ts";
import { same } from "../discovery/generalize/service-values.ts";
import { at } from "../discovery/leaves.ts";
import { isUnset, Unset, type Finding } from "../discovery/observation.ts";
import { canonical } from "../target/records.ts";

/** An e-mail or IP address: it may identify someone who is in no record. */
const address = /[^\s@]@[^\s@]+\.[^\s@]|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/;

function holdsAddress(value: Json): boolean {
  return address.test(JSON.stringify(value));
}

/**
 * Decides what of a target a dialect may contain: only what also stays in a world of its records.
 * @param given the records as received
 * @param sent values in recorded requests: their personal words are not allowed either
 */
export function guardOf(given: SourceRecords, sent: SourceRecords["users"] = []) {
  const { records, source, keepsKey, keptAt } = structureOf(given);
  const ofSent = structureOf({ users: sent, subscriptions: [], invoices: [] }).source;
  /** Whether a text has no word of a person, a company or an address in the records. */
  const isFreeText = (text: string): boolean => source.isFree(text) && ofSent.isFree(text);
  const namesIn = (some: SourceRecords["users"]): Set<string> => new Set(some.flatMap((record) => Object.keys(record)));
  const hidden = [
    ...collections.flatMap((name) => [...namesIn(records[name])].filter((key) => !keepsKey(name, key))),
    ...[...namesIn(sent)].filter((key) => !/^[A-Za-z][\w[\].-]{0,40}$/.test(key) || !isFreeText(key)),
  ].toSorted((left, right) => right.length - left.length);
  return {
    isFree: isFreeText,
    /** Whether a dialect may contain this member name, of objects at this path. */
    keepsName: keepsKey,
    /** Whether a dialect may contain this value of a record field. */
    keepsText: (path: string, text: string): boolean => keptAt(path).includes(text),
    /** Whether some user has this value at this path. */
    isOfUsers: (path: readonly string[], value: Json): boolean =>
      records.users.some((user) => canonical(at(user, path)) === canonical(value)),
    /** The text without field names that are data. */
    mask: (text: string): string => hidden.reduce((masked, key) => masked.replaceAll(key, "…"), text),
  };
}

type Guard = ReturnType<typeof guardOf>;

/** The allowed part of a value; `undefined` if there is none. */
type Keep = (value: Json, guard: Guard) => Json | undefined;

const fieldsOf =
  (collection: string): Keep =>
  (value, { keepsName }) =>
    Array.isArray(value) ? value.filter((name) => typeof name !== "string" || keepsName(collection, name)) : value;

const schemaOf =
  (collection: string): Keep =>
  (value, guard) =>
    keptSchema(value, collection, guard);

const valuesOfUser: Keep = (value, guard) =>
  isObject(value)
    ? membersOf(value, (name, member) => {
        if (!guard.keepsName("users", name)) return undefined;
        const shown = isFree(member, guard) ? member : asOthers(member, [name], guard);
        return isFree(shown, guard) ? shown : undefined;
      })
    : value;

/** A value with `{{same}}` for personal texts that other users have at the same path. */
function asOthers(value: Json, path: readonly string[], guard: Guard): Json {
  if (isObject(value)) return membersOf(value, (name, member) => asOthers(member, [...path, name], guard));
  return !isFree(value, guard) && guard.isOfUsers(path, value) ? same : value;
}

const whole: Keep = (value, guard) => (isFree(value, guard) && !holdsAddress(value) ? value : undefined);

/** The keys with free text of the target. All others are numbers, and words of orgkit. */
const worded: Readonly<Partial<Record<DialectKey, Keep>>> = {
  "records.user": schemaOf("users"),
  "records.subscription": schemaOf("subscriptions"),
  "records.invoice": schemaOf("invoices"),
  errors: keptErrors,
  "filtering.users": fieldsOf("users"),
  "filtering.invoices": fieldsOf("invoices"),
  "sorting.users": fieldsOf("users"),
  "sorting.invoices": fieldsOf("invoices"),
  "createUser.required": fieldsOf("users"),
  "createUser.unique": fieldsOf("users"),
  "createUser.body": schemaOf("users"),
  "createUser.defaults": valuesOfUser,
  "createUser.generated": valuesOfUser,
  "responses.contentType": whole,
  "responses.members": (value, guard) => freeParts(plainText)(value, guard),
  "responses.headers": (value, guard) => freeParts((text) => (text.includes("@") ? undefined : text))(value, guard),
  "createUser.id": whole,
  "createUser.location": whole,
  "subscriptionId.format": (value, guard) => whole(value, guard) ?? { kind: "any" },
  "auth.challenge": whole,
  "auth.login": whole,
  "requests.cors": whole,
  "requests.options": whole,
};

/**
 * A finding without personal data from the records: names, addresses, texts, and their substitutes. The key is unset if
 * nothing else would be left.
 */
export function withoutPeople(key: string, finding: Finding, guard: Guard): Finding {
  if (isUnset(finding)) return new Unset(guard.mask(finding.unset), finding.give);
  const keep = own<Keep>({ ...worded }, key);
  const value = keep === undefined ? finding.value : keep(finding.value, guard);
  if (value === undefined) return new Unset("it contains a word of the records, so it is left out");
  const isWhole = JSON.stringify(finding.value) === JSON.stringify(value);
  const notes = [
    ...(finding.note === undefined ? [] : [guard.mask(finding.note)]),
    ...(isWhole ? [] : ["without personal data"]),
  ];
  return { ...finding, value, ...(notes.length === 0 ? {} : { note: notes.join("; ") }) };
}

/** The allowed members, with the allowed part of each. */
function membersOf(
  members: Readonly<Record<string, Json>>,
  keep: (name: string, member: Json) => Json | undefined,
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      const value = keep(name, member);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Whether no text in a value contains a personal word. */
function isFree(value: Json, guard: Guard): boolean {
  if (typeof value === "string") return guard.isFree(value.replaceAll(placeholder, " "));
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => guard.isFree(name) && isFree(member, guard));
}

/** The parts of a value under names without a personal word, with what is left of each text and number. */
function pruned(value: Json, guard: Guard, keep: (leaf: string | number) => Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => pruned(item, guard, keep)).filter((item) => item !== undefined);
  if (isObject(value)) {
    return membersOf(value, (name, member) =>
      guard.isFree(name) || memberName.test(name) ? pruned(member, guard, keep) : undefined,
    );
  }
  return typeof value === "string" || typeof value === "number" ? keep(value) : value;
}

/** The member names of a response belong to the service. */
const memberName = /^[a-z][A-Za-z_]{0,24}$/;

/** @param keep filters texts further: they may name someone who is in no record */
const freeParts =
  (keep: (text: string) => string | undefined): Keep =>
  (value, guard) =>
    pruned(value, guard, (leaf) => {
      if (!isFree(String(leaf), guard)) return undefined;
      return typeof leaf === "string" ? keep(leaf) : Math.abs(leaf) >= 10_000 ? 0 : leaf;
    }) ?? {};

/** Only words of interfaces: no address, no long number, no name. */
function plainText(text: string): string {
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, "");
  return /^(?!(?:\D*\d){5})[^@]*$/.test(words) && !isName(words) ? text : "";
}

/** The keywords without words of the target. */
const plainKeywords: ReadonlySet<string> = new Set([
  "type",
  "format",
  "minLength",
  "maxLength",
  "writeOnly",
  "pattern",
]);

/**
 * Removes values that may not be enumerations, members whose names are data, and keywords that `learn` does not write.
 */
function keptSchema(schema: Json, place: string, guard: Guard): Json {
  if (!isObject(schema)) return schema;
  const places = [place, memberOf(place.replace(/[.[].*$/, ""), place.replace(/^.*\./, ""))];
  const isKept = (text: Json): boolean => typeof text !== "string" || places.some((one) => guard.keepsText(one, text));
  const kept = membersOf(schema, (keyword, value) => {
    if (plainKeywords.has(keyword)) return value;
    if (keyword === "enum") return Array.isArray(value) && value.every(isKept) ? value : undefined;
    if (keyword === "required") return fieldsOf(place)(value, guard);
    if (keyword === "items") return keptSchema(value, `${place}[]`, guard);
    if (keyword !== "properties" || !isObject(value)) return undefined;
    return membersOf(value, (name, member) =>
      guard.keepsName(place, name) ? keptSchema(member, memberOf(place, name), guard) : undefined,
    );
  });
  const { enum: choices } = schema;
  if (!Array.isArray(choices) || kept["enum"] !== undefined) return kept;
  return { ...kept, type: choices.includes(null) ? ["string", "null"] : "string" };
}

/** Replaces texts with a personal word by `{{message}}`; removes values and headers with one. */
function keptErrors(errors: Json, guard: Guard): Json {
  if (!isObject(errors)) return errors;
  return membersOf(errors, (name, member) => {
    if (name === "body") return pruned(member, guard, (leaf) => keptInError(leaf, guard));
    if (name === "contentType" && !isFree(member, guard))
      return typeof errors["body"] === "string" ? "text/plain" : "application/json";
    if (!isObject(member)) return member;
    return membersOf(member, (_, part) => (name === "kinds" ? keptErrors(part, guard) : whole(part, guard)));
  });
}

function keptInError(leaf: string | number, guard: Guard): Json {
  if (whole(String(leaf), guard) !== undefined) return leaf;
  if (typeof leaf === "number") return 0;
  // Keeps tags and placeholders of markup, and removes personal text between them.
  const parts = leaf.split(/(<[^>]*>|\{\{\w+\}\})/);
  const free = parts.filter((part) => whole(part, guard) !== undefined);
  return /<[^>]*>/.test(leaf) && free.includes("{{message}}") ? free.join("") : "{{message}}";
}
