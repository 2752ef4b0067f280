import type { Json, JsonObject } from "../../fixtures/json.ts";
import { Validator } from "@cfworker/json-schema";
import { canonical } from "../../conformance/target/records.ts";
import { expectedOf } from "./expected.fixture.ts";
import { corsSchema } from "../../fixtures/dialect/requests.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { recordSchemaSchema } from "../../fixtures/dialect/record-schema.ts";
import type { Trial } from "./trial.fixture.ts";
import { sentRecord } from "../../fixtures/dialect/response-templates.ts";

export type Outcome = "recovered" | "unset" | "wrong" | "hidden";

/** The result for one key after the round trip. */
export interface Recovery {
  readonly key: string;
  readonly outcome: Outcome;
  /** What differs, or why nothing shows it. */
  readonly detail: string;
}

const recordKeys = {
  "records.user": ["users", "user"],
  "records.subscription": ["subscriptions", "subscription"],
  "records.invoice": ["invoices", "invoice"],
} as const;

/** Compares the learned dialect with the original, key by key. */
export function recoveryOf(trial: Trial, allowWrites: boolean): readonly Recovery[] {
  const { spoken, composed, records } = trial;
  const subscriptionIds = records.subscriptions.map(({ id }) => id);
  const expected = expectedOf(spoken, { allowWrites, subscriptionIds });
  const recovered = [...expected].map(([key, wanted]): Recovery => {
    const found = composed.found.get(key);
    const reason = composed.missing.get(key)?.message ?? "it does not arise";
    if ("hidden" in wanted) {
      // A value that nothing shows may be likely, but not certain.
      return found !== undefined && found.doubt === undefined
        ? { key, outcome: "wrong", detail: `${JSON.stringify(found.value)}, though ${wanted.hidden}` }
        : { key, outcome: "hidden", detail: wanted.hidden };
    }
    if (key === "createUser.body" && found !== undefined) return bodyRecovery(key, found.value, spoken);
    if (found === undefined) return { key, outcome: "unset", detail: `${JSON.stringify(wanted.value)}: ${reason}` };
    // One format can be written in several ways: its meaning counts.
    if (key === "errors") {
      const [detail] = trial.otherFailures;
      return detail === undefined ? { key, outcome: "recovered", detail: "" } : { key, outcome: "wrong", detail };
    }
    if (canonical(comparable(key, found.value)) === canonical(wanted.value))
      return { key, outcome: "recovered", detail: "" };
    return { key, outcome: "wrong", detail: `${JSON.stringify(found.value)} for ${JSON.stringify(wanted.value)}` };
  });
  const surplus = [...composed.found.keys()].filter((key) => !expected.has(key) && !Object.hasOwn(recordKeys, key));
  return [
    ...recovered,
    ...surplus.map((key): Recovery => ({ key, outcome: "wrong", detail: "found, though it does not arise" })),
    ...Object.entries(recordKeys).map(([key, [list, kind]]) => {
      const idName = spoken.responses.ids[kind];
      const sent = records[list].map((record) => sentRecord(record, idName));
      return schemaRecovery(key, trial, sent);
    }),
  ];
}

/** Lists of fields have no order; absent keys have their default. */
function comparable(key: string, value: Json): Json {
  if (key === "requests.cors" && value !== null) return { ...corsSchema.parse(value) };
  return /^(filtering|sorting)\.(users|invoices)$|createUser\.(required|unique)/.test(key) && Array.isArray(value)
    ? value.map(String).toSorted()
    : value;
}

/**
 * A schema is recovered if it accepts every record of the world, and rejects each record with a missing field or a
 * wrong type; but a user created with a minimal body may lack optional fields.
 */
function schemaRecovery(key: string, { composed, spoken, learned }: Trial, records: readonly JsonObject[]): Recovery {
  const found = composed.found.get(key)?.value;
  if (found === undefined) return { key, outcome: "unset", detail: composed.missing.get(key)?.message ?? "" };
  if (typeof found !== "object" || found === null || Array.isArray(found))
    return { key, outcome: "wrong", detail: "no schema" };
  const validator = new Validator(found, "2020-12");
  const rejected = records.find((record) => !validator.validate(record).valid);
  if (rejected !== undefined) return { key, outcome: "wrong", detail: `rejects ${JSON.stringify(rejected)}` };
  const { required, defaults, generated } = spoken.createUser;
  const given = new Set([spoken.responses.ids.user, ...required, ...Object.keys({ ...defaults, ...generated })]);
  const isOptional = (name: string): boolean =>
    key === "records.user" && learned.created.length > 0 && !given.has(name);
  const accepted = records
    .slice(0, 1)
    .flatMap((record) => spoilt(record, isOptional))
    .find((record) => validator.validate(record).valid);
  if (accepted !== undefined) return { key, outcome: "wrong", detail: `accepts ${JSON.stringify(accepted)}` };
  return { key, outcome: "recovered", detail: "" };
}

/**
 * Rules of a body are recovered if everything they reject is rejected: accepted bodies create users, so not all can be
 * tried.
 */
function bodyRecovery(key: string, found: Json, { createUser, records }: Dialect): Recovery {
  const { required: _, ...fields } = records.user;
  const own = new Validator(createUser.body ?? fields, "2020-12");
  const learned = new Validator(recordSchemaSchema.parse(found), "2020-12");
  const bodies = Object.keys(Object(fields["properties"]))
    .filter((name) => !Object.hasOwn(createUser.generated, name))
    .flatMap((name) => [7, "", "x", null, true, []].map((value) => ({ [name]: value })));
  const wrong = bodies.find((body) => own.validate(body).valid && !learned.validate(body).valid);
  if (wrong === undefined) return { key, outcome: "recovered", detail: "" };
  return { key, outcome: "wrong", detail: `${JSON.stringify(found)} rejects ${JSON.stringify(wrong)}` };
}

/** A record without one of its required fields, or with a value of another type in one. */
function spoilt(record: JsonObject, isOptional: (name: string) => boolean): readonly object[] {
  return Object.keys(record).flatMap((name) => {
    const { [name]: _, ...others } = record;
    return [...(isOptional(name) ? [] : [others]), { ...record, [name]: [["spoilt"]] }];
  });
}
