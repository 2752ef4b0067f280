import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { placeholder } from "../../fixtures/dialect/error-templates.ts";
import { errorInWords, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { isObject, valueAt, type Json, type JsonObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { Reply } from "./call.ts";
import { envelopeOf, Failure, successReply } from "./reply.ts";
import { readJsonObject } from "./request-body.ts";
import type { Context } from "./service.ts";
import { fillMembers, fillText, timeValue, valuesAt, type FieldError, type ValueOf } from "./template.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";

/** `POST /api/v1/users`: creates a user in the account's organization (§4). The dialect has the rules for the body. */
export async function createUser(context: Context): Promise<Reply | Failure> {
  const { call, account, dialect, userRules } = context;
  const body = readJsonObject(call, dialect);
  if (body instanceof Failure) return body;
  const faults = userRules.faults(body);
  const [first] = faults;
  if (first !== undefined) {
    return new Failure("invalidBody", faults.map(({ field, message }) => `${field} ${message}`).join("; "), {
      rule: first.rule,
      errors: faults,
    });
  }
  const user = newUser(context, body);
  if (user === undefined) return new Failure("conflict", "No user id is left.", { rule: "createUser.id" });
  const taken = dialect.createUser.unique.filter((field) =>
    account.users.isTaken(field, own(user, field) ?? valueAt(user, field)),
  );
  if (taken.length > 0) {
    return new Failure("conflict", `Another user has this ${taken.join(" and ")}.`, {
      rule: "createUser.unique",
      errors: taken.map((field) => ({ field, message: "is taken" })),
    });
  }
  await account.users.create(user, "call");
  return createdReply(context, user);
}

function createdReply(context: Context, user: RecordData): Reply {
  const { returns, location } = context.dialect.createUser;
  const values = { id: encodeURIComponent(user.id), count: context.account.users.count() };
  const headers = location === null ? {} : { location: fillText(location, valuesAt(context.now, values)) };
  const reply = successReply("createUser", context, envelopeOf(returns === "record" ? [user] : []), headers);
  return { ...reply, why: { ...reply.why, created: user.id } };
}

/** Returns `undefined` if no id is left. The service sets the id even if `generated` does not list it. */
function newUser(context: Context, body: JsonObject): RecordData | undefined {
  const { account, dialect, ids, userRules } = context;
  const { required, defaults, generated, id: format } = dialect.createUser;
  const id = ids.issue(format, (candidate) => account.users.find(candidate) !== undefined, account.users.nextNumber);
  if (id === undefined) return undefined;
  const valueOf = placeholderValues(context, body, id);
  const fill = (members: JsonObject): JsonObject => {
    const filled = fillMembers(members, valueOf);
    return userRules.copiesOthers ? withSame(filled, account.users.all().slice(0, maxCompared)) : filled;
  };
  const stored = Object.fromEntries(Object.entries(body).filter(([field]) => userRules.isStored(field)));
  const usual = fill(defaults);
  // The default of a required object consists of the defaults of its members.
  const ofRequired = Object.fromEntries(Object.entries(usual).filter(([name]) => required.includes(name)));
  // The id comes first, and again after the members that could replace it.
  const first: JsonObject = { id };
  return { ...first, ...usual, ...withDefaults(stored, ofRequired), id, ...withDefaults(fill(generated), usual) };
}

/** For values like an API key or a code. */
const randomText = { kind: "prefixed", prefix: "", alphabet: "base36", length: 16 } as const;

/** The values of the placeholders of a new user; the random ones are drawn when they are used first. */
function placeholderValues({ account, now, ids }: Context, body: JsonObject, id: string | number): ValueOf {
  const drawn = new Map<string, Json | undefined>();
  const draw = (name: string, format: Identifier): Json | undefined => {
    if (!drawn.has(name))
      drawn.set(
        name,
        ids.issue(format, () => false, 1),
      );
    return drawn.get(name);
  };
  return (name) => {
    if (name.startsWith("body.")) return memberAt(body, name.slice("body.".length).split("."));
    switch (name) {
      case "id":
        return id;
      case "count":
        return account.users.count() + 1;
      case "same":
        return same;
      case "uuid":
        return draw(name, { kind: "uuid" });
      case "random":
        return draw(name, randomText);
      default:
        return timeValue(name, now);
    }
  };
}

/** What a body has at a place such as `user.email` or `teams.0`. */
function memberAt(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return value;
  const members = Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value;
  return isObject(members) ? memberAt(own(members, name), rest) : undefined;
}

const same = "{{same}}";

/** How many users are looked at for what most of them have. */
const maxCompared = 50;

/** Replaces `{{same}}` by what most other users have there. Members that no user has are left out. */
function withSame(members: JsonObject, others: readonly Json[]): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]): readonly [string, Json][] => {
      if (member !== same && !isObject(member)) return [[name, member]];
      const there = others.flatMap((other) =>
        isObject(other) && Object.hasOwn(other, name) ? [own(other, name) ?? null] : [],
      );
      if (isObject(member)) return [[name, withSame(member, there)]];
      const [most] = [...Map.groupBy(there, (value) => JSON.stringify(value)).values()].toSorted(
        (one, other) => other.length - one.length,
      );
      return most?.[0] === undefined ? [] : [[name, most[0]]];
    }),
  );
}

/** Objects get the members of a default that they lack. */
function withDefaults(members: JsonObject, defaults: JsonObject): JsonObject {
  const completed = Object.entries(defaults).flatMap(([name, other]): readonly [string, Json][] => {
    const value = own(members, name);
    return isObject(value) && isObject(other) ? [[name, { ...other, ...withDefaults(value, other) }]] : [];
  });
  return completed.length === 0 ? members : { ...members, ...Object.fromEntries(completed) };
}

/** A wrong field, and the key of the dialect that it violates. */
interface BodyFault extends FieldError {
  readonly rule: string;
}

/** Validates the body of a creation by the dialect: required fields, known fields, and their types (§4). */
export interface UserRules {
  /** The invalid fields of a body; empty if it is valid. */
  faults(body: JsonObject): readonly BodyFault[];
  /** Whether a new user gets the field of the body under its name. */
  isStored(field: string): boolean;
  /** Whether a new user has what most others have: `{{same}}`. */
  readonly copiesOthers: boolean;
}

/** Compiles the rules of a dialect once. */
export function compileUserRules({ createUser: rules, records, responses }: Dialect): UserRules {
  const { required, unknownFields, body: ownSchema } = rules;
  const shown = Object.keys(propertiesOf(records.user));
  const generated = [responses.ids.user ?? "id", ...Object.keys(rules.generated)];
  const known = new Set([...shown, ...Object.keys(propertiesOf(ownSchema)), ...required, ...generated]);
  const templates = JSON.stringify([rules.generated, rules.defaults]);
  const placeholders = [...templates.matchAll(placeholder)];
  const isElsewhere = (field: string): boolean =>
    shown.length > 0 &&
    !shown.includes(field) &&
    placeholders.some(([, name = ""]) => `${name}.`.startsWith(`body.${field}.`));
  const isWriteOnly = (field: string): boolean => {
    const member = own(propertiesOf(ownSchema), field);
    return isObject(member) && member["writeOnly"] === true;
  };
  // Fields in a nested body are named without it.
  const nameOf = (path: readonly string[]): string | undefined =>
    isElsewhere(path[0] ?? "") ? path.at(-1) : ownSchema === null ? path[0] : path.join(".");
  // Required fields come from `createUser.required`. The schema's own `required` is about records, not bodies.
  const { required: _, ...fields } = records.user;
  const typeFaults = compileTypes(ownSchema ?? fields, nameOf, ownSchema === null ? "records.user" : "createUser.body");
  return {
    isStored: (field) => (unknownFields === "keep" || known.has(field)) && !isWriteOnly(field) && !isElsewhere(field),
    copiesOthers: templates.includes(same),
    faults: (body) => {
      const missing = required.filter((field) => (own(body, field) ?? null) === null);
      const unknown = unknownFields === "reject" ? Object.keys(body).filter((field) => !known.has(field)) : [];
      // A required field that is null is listed once, as required. Fields that the service sets are not checked.
      const unchecked = new Set([...generated, ...missing]);
      const checked = Object.fromEntries(Object.entries(body).filter(([field]) => !unchecked.has(field)));
      return [
        ...missing.map((field) => ({ field, message: "is required", rule: "createUser.required" })),
        ...unknown.map((field) => ({ field, message: "is not known", rule: "createUser.unknownFields" })),
        ...typeFaults(checked),
      ];
    },
  };
}

function propertiesOf(schema: JsonObject | null): JsonObject {
  const properties = schema?.["properties"];
  return isObject(properties) ? properties : {};
}

/** Finds the first fault of each field, which is the one to fix first. */
function compileTypes(
  schema: JsonObject,
  nameOf: (path: readonly string[]) => string | undefined,
  rule: string,
): (body: JsonObject) => readonly BodyFault[] {
  const validate = recordValidator(schema);
  return (body) => {
    const faults = new Map<string, string>();
    for (const { instanceLocation, keyword, error } of validate(body)) {
      const path = instanceLocation.split("/").slice(1).map(decodePointer);
      const lacking = keyword === "required" ? /"([^"]*)"\.$/.exec(error)?.[1] : undefined;
      const field = nameOf(lacking === undefined ? path : [...path, lacking]);
      if (path.length === 0 || field === undefined || keyword === "properties" || faults.has(field)) continue;
      faults.set(field, lacking === undefined ? errorInWords({ error }) : "is required");
    }
    return [...faults].map(([field, message]) => ({ field, message, rule }));
  };
}

/** RFC 6901 §4, in a URI fragment. */
function decodePointer(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}
