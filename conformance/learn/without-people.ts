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

/** Decides what of a target a dialect may contain: only what also stays in a world of its records. */
export interface Guard {
  /** Whether a dialect may contain this value of a record field. */
  readonly keepsText: (path: string, text: string) => boolean;
  /** Whether a dialect may contain this member name, of objects at this path. */
  readonly keepsName: (path: string, name: string) => boolean;
  /** Whether the text has no word of a person, a company or an address in the records. */
  readonly isFree: (text: string) => boolean;
  /** Whether some user has this value at this path. */
  readonly isOfUsers: (path: readonly string[], value: Json) => boolean;
  /** The text without field names that are data. */
  readonly mask: (text: string) => string;
}

/** An e-mail or IP address: it may identify someone who is in no record. */
const address = /[^\s@]@[^\s@]+\.[^\s@]|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/;

function holdsAddress(value: Json): boolean {
  return address.test(JSON.stringify(value));
}

/**
 * @param given the records as received
 * @param sent values in recorded requests: their personal words are not allowed either
 */
export function guardOf(given: SourceRecords, sent: SourceRecords["users"] = []): Guard {
  const { records, source, keepsKey, keptAt } = structureOf(given);
  const ofSent = sent.length === 0 ? undefined : structureOf({ users: sent, subscriptions: [], invoices: [] }).source;
  const isFreeText = (text: string): boolean => source.isFree(text) && ofSent?.isFree(text) !== false;
  const namesIn = (some: SourceRecords["users"]): readonly string[] => [
    ...new Set(some.flatMap((record) => Object.keys(record))),
  ];
  const hidden = collections
    .flatMap((name) => namesIn(records[name]).filter((key) => !keepsKey(name, key)))
    .concat(namesIn(sent).filter((key) => !/^[A-Za-z][\w[\].-]{0,40}$/.test(key) || !isFreeText(key)))
    .toSorted((left, right) => right.length - left.length);
  return {
    keepsName: keepsKey,
    keepsText: (path, text) => keptAt(path).includes(text),
    isFree: isFreeText,
    isOfUsers: (path, value) => records.users.some((user) => canonical(at(user, path)) === canonical(value)),
    mask: (text) => hidden.reduce((masked, key) => masked.replaceAll(key, "…"), text),
  };
}

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
  "responses.members": (value, guard) => freePart(value, guard, plainText) ?? {},
  "responses.headers": (value, guard) =>
    freePart(value, guard, (text) => (text.includes("@") ? undefined : text)) ?? {},
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

/**
 * A value without parts that contain a personal word.
 * @param keep filters texts further: they may name someone who is in no record
 */
function freePart(value: Json, guard: Guard, keep: (text: string) => string | undefined): Json | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => freePart(item, guard, keep) ?? []);
  if (isObject(value)) {
    return membersOf(value, (name, member) =>
      guard.isFree(name) || memberName.test(name) ? freePart(member, guard, keep) : undefined,
    );
  }
  if (!isFree(typeof value === "number" ? String(value) : value, guard)) return undefined;
  if (typeof value === "string") return keep(value);
  return typeof value === "number" && Math.abs(value) >= 10_000 ? 0 : value;
}

/** Only words of interfaces: no address, no long number, no name. */
function plainText(text: string): string {
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, "");
  return /^(?!(?:\D*\d){5})[^@]*$/.test(words) && !isName(words) ? text : "";
}

/**
 * Removes values that may not be enumerations, members whose names are data, and keywords that `learn` does not write.
 */
function keptSchema(schema: Json, place: string, guard: Guard): Json {
  if (!isObject(schema)) return schema;
  return Object.assign(
    {},
    ...Object.entries(schema).map(([keyword, value]): Record<string, Json> => {
      switch (keyword) {
        case "type":
        case "format":
        case "minLength":
        case "maxLength":
        case "writeOnly":
        case "pattern":
          return { [keyword]: value };
        case "enum": {
          const values = Array.isArray(value) ? value : [];
          const places = [place, memberOf(place.replace(/[.[].*$/, ""), place.replace(/^.*\./, ""))];
          const isKept = (text: string): boolean => places.some((one) => guard.keepsText(one, text));
          if (values.every((text) => typeof text !== "string" || isKept(text))) return { enum: values };
          return { type: values.includes(null) ? ["string", "null"] : "string" };
        }
        case "required":
          return { required: fieldsOf(place)(value, guard) ?? [] };
        case "properties":
          return {
            properties: membersOf(isObject(value) ? value : {}, (name, member) =>
              guard.keepsName(place, name) ? keptSchema(member, memberOf(place, name), guard) : undefined,
            ),
          };
        case "items":
          return { items: keptSchema(value, `${place}[]`, guard) };
        default:
          return {};
      }
    }),
  );
}

/** Replaces texts with a personal word by `{{message}}`; removes values and headers with one. */
function keptErrors(errors: Json, guard: Guard): Json {
  if (!isObject(errors)) return errors;
  return membersOf(errors, (name, member) => {
    if (name === "body") return keptInError(member, guard);
    if (name === "contentType") return isFree(member, guard) ? member : plainType(errors["body"]);
    if (!isObject(member)) return member;
    if (name === "kinds") return membersOf(member, (_, kind) => keptErrors(kind, guard));
    return membersOf(member, (_, value) => whole(value, guard));
  });
}

function plainType(body: Json | undefined): string {
  return typeof body === "string" ? "text/plain" : "application/json";
}

/** The member names of an error belong to the service. */
const memberName = /^[a-z][A-Za-z_]{0,24}$/;

function keptInError(value: Json, guard: Guard): Json {
  if (typeof value === "number") return guard.isFree(String(value)) ? value : 0;
  if (Array.isArray(value)) return value.map((item) => keptInError(item, guard));
  if (isObject(value))
    return membersOf(value, (name, member) =>
      guard.isFree(name) || memberName.test(name) ? keptInError(member, guard) : undefined,
    );
  if (typeof value !== "string" || whole(value, guard) !== undefined) return value;
  // Keeps tags and placeholders of markup, and removes personal text between them.
  const parts = value.split(/(<[^>]*>|\{\{\w+\}\})/);
  const free = parts.filter((part) => whole(part, guard) !== undefined);
  return /<[^>]*>/.test(value) && free.includes("{{message}}") ? free.join("") : "{{message}}";
}
