import { en, Faker } from "@faker-js/faker";
import { listNames, type ListName } from "../../fixtures/contract/operations.ts";
import {
  collectionOf,
  collections,
  kindOf,
  recordKinds,
  type CollectionName,
} from "../../fixtures/contract/record-kinds.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { alphabets, idFormat } from "../../fixtures/dialect/identifier.ts";
import { isObject, jsonText, type Json, type JsonObject } from "../../fixtures/values/json.ts";
import { mapNames, own } from "../../fixtures/values/own.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";

/** How many records of a kind a world has at most. */
const maxMadeUp = 200;
/** How many there are of a kind without a list. */
const unlisted = 6;

const reference = new RegExp(`^(${recordKinds.join("|")})(?:_?id)?$`, "i");

/** What is known of a target for a world, besides its dialect. No record of it. */
export interface WorldFacts {
  /** How many records each list has; absent if it could not be read. */
  readonly totals: Readonly<Partial<Record<ListName, number>>>;
  /** Of everything that is made up: the same seed makes the same world. */
  readonly seed: number;
}

/**
 * Makes up a world from the record schemas of a dialect: the same fields, formats, enumerations and sizes, and ids that
 * refer to each other. Nothing of the target's records is in it, except for enumerations.
 */
export function makeUpWorld(dialect: Dialect, { totals, seed }: WorldFacts): World {
  const faker = new Faker({ locale: en, seed });
  const { records, responses } = dialect;
  const listed = new Map<string, number>(listNames.map((list) => [list, Math.min(totals[list] ?? 20, maxMadeUp)]));
  const madeUp = mapNames(collections, (name) => {
    const kind = kindOf(name);
    const format = idFormat(kind, dialect) ?? { kind: "any" };
    return makeRecords(faker, records[kind], responses.ids[kind], format, listed.get(name) ?? unlisted);
  });
  const related = (list: readonly RecordData[]): RecordData[] =>
    list.map((record) => withReferences(faker, record, madeUp));
  return {
    name: "learned",
    description: "Made up from the record schemas of a learned dialect.",
    accounts: [
      {
        id: "acct_learned",
        name: faker.company.name(),
        tokens: [{ token: "learned-token-0001", expiresAt: undefined }],
        ...mapNames(collections, (name) => related(madeUp[name])),
      },
    ],
  };
}

/** Records with ids of their own; `idName` is the member that has the id in responses. */
function makeRecords(
  faker: Faker,
  schema: JsonObject,
  idName: string | null,
  format: Identifier,
  count: number,
): readonly RecordData[] {
  const idSchema = objectMembers(own(objectMembers(schema["properties"]), idName ?? ""));
  const ids = new Set<string | number>();
  for (let number = 1; ids.size < count; number += 1) ids.add(makeId(faker, format, idSchema, number));
  return [...ids].map((id) => {
    const fields = Object.entries(makeObject(faker, schema)).filter(([name]) => name !== "id" && name !== idName);
    return { id, ...Object.fromEntries(fields) };
  });
}

function makeId(
  faker: Faker,
  format: Identifier,
  { type, format: written }: JsonObject,
  number: number,
): string | number {
  if (format.kind === "prefixed")
    return format.prefix + faker.string.fromCharacters(alphabets[format.alphabet], format.length);
  if (format.kind === "uuid" || written === "uuid") return faker.string.uuid();
  if (type === "integer" || (format.kind === "integer" && type !== "string")) return number;
  return format.kind === "any" ? `made-up-${number}` : String(number);
}

/** The record with ids of other records where its fields refer to them. */
function withReferences(
  faker: Faker,
  record: RecordData,
  all: Readonly<Record<CollectionName, readonly RecordData[]>>,
): RecordData {
  const fields = Object.entries(record).map(([name, value]) => {
    const referred = reference.exec(name)?.[1]?.toLowerCase();
    const kind = recordKinds.find((one) => one === referred);
    const others = kind === undefined ? [] : all[collectionOf(kind)];
    const other = others.length === 0 ? undefined : faker.helpers.arrayElement(others);
    return [name, other !== undefined && typeof other.id === typeof value ? other.id : value] as const;
  });
  return { ...Object.fromEntries(fields), id: record.id };
}

function makeObject(faker: Faker, { properties, required }: JsonObject): Record<string, Json> {
  const names = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(objectMembers(properties))
      .filter(([name]) => names.includes(name) || faker.number.float() < 0.7)
      .map(([name, member]) => [name, makeValue(faker, name, objectMembers(member))]),
  );
}

function makeValue(faker: Faker, name: string, schema: JsonObject): Json {
  const { enum: choices, type, format = "", minimum, items } = schema;
  if (Array.isArray(choices) && choices.length > 0) return faker.helpers.arrayElement(choices);
  const kinds = [type].flat().filter((kind) => typeof kind === "string");
  const kind = kinds.find((one) => one !== "null") ?? (kinds.length > 0 ? "null" : "string");
  if (kind === "null" || (kinds.includes("null") && faker.number.float() < 0.2)) return null;
  if (kind === "integer") return faker.number.int({ min: Number(minimum ?? 1), max: 1000 });
  if (kind === "number") return faker.number.float({ min: 0, max: 1000, fractionDigits: 2 });
  if (kind === "boolean") return faker.datatype.boolean();
  if (kind === "array") return items === undefined ? [] : [makeValue(faker, name, objectMembers(items))];
  if (kind === "object") return makeObject(faker, schema);
  const field = `${name}:${jsonText(format)}`;
  const [, text] = texts.find(([pattern]) => pattern.test(field)) ?? [];
  return text?.(faker) ?? faker.lorem.words(2);
}

/** All made-up timestamps are in the year before, so that a seed makes the same world forever. */
const past = (faker: Faker): string => faker.date.past({ refDate: "2026-01-01T00:00:00Z" }).toISOString();

/** What a text is, by the name and the format of its field: `mail:email`. The first that fits counts. */
const texts: readonly (readonly [field: RegExp, text: (faker: Faker) => string])[] = [
  [/:date-time$/, past],
  [/:date$/, (faker) => past(faker).slice(0, 10)],
  [/:uuid$/, (faker) => faker.string.uuid()],
  [/:uri$|(?:url|link|website|avatar):/i, (faker) => `https://made-up.example/${faker.lorem.slug(2)}`],
  [/:email$|mail/i, (faker) => faker.internet.email({ provider: "made-up.example" }).toLowerCase()],
  [/first_?name|given/i, (faker) => faker.person.firstName()],
  [/last_?name|family|surname/i, (faker) => faker.person.lastName()],
  [/company|organi[sz]ation|account_?name/i, (faker) => faker.company.name()],
  [/name|author|owner/i, (faker) => faker.person.fullName()],
  [/currency/i, () => "EUR"],
  [/(?:_at|At|date|Date|time|since|until):$/, past],
  [/number|code|reference/i, (faker) => faker.string.alphanumeric({ length: 8, casing: "upper" })],
];

function objectMembers(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
