import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { isObject, own, type Json, type JsonObject, propertiesOf } from "../../fixtures/values/json.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import { readClientUrl, type Reply, type Context } from "./call.ts";
import { Failure, successReply, toEnvelope } from "./reply.ts";
import { readJsonObject } from "./request-body.ts";
import { fullText } from "./record-collection.ts";
import { fillMembers, fillText, timeValue, withTimeValues, type ValueOf, type FieldError } from "./template.ts";
import { placeholdersIn } from "../../fixtures/dialect/placeholders.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorInWords, recordValidator } from "../../fixtures/dialect/record-validator.ts";

/** `POST /api/v1/users`: creates a user in the account's organization (§4). The dialect has the rules for the body. */
export async function createUser(context: Context): Promise<Reply> {
  const { call, account, dialect } = context;
  const { unique, returns, location } = dialect.createUser;
  const body = readJsonObject(call, dialect.limits.bodyBytes);
  const rules = compileRules(dialect);
  rules.check(body);
  const user = composeUser(context, body, rules);
  const takenFields = unique.filter((field) => account.users.isTaken(field, user));
  if (takenFields.length > 0) {
    throw new Failure("conflict", `Another user has this ${takenFields.join(" and ")}.`, {
      rule: "createUser.unique",
      errors: takenFields.map((field) => ({ field, message: "is taken" })),
    });
  }
  if (account.users.isFull) return fullReply();
  await account.users.insert(user, "request");
  const values = { id: encodeURIComponent(user.id), count: account.users.count(), origin: readClientUrl(call) };
  const headers = location === null ? {} : { location: fillText(location, withTimeValues(context, values)) };
  const reply = successReply("createUser", context, toEnvelope(returns === "record" ? [user] : []), headers);
  return { ...reply, why: { ...reply.why, created: user.id } };
}

/** The mock's own limit, so not in the format of the dialect: a problem (RFC 9457). */
function fullReply(): Reply {
  const problem = { type: "about:blank", title: "Insufficient Storage", status: 507, detail: fullText };
  const headers = { "content-type": "application/problem+json" };
  return {
    status: 507,
    headers,
    body: JSON.stringify(problem),
    why: { operation: "createUser", rule: "capacity" },
  };
}

/** Composes the new user. The service sets the id even if `generated` does not list it. @throws Failure if no id is left */
function composeUser(context: Context, body: JsonObject, rules: UserRules): RecordData {
  const { account, dialect, ids } = context;
  const { users } = account;
  const { required, defaults, generated, id: format } = dialect.createUser;
  const id = ids.issue(format, (candidate) => users.find(candidate) !== undefined, users.nextNumber);
  if (id === undefined) throw new Failure("conflict", "No user id is left.", { rule: "createUser.id" });
  const valueOf = placeholderValues(context, body, id);
  const fill = (members: JsonObject): JsonObject => {
    const filledMembers = fillMembers(members, valueOf);
    return rules.copiesOthers ? fillSame(filledMembers, users.slice(0, maxCompared)) : filledMembers;
  };
  const stored = pickMembers(body, (field) => rules.isStored(field));
  const filledDefaults = fill(defaults);
  // The default of a required object consists of the defaults of its members.
  const requiredDefaults = pickMembers(filledDefaults, (name) => required.includes(name));
  // The id comes first, and again after the members that could replace it.
  const first: JsonObject = { id };
  return {
    ...first,
    ...filledDefaults,
    ...fillDefaults(stored, requiredDefaults),
    id,
    ...fillDefaults(fill(generated), filledDefaults),
  };
}

/** For values like an API key or a code. */
const randomText: Identifier = { kind: "prefixed", prefix: "", alphabet: "base36", length: 16 };

/** The values of the placeholders of a new user; the random ones are drawn when they are used first. */
function placeholderValues(context: Context, body: JsonObject, id: string | number): ValueOf {
  const { account, ids } = context;
  const randomValues = new Map<string, Json | undefined>();
  const draw = (name: string, format: Identifier): Json | undefined => {
    if (!randomValues.has(name))
      randomValues.set(
        name,
        ids.issue(format, () => false, 1),
      );
    return randomValues.get(name);
  };
  return (name) => {
    if (name.startsWith("body.")) return readPath(body, name.slice("body.".length).split("."));
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
        return timeValue(name, context);
    }
  };
}

/** What a body has at a place such as `user.email` or `teams.0`. */
function readPath(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return value;
  const members = Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value;
  return isObject(members) ? readPath(own(members, name), rest) : undefined;
}

/** How many users are looked at for what most of them have. */
const maxCompared = 50;

/** Replaces `{{same}}` by what most other users have there. Members that no user has are left out. */
function fillSame(members: JsonObject, others: readonly Json[]): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]): readonly [string, Json][] => {
      if (member !== same && !isObject(member)) return [[name, member]];
      const values = others.flatMap((other) =>
        isObject(other) && Object.hasOwn(other, name) ? [own(other, name) ?? null] : [],
      );
      if (isObject(member)) return [[name, fillSame(member, values)]];
      const groups = [...Map.groupBy(values, (value) => JSON.stringify(value)).values()];
      const [largest] = groups.toSorted((one, other) => other.length - one.length);
      return largest?.[0] === undefined ? [] : [[name, largest[0]]];
    }),
  );
}

/** Objects get the members of a default that they lack. */
function fillDefaults(members: JsonObject, defaults: JsonObject): JsonObject {
  if (!Object.values(members).some(isObject)) return members;
  const completed = Object.entries(defaults).flatMap(([name, other]): readonly [string, Json][] => {
    const value = own(members, name);
    return isObject(value) && isObject(other) ? [[name, { ...other, ...fillDefaults(value, other) }]] : [];
  });
  return completed.length === 0 ? members : { ...members, ...Object.fromEntries(completed) };
}

/** The placeholder of what most other users have. */
const same = "{{same}}";

/** A wrong field, and the key of the dialect that it violates. */
interface BodyFault extends FieldError {
  readonly rule: string;
}

/** Simulations of tests share a dialect. */
const compileRules = memoize((dialect: Dialect) => new UserRules(dialect));

/** The rules of a dialect for the body of a creation, compiled once: required, known and stored fields, types (§4). */
class UserRules {
  /** Whether a new user has what most others have: `{{same}}`. */
  readonly copiesOthers: boolean;
  readonly #rules: Dialect["createUser"];
  readonly #shown: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** Fields that the service sets. */
  readonly #generated: readonly string[];
  /** The members of a body that templates copy, such as `user` of `{{body.user.email}}`. */
  readonly #copied: ReadonlySet<string>;
  readonly #validate: ReturnType<typeof recordValidator>;

  constructor({ createUser: rules, records, responses }: Dialect) {
    const templates = JSON.stringify([rules.generated, rules.defaults]);
    const names = placeholdersIn(templates).map((name) => name.split("."));
    this.#rules = rules;
    this.copiesOthers = templates.includes(same);
    this.#shown = Object.keys(propertiesOf(records.user));
    this.#generated = [responses.ids.user ?? "id", ...Object.keys(rules.generated)];
    const declared = Object.keys(propertiesOf(rules.body));
    this.#known = new Set([...this.#shown, ...declared, ...rules.required, ...this.#generated]);
    this.#copied = new Set(names.flatMap(([scope, field]) => (scope === "body" && field !== undefined ? [field] : [])));
    // Required fields come from `createUser.required`. The schema's own `required` is about records, not bodies.
    const { required: _, ...fields } = records.user;
    this.#validate = recordValidator(rules.body ?? fields);
  }

  /** Whether a new user gets the field of the body under its name. */
  isStored(field: string): boolean {
    const schema = own(propertiesOf(this.#rules.body), field);
    const isWriteOnly = isObject(schema) && schema["writeOnly"] === true;
    return (this.#rules.unknownFields === "keep" || this.#known.has(field)) && !isWriteOnly && !this.#isMoved(field);
  }

  /** @throws Failure if a field of the body is missing, unknown or of the wrong type */
  check(body: JsonObject): void {
    const { required, unknownFields } = this.#rules;
    const missing = required.filter((field) => (own(body, field) ?? null) === null);
    const unknown = unknownFields === "reject" ? Object.keys(body).filter((field) => !this.#known.has(field)) : [];
    const faults = [
      ...missing.map((field) => ({ field, message: "is required", rule: "createUser.required" })),
      ...unknown.map((field) => ({ field, message: "is not known", rule: "createUser.unknownFields" })),
      // A required field that is null is listed once, as required. Fields that the service sets are not checked.
      ...this.#findTypeFaults(body, [...this.#generated, ...missing]),
    ];
    const [first] = faults;
    if (first === undefined) return;
    const message = faults.map((fault) => `${fault.field} ${fault.message}`).join("; ");
    throw new Failure("invalidBody", message, { rule: first.rule, errors: faults });
  }

  /** Whether records have the value of a body's field under another name only. */
  #isMoved(field: string): boolean {
    return this.#copied.has(field) && this.#shown.length > 0 && !this.#shown.includes(field);
  }

  /** Finds the first fault of each field, which is the one to fix first. */
  #findTypeFaults(body: JsonObject, unchecked: readonly string[]): readonly BodyFault[] {
    const errors = this.#validate(pickMembers(body, (field) => !unchecked.includes(field)));
    if (errors.length === 0) return [];
    const faults = new Map<string, string>();
    for (const { instanceLocation, keyword, error } of errors) {
      const path = instanceLocation.split("/").slice(1).map(decodePointer);
      const missing = keyword === "required" ? /"([^"]*)"\.$/.exec(error)?.[1] : undefined;
      const field = this.#nameField(missing === undefined ? path : [...path, missing]);
      if (path.length === 0 || field === undefined || keyword === "properties" || faults.has(field)) continue;
      faults.set(field, missing === undefined ? errorInWords({ error }) : "is required");
    }
    const rule = this.#rules.body === null ? "records.user" : "createUser.body";
    return [...faults].map(([field, message]) => ({ field, message, rule }));
  }

  /** Fields in a nested body are named without it. */
  #nameField(path: readonly string[]): string | undefined {
    if (this.#isMoved(path[0] ?? "")) return path.at(-1);
    return this.#rules.body === null ? path[0] : path.join(".");
  }
}

/** RFC 6901 §4, in a URI fragment. */
function decodePointer(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

function pickMembers(members: JsonObject, isPicked: (name: string) => boolean): JsonObject {
  if (Object.keys(members).every(isPicked)) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name)));
}
