import type { JsonObject } from "../../../fixtures/json.ts";
import type { RecordData } from "../../../fixtures/worlds/world.ts";
import type { Reply } from "../call.ts";
import { envelopeOf, successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import { readJsonObject } from "../request-body.ts";
import { fillMembers, fillText } from "../template.ts";
import type { UserRules } from "../user-rules.ts";
import type { Context } from "./read.ts";

/**
 * `POST /api/v1/users`: creates a user of the account's organization (§4). The body's rules are the dialect's.
 */
export async function createUser(context: Context): Promise<Reply | Failure> {
  const { call, account, dialect, userRules } = context;
  const body = readJsonObject(call, dialect);
  if (body instanceof Failure) return body;
  const faults = userRules.faults(body);
  if (faults.length > 0) {
    return new Failure("invalidBody", faults.map(({ field, message }) => `${field} ${message}`).join("; "), {
      rule: "createUser.required",
      errors: faults,
    });
  }
  const user = newUser(context, body);
  if (user === undefined) return new Failure("conflict", "No user id is left.", { rule: "createUser.id" });
  const taken = dialect.createUser.unique.filter(
    (field) => Object.hasOwn(user, field) && account.users.isTaken(field, user[field]),
  );
  if (taken.length > 0) {
    return new Failure("conflict", `Another user has this ${taken.join(" and ")}.`, {
      rule: "createUser.unique",
      errors: taken.map((field) => ({ field, message: "is taken" })),
    });
  }
  await account.users.create(user, "call");
  return created(context, user);
}

/** `undefined` where no id is left. The id is the service's, even where `generated` does not name it. */
function newUser({ account, dialect, now, ids, userRules }: Context, body: JsonObject): RecordData | undefined {
  const { unknownFields, defaults, generated, id: format } = dialect.createUser;
  const id = ids.issue(format, (candidate) => account.users.find(candidate) !== undefined, account.users.count() + 1);
  if (id === undefined) return undefined;
  const fresh = Object.values(generated).includes("{{uuid}}") ? ids.issue({ kind: "uuid" }, () => false, 1) : undefined;
  const values = { id, now: new Date(now).toISOString(), count: account.users.count() + 1, uuid: fresh };
  const [other] = account.users.all();
  const same = Object.keys(generated).filter(
    (name) => generated[name] === "{{same}}" && other !== undefined && Object.hasOwn(other, name),
  );
  const kept = userRules.fitted(unknownFields === "keep" ? body : knownFields(body, userRules));
  // First for its place, then once more: a body or a default may have one, which does not count.
  const first: JsonObject = { id };
  return {
    ...first,
    ...defaults,
    ...kept,
    id,
    ...fillMembers(generated, values),
    ...Object.fromEntries(same.map((name) => [name, other?.[name] ?? null])),
  };
}

function knownFields(body: JsonObject, { isKnown }: UserRules): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([field]) => isKnown(field)));
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
