import { Validator } from "@cfworker/json-schema";
import { dialectSchema, type Dialect, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import type { Identifier } from "../../fixtures/dialect/identifier.ts";
import { own } from "../../fixtures/own.ts";
import { canonical } from "../checks/record.ts";
import type { Json } from "../target/body.ts";

type Members = { [name: string]: Json };

const usual = dialectSchema.parse({}).createUser;

/**
 * A dialect whose `createUser` makes users that fit its `records.user`. What was not told of creation is the mock's
 * default, and that may set fields which the users of the target have not, or values they never have.
 */
export function withFittingCreation(dialect: DialectInput): DialectInput {
  const user = dialect.records?.user;
  const properties = membersOf(user?.["properties"]);
  const names = Object.keys(properties);
  if (user === undefined || names.length === 0) return dialect;
  const known = (given: readonly string[]): string[] => given.filter((name) => names.includes(name));
  const fitting = (given: Members): Members =>
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => name === "id" || fits(value, own(properties, name))),
    );
  const createUser: Partial<Dialect["createUser"]> = {
    required: known(usual.required),
    unique: known(usual.unique),
    defaults: fitting(usual.defaults),
    generated: fitting(usual.generated),
    id: idOf(properties["id"]),
  };
  const unlike = Object.entries(createUser).filter(([name, value]) => canonical(value) !== canonical(usualOf(name)));
  return {
    ...dialect,
    ...(unlike.length === 0 ? {} : { createUser: { ...Object.fromEntries(unlike), ...dialect.createUser } }),
    records: { ...dialect.records, user: withIssuableId(user, properties) },
  };
}

function usualOf(name: string): unknown {
  return Object.entries(usual).find(([key]) => key === name)?.[1];
}

function fits(value: Json, schema: Json | undefined): boolean {
  if (schema === undefined) return false;
  const example = value === "{{now}}" ? "2026-01-01T00:00:00Z" : value;
  return new Validator(membersOf(schema), "2020-12").validate(example).valid;
}

function idOf(schema: Json | undefined): Identifier {
  const { type, format } = membersOf(schema);
  if (type === "integer") return { kind: "integer" };
  return format === "uuid" ? { kind: "uuid" } : usual.id;
}

/** An id that is an e-mail address or the like is not issued by the mock, so the schema must not want one. */
function withIssuableId(user: Members, properties: Members): Members {
  const { format, ...id } = membersOf(properties["id"]);
  return format === undefined || format === "uuid" ? user : { ...user, properties: { ...properties, id } };
}

function membersOf(value: Json | undefined): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
