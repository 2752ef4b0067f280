import { isObject, valueAt, type Json, type JsonObject } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { RecordData } from "../../../fixtures/worlds/world.ts";
import type { Reply } from "../call.ts";
import { envelopeOf, successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import { readJsonObject } from "../request-body.ts";
import { fillMembers, fillText, timeValues } from "../template.ts";
import type { UserRules } from "../user-rules.ts";
import type { Context } from "./read.ts";

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
  const taken = dialect.createUser.unique.filter((field) => {
    const value = own(user, field) ?? valueAt(user, field);
    return value !== undefined && account.users.isTaken(field, value);
  });
  if (taken.length > 0) {
    return new Failure("conflict", `Another user has this ${taken.join(" and ")}.`, {
      rule: "createUser.unique",
      errors: taken.map((field) => ({ field, message: "is taken" })),
    });
  }
  await account.users.create(user, "call");
  return created(context, user);
}

/** Returns `undefined` if no id is left. The service sets the id even if `generated` does not list it. */
function newUser({ account, dialect, now, ids, userRules }: Context, body: JsonObject): RecordData | undefined {
  const { required, unknownFields, defaults, generated, id: format } = dialect.createUser;
  const id = ids.issue(format, (candidate) => account.users.find(candidate) !== undefined, account.users.nextNumber);
  if (id === undefined) return undefined;
  const templates = templatesOf(dialect.createUser);
  const isIn = (placeholder: string): boolean => templates.includes(placeholder);
  const fresh = isIn("{{uuid}}") ? ids.issue({ kind: "uuid" }, () => false, 1) : undefined;
  const random = isIn("{{random}}") ? ids.issue(randomText, () => false, 1) : undefined;
  const values = {
    id,
    ...timeValues(now),
    count: account.users.count() + 1,
    uuid: fresh,
    random,
    same,
    ...(isIn("{{body.") ? bodyValues(body) : {}),
  };
  const filled = (members: JsonObject): JsonObject => {
    const made = fillMembers(members, values);
    return isIn(same) ? withSame(made, account.users.all().slice(0, maxCompared)) : made;
  };
  const kept = storedFields(body, userRules, unknownFields === "keep");
  // The id comes first, and again after the members that could replace it.
  const first: JsonObject = { id };
  const left = filled(defaults);
  return {
    ...first,
    ...left,
    ...withDefaults(kept, nestedDefaults(left, required)),
    id,
    ...withDefaults(filled(generated), left),
  };
}

const written = new WeakMap<Dialect["createUser"], string>();

/** What the service adds to users, as one text. */
function templatesOf(rules: Dialect["createUser"]): string {
  const known = written.get(rules);
  if (known !== undefined) return known;
  const text = JSON.stringify([rules.generated, rules.defaults]);
  written.set(rules, text);
  return text;
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

/** For values like an API key or a code. */
const randomText = { kind: "prefixed", prefix: "", alphabet: "base36", length: 16 } as const;

function storedFields(body: JsonObject, { isKnown, isStored }: UserRules, areUnknownKept: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => isStored(field) && (areUnknownKept || isKnown(field))),
  );
}

/** The default of a required object consists of the defaults of its members. */
function nestedDefaults(defaults: JsonObject, required: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => required.includes(name)));
}

/** The values of placeholders for a body, such as `body.user.email`. */
function bodyValues(value: JsonObject | readonly Json[], within = "body"): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const key = `${within}.${name}`;
      const hasMembers = typeof member === "object" && member !== null;
      return [[key, member], ...(hasMembers ? Object.entries(bodyValues(member, key)) : [])];
    }),
  );
}

/** Objects get the members of a default that they lack. */
function withDefaults(filled: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(filled).map(([name, value]) => {
      const other = own(defaults, name);
      return [name, isObject(value) && isObject(other) ? { ...other, ...withDefaults(value, other) } : value];
    }),
  );
}

function created(context: Context, user: RecordData): Reply {
  const { returns, location } = context.dialect.createUser;
  const reply = successReply(
    "createUser",
    context,
    envelopeOf(returns === "record" ? [user] : []),
    location === null
      ? undefined
      : { location: fillText(location, { id: encodeURIComponent(user.id), count: context.account.users.count() }) },
  );
  return { ...reply, why: { ...reply.why, created: user.id } };
}
