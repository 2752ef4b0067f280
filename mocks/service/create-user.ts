import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { isObject, own, type Json, type JsonObject } from "../../fixtures/values/json.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import { readClientUrl, type Reply } from "./call.ts";
import { Failure, successReply, toEnvelope } from "./reply.ts";
import { readJsonObject } from "./request-body.ts";
import type { Context } from "./context.ts";
import { fullText } from "./record-collection.ts";
import { fillMembers, fillText, timeValue, withTimeValues, type ValueOf } from "./template.ts";
import { pickMembers, same, userRules, type UserRules } from "./user-rules.ts";

/** `POST /api/v1/users`: creates a user in the account's organization (§4). The dialect has the rules for the body. */
export async function createUser(context: Context): Promise<Reply> {
  const { call, account, dialect } = context;
  const { unique, returns, location } = dialect.createUser;
  const body = readJsonObject(call, dialect.limits.bodyBytes);
  const rules = userRules(dialect);
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
  const usual = fill(defaults);
  // The default of a required object consists of the defaults of its members.
  const requiredDefaults = pickMembers(usual, (name) => required.includes(name));
  // The id comes first, and again after the members that could replace it.
  const first: JsonObject = { id };
  return { ...first, ...usual, ...fillDefaults(stored, requiredDefaults), id, ...fillDefaults(fill(generated), usual) };
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
