import type { Json } from "../../fixtures/json.ts";
import { Validator } from "@cfworker/json-schema";
import { anonymise, type Anonymised } from "../anonymise/anonymise.ts";
import { fitsIdentifier, identifierSchema } from "../../fixtures/dialect/identifier.ts";
import type { Account, RecordData } from "../../fixtures/worlds/world.ts";
import { isUnset, type Finding, type Found } from "./finding.ts";
import { formatOfIds } from "./generalise/identifier.ts";
import type { KeyFinding, Learned } from "./learn-from.ts";

/** A world of the records that were seen, without their people, and what was learned, so that both agree. */
export interface LearnedWorld extends Anonymised {
  readonly learned: Learned;
}

/**
 * Makes a world of what was seen of a target.
 * @param seed whoever knows it can move dates and amounts back: it is drawn at random, and shown to nobody
 */
export function makeWorld(learned: Learned, seed: number): LearnedWorld {
  const { world, replaced } = anonymise({ records: learned.sample.records, seed });
  const [account] = world.accounts;
  const findings = learned.findings.map((found) => (account === undefined ? found : fitted(found, account)));
  return { world, replaced, learned: { ...learned, findings } };
}

function fitted({ key, finding }: KeyFinding, account: Account): KeyFinding {
  return { key, finding: isUnset(finding) ? finding : fittedFinding(key, finding, account) };
}

function fittedFinding(key: string, found: Found, { users, subscriptions, invoices }: Account): Finding {
  switch (key) {
    case "subscriptionId.format":
      return withValue(found, fittingFormat(found.value, subscriptions));
    case "records.user":
      return withValue(found, fittingSchema(found.value, users));
    case "records.subscription":
      return withValue(found, fittingSchema(found.value, subscriptions));
    case "records.invoice":
      return withValue(found, fittingSchema(found.value, invoices));
    default:
      return found;
  }
}

function withValue(found: Found, value: Json): Found {
  if (value === found.value) return found;
  const note = [found.note, "wider than seen, so that the made-up records fit, each with an `id`"]
    .filter(Boolean)
    .join("; ");
  return { ...found, value, confidence: "likely", note };
}

/** A prefix that names somebody was replaced in the ids. */
function fittingFormat(seen: Json, subscriptions: readonly RecordData[]): Json {
  const format = identifierSchema.parse(seen);
  const isFitting = subscriptions.every(({ id }) => fitsIdentifier(format, String(id)));
  return isFitting ? seen : { ...formatOfIds(subscriptions.map(({ id }) => id)) };
}

/** The schema, or without formats and enumerations where made-up values do not keep them. */
function fittingSchema(seen: Json, records: readonly RecordData[]): Json {
  const schema = withId(seen, records);
  if (fitsAll(schema, records)) return schema;
  const loose: Json = JSON.parse(JSON.stringify(schema, withoutDetails));
  return fitsAll(loose, records) ? loose : { type: "object" };
}

/** The mock knows a record by its `id`, so a world has one even where the target calls it otherwise: it may be there. */
function withId(schema: Json, records: readonly RecordData[]): Json {
  const { properties } = membersOf(schema);
  const [record] = records;
  if (properties === undefined || record === undefined || Object.hasOwn(membersOf(properties), "id")) return schema;
  const type = typeof record.id === "number" ? "integer" : "string";
  return { ...membersOf(schema), properties: { ...membersOf(properties), id: { type } } };
}

function membersOf(value: Json | undefined): { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function fitsAll(schema: Json, records: readonly RecordData[]): boolean {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return true;
  const validator = new Validator(schema, "2020-12");
  return records.every((record) => validator.validate(record).valid);
}

/** A property may be called `format`: then it is a schema, and no text. */
function withoutDetails(keyword: string, value: unknown): unknown {
  const isDetail = (keyword === "format" && typeof value === "string") || (keyword === "enum" && Array.isArray(value));
  return isDetail ? undefined : value;
}
