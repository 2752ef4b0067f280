import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { Validator } from "@cfworker/json-schema";
import { anonymise, type Anonymised } from "../anonymise/anonymise.ts";
import { fitsIdentifier, identifierSchema } from "../../fixtures/dialect/identifier.ts";
import { responsesSchema, sentRecord, type IdNames } from "../../fixtures/dialect/responses.ts";
import type { Account, RecordData } from "../../fixtures/worlds/world.ts";
import { isUnset, type Found } from "../discovery/observation.ts";
import type { KeyFinding, Learned } from "./learn-from.ts";

/** A world of the records with personal data replaced, and the findings, adapted to it. */
export interface LearnedWorld extends Anonymised {
  readonly learned: Learned;
}

/**
 * Makes a world from a sample of a target.
 * @param seed reveals the original dates and amounts: it is random and never shown
 */
export function makeWorld(learned: Learned, seed: number): LearnedWorld {
  const { world, replaced } = anonymise({ records: learned.sample.records, seed });
  const [account] = world.accounts;
  const known = learned.findings.find(({ key }) => key === "responses.ids")?.finding;
  const { ids } = responsesSchema.parse(known === undefined || isUnset(known) ? {} : { ids: known.value });
  const findings = learned.findings.map((found) => (account === undefined ? found : fitted(found, account, ids)));
  return { world, replaced, learned: { ...learned, findings } };
}

/** Adapts a finding to the world's records. */
const fittings: Readonly<Record<string, (seen: Json, account: Account, ids: IdNames) => Json>> = {
  "subscriptionId.format": (seen, { subscriptions }) => fittingFormat(seen, subscriptions),
  "records.user": (seen, { users }, { user }) => fittingSchema(seen, users, user),
  "records.subscription": (seen, { subscriptions }, ids) => fittingSchema(seen, subscriptions, ids.subscription),
  "records.invoice": (seen, { invoices }, { invoice }) => fittingSchema(seen, invoices, invoice),
};

function fitted({ key, finding }: KeyFinding, account: Account, ids: IdNames): KeyFinding {
  const fitting = own(fittings, key);
  if (fitting === undefined || isUnset(finding)) return { key, finding };
  return { key, finding: withValue(finding, fitting(finding.value, account, ids)) };
}

function withValue(found: Found, value: Json): Found {
  if (value === found.value) return found;
  const note = [found.note, "wider than the records, so that the made-up ones fit"].filter(Boolean).join("; ");
  return { ...found, value, confidence: "likely", note };
}

/** If a personal prefix of ids was replaced, no format covers both. */
function fittingFormat(seen: Json, subscriptions: readonly RecordData[]): Json {
  const format = identifierSchema.parse(seen);
  return subscriptions.every(({ id }) => fitsIdentifier(format, String(id))) ? seen : { kind: "any" };
}

/** The schema, without formats and enumerations that made-up values break. */
function fittingSchema(seen: Json, held: readonly RecordData[], idName: string | null): Json {
  const records = held.map((record) => sentRecord(record, idName));
  if (fitsAll(seen, records)) return seen;
  const loose: Json = JSON.parse(JSON.stringify(seen, withoutDetails));
  return fitsAll(loose, records) ? loose : { type: "object" };
}

function fitsAll(schema: Json, records: readonly JsonObject[]): boolean {
  if (!isObject(schema)) return true;
  const validator = new Validator(schema, "2020-12");
  return records.every((record) => validator.validate(record).valid);
}

/** A property may be called `format`: then it is a schema, not a text. */
function withoutDetails(keyword: string, value: unknown): unknown {
  const isDetail = (keyword === "format" && typeof value === "string") || (keyword === "enum" && Array.isArray(value));
  return isDetail ? undefined : value;
}
