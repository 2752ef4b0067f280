import { en, Faker } from "@faker-js/faker";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { alphabets, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { RecordData, World } from "../../fixtures/worlds/world.ts";

/** How many records of a kind a world has at most. */
const maxMadeUp = 200;

/** What is known of a target for a world, besides its dialect. No record of it. */
export interface WorldFacts {
  /** How many records each list has; absent if it could not be read. */
  readonly totals: { readonly users?: number; readonly invoices?: number };
  /** Of everything that is made up: the same seed makes the same world. */
  readonly seed: number;
}

/**
 * Makes up a world from the record schemas of a dialect: the same fields, formats, enumerations and sizes, and ids that
 * refer to each other. Nothing of the target's records is in it, except for enumerations.
 */
export function makeUpWorld(dialect: Dialect, { totals, seed }: WorldFacts): World {
  const inventor = new Inventor(seed);
  const { user, subscription, invoice } = dialect.records;
  const { ids } = dialect.responses;
  const users = inventor.records(user, ids.user, dialect.createUser.id, sizeFor(totals.users));
  const subscriptions = inventor.records(subscription, ids.subscription, dialect.subscriptionId.format, 6);
  const invoices = inventor.records(invoice, ids.invoice, invoiceId, sizeFor(totals.invoices));
  const records = { users, subscriptions, invoices };
  const account = { id: "acct_learned", name: inventor.company(), tokens: [{ token, expiresAt: undefined }] };
  return {
    name: "learned",
    description: "Made up from the record schemas of a learned dialect.",
    accounts: [
      {
        ...account,
        users: users.map((record) => inventor.related(record, records)),
        subscriptions: subscriptions.map((record) => inventor.related(record, records)),
        invoices: invoices.map((record) => inventor.related(record, records)),
      },
    ],
  };
}

/** The token of a made-up account. */
const token = "learned-token-0001";

/** A dialect has no format for the ids of invoices. */
const invoiceId: Identifier = { kind: "prefixed", prefix: "inv_", alphabet: "base36", length: 10 };

function sizeFor(total = 20): number {
  return Math.min(total, maxMadeUp);
}

/** What a text is, by the name of its field. The first that fits counts. */
const textsByName: readonly (readonly [name: RegExp, text: (faker: Faker) => string])[] = [
  [/e-?mail/i, (faker) => faker.internet.email({ provider: "made-up.example" }).toLowerCase()],
  [/first_?name|given/i, (faker) => faker.person.firstName()],
  [/last_?name|family|surname/i, (faker) => faker.person.lastName()],
  [/user_?name|login|handle|nick/i, (faker) => faker.internet.username().toLowerCase()],
  [/company|organi[sz]ation|account_?name/i, (faker) => faker.company.name()],
  [/name|author|owner/i, (faker) => faker.person.fullName()],
  [/phone|mobile|fax/i, (faker) => faker.phone.number({ style: "international" })],
  [/street|address/i, (faker) => faker.location.streetAddress()],
  [/city|town/i, (faker) => faker.location.city()],
  [/zip|postal/i, (faker) => faker.location.zipCode()],
  [/country/i, (faker) => faker.location.countryCode()],
  [/currency/i, () => "EUR"],
  [/url|link|website|avatar/i, (faker) => `https://made-up.example/${faker.lorem.slug(2)}`],
  [/number|code|reference/i, (faker) => faker.string.alphanumeric({ length: 8, casing: "upper" })],
  [/(?:_at|At|date|Date|time|since|until)$/, (faker) => faker.date.past({ refDate: startOfTime }).toISOString()],
];

/** All made-up timestamps are in the year before, so that a seed makes the same world forever. */
const startOfTime = "2026-01-01T00:00:00Z";

const textsByFormat: Readonly<Record<string, (faker: Faker) => string>> = {
  email: (faker) => faker.internet.email({ provider: "made-up.example" }).toLowerCase(),
  uuid: (faker) => faker.string.uuid(),
  uri: (faker) => `https://made-up.example/${faker.lorem.slug(2)}`,
  date: (faker) => faker.date.past({ refDate: startOfTime }).toISOString().slice(0, 10),
  time: (faker) => faker.date.past({ refDate: startOfTime }).toISOString().slice(11),
  "date-time": (faker) => faker.date.past({ refDate: startOfTime }).toISOString(),
  ipv4: () => "192.0.2.1",
  hostname: () => "made-up.example",
};

class Inventor {
  readonly #faker: Faker;

  constructor(seed: number) {
    this.#faker = new Faker({ locale: en, seed });
  }

  company(): string {
    return this.#faker.company.name();
  }

  /** Records with ids of their own; `idName` is the member that has the id in responses. */
  records(schema: JsonObject, idName: string | null, format: Identifier, count: number): readonly RecordData[] {
    const taken = new Set<string>();
    return Array.from({ length: count }, (_, index) => {
      const made = this.#object(schema);
      const fields = Object.entries(made).filter(([name]) => name !== "id" && name !== idName);
      const shape = idName === null ? undefined : own(membersOf(schema["properties"]), idName);
      let id = this.#id(format, shape, index + 1);
      while (taken.has(String(id))) id = this.#id(format, shape, index + 1);
      taken.add(String(id));
      return { id, ...Object.fromEntries(fields) };
    });
  }

  /** The record with ids of other records where its fields refer to them. */
  related(record: RecordData, records: Readonly<Record<string, readonly RecordData[]>>): RecordData {
    const fields = Object.entries(record).map(([name, value]) => {
      const kind = /^(user|subscription|invoice)(?:_?id)?$/i.exec(name)?.[1]?.toLowerCase();
      const others = kind === undefined ? [] : (records[`${kind}s`] ?? []);
      const other = others.length === 0 ? undefined : this.#faker.helpers.arrayElement(others);
      return [name, other !== undefined && typeof other.id === typeof value ? other.id : value] as const;
    });
    return { ...Object.fromEntries(fields), id: record.id };
  }

  #id(format: Identifier, schema: Json | undefined, number: number): string | number {
    const { type } = membersOf(schema);
    switch (format.kind) {
      case "integer":
        return type === "string" ? String(number) : number;
      case "digits":
        return String(number);
      case "uuid":
        return this.#faker.string.uuid();
      case "prefixed":
        return format.prefix + this.#faker.string.fromCharacters(alphabets[format.alphabet], format.length);
      case "any":
        return type === "integer" ? number : `made-up-${number}`;
    }
  }

  #value(name: string, given: Json): Json {
    const schema = membersOf(given);
    const { enum: choices, const: only, type, minimum, maximum, items, anyOf } = schema;
    if (only !== undefined) return only;
    if (Array.isArray(choices) && choices.length > 0) return this.#faker.helpers.arrayElement(choices);
    if (Array.isArray(anyOf) && anyOf.length > 0) return this.#value(name, anyOf[0] ?? {});
    const kinds = [type].flat().filter((kind) => typeof kind === "string");
    const present = kinds.filter((kind) => kind !== "null");
    const isNull = present.length < kinds.length && this.#faker.number.float() < 0.2;
    if (isNull || (kinds.length > 0 && present.length === 0)) return null;
    switch (present[0]) {
      case "integer":
        return this.#faker.number.int({ min: numberOr(minimum, 1), max: numberOr(maximum, 1000) });
      case "number":
        return this.#faker.number.float({
          min: numberOr(minimum, 0),
          max: numberOr(maximum, 1000),
          fractionDigits: 2,
        });
      case "boolean":
        return this.#faker.datatype.boolean();
      case "array":
        return items === undefined ? [] : [this.#value(name, items)];
      case "object":
        return this.#object(schema);
      default:
        return this.#text(name, schema);
    }
  }

  #object(schema: JsonObject): Record<string, Json> {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    return Object.fromEntries(
      Object.entries(membersOf(schema["properties"])).flatMap(([name, member]) => {
        const isThere = required.includes(name) || this.#faker.number.float() < 0.7;
        return isThere ? [[name, this.#value(name, member)]] : [];
      }),
    );
  }

  #text(name: string, { format, minLength, maxLength }: JsonObject): string {
    const byFormat = typeof format === "string" ? own(textsByFormat, format) : undefined;
    const byName = textsByName.find(([pattern]) => pattern.test(name))?.[1];
    const text = (byFormat ?? byName ?? ((faker: Faker) => faker.lorem.words(2)))(this.#faker);
    return text.padEnd(numberOr(minLength, 0), "x").slice(0, numberOr(maxLength, 200));
  }
}

function membersOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function numberOr(value: Json | undefined, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}
