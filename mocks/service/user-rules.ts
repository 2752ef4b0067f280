import { errorInWords, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { isObject, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import { placeholder } from "../../fixtures/dialect/error-templates.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { FieldError } from "./failure.ts";

/** A wrong field, and the key of the dialect that it violates. */
export interface BodyFault extends FieldError {
  readonly rule: string;
}

/** Validates the body of a creation by the dialect: required fields, known fields, and their types (§4). */
export interface UserRules {
  /** The invalid fields of a body; empty if it is valid. */
  faults(body: JsonObject): readonly BodyFault[];
  /** Whether `records.user` has the field. */
  readonly isKnown: (field: string) => boolean;
  /** Whether users show the field under its name: not if the schema says otherwise, or if it is shown elsewhere. */
  readonly isStored: (field: string) => boolean;
}

/** Compiles the rules of a dialect once. */
export function compileUserRules(dialect: Dialect): UserRules {
  const { required, unknownFields, body: ownSchema } = dialect.createUser;
  const generated = [dialect.responses.ids.user ?? "id", ...Object.keys(dialect.createUser.generated)];
  const known = new Set([dialect.records.user, ownSchema ?? {}].flatMap(propertyNames).concat(required, generated));
  // Required fields come from `createUser.required`. The schema's own `required` is about records, not bodies.
  const { required: _, ...fields } = dialect.records.user;
  const shown = propertyNames(dialect.records.user);
  const isElsewhere = (field: string): boolean =>
    shown.length > 0 && !shown.includes(field) && isNamedIn(dialect.createUser, field);
  // Fields in a nested body are named without it.
  const nameOf = (path: readonly string[]): string | undefined =>
    isElsewhere(path[0] ?? "") ? path.at(-1) : ownSchema === null ? path[0] : path.join(".");
  const validate = recordValidator(ownSchema ?? fields);
  return {
    isKnown: (field) => known.has(field),
    isStored: (field) => !isWriteOnly(ownSchema, field) && !isElsewhere(field),
    faults: (body) => [
      ...required
        .filter((field) => !Object.hasOwn(body, field) || body[field] === null)
        .map((field) => ({ field, message: "is required", rule: "createUser.required" })),
      ...(unknownFields === "reject"
        ? Object.keys(body)
            .filter((field) => !known.has(field))
            .map((field) => ({ field, message: "is not known", rule: "createUser.unknownFields" }))
        : []),
      ...typeFaults(
        validate,
        withoutNullRequired(body, required, generated),
        nameOf,
        ownSchema === null ? "records.user" : "createUser.body",
      ),
    ],
  };
}

function isWriteOnly(schema: JsonObject | null, field: string): boolean {
  const properties = schema?.["properties"];
  const member = isObject(properties) ? own(properties, field) : undefined;
  return isObject(member) && member["writeOnly"] === true;
}

function isNamedIn({ generated, defaults }: Dialect["createUser"], field: string): boolean {
  const placeholders = JSON.stringify([generated, defaults]).matchAll(placeholder);
  return [...placeholders].some(([, name = ""]) => name === `body.${field}` || name.startsWith(`body.${field}.`));
}

function propertyNames(schema: JsonObject): readonly string[] {
  const { properties } = schema;
  return typeof properties === "object" && properties !== null && !Array.isArray(properties)
    ? Object.keys(properties)
    : [];
}

/** A required field that is null is listed once, as required. Fields that the service sets are not checked. */
function withoutNullRequired(body: JsonObject, required: readonly string[], generated: readonly string[]): JsonObject {
  const isJudged = (field: string): boolean =>
    !generated.includes(field) && !(body[field] === null && required.includes(field));
  if (Object.keys(body).every(isJudged)) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => isJudged(field)));
}

/** The first fault of each field, which is the one to fix first. */
function typeFaults(
  validate: ReturnType<typeof recordValidator>,
  body: JsonObject,
  nameOf: (path: readonly string[]) => string | undefined,
  rule: string,
): readonly BodyFault[] {
  const faults = new Map<string, string>();
  for (const { instanceLocation, keyword, error } of validate(body)) {
    const path = instanceLocation.split("/").slice(1).map(unescape);
    const lacking = keyword === "required" ? /"([^"]*)"\.$/.exec(error)?.[1] : undefined;
    const field = nameOf(lacking === undefined ? path : [...path, lacking]);
    if (path.length === 0 || field === undefined || keyword === "properties" || faults.has(field)) continue;
    faults.set(field, lacking === undefined ? errorInWords({ error }) : "is required");
  }
  return [...faults].map(([field, message]) => ({ field, message, rule }));
}

/** RFC 6901 §4, in a URI fragment. */
function unescape(pointerToken: string): string {
  return decodeURIComponent(pointerToken).replaceAll("~1", "/").replaceAll("~0", "~");
}
