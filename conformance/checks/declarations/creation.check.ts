import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { isObject, type JsonObject } from "../../../fixtures/json.ts";
import { whichPage } from "../../../fixtures/dialect/paging.ts";
import { goodBody, isClosed, unknownField, withUnknownField } from "../../target/body.ts";
import { freshValue } from "../../target/created-user.ts";
import { dialectOf } from "../../target/dialect.ts";
import { readEnvelope, readJson, type Members } from "../../target/envelope.ts";
import { isSuccess, type Success } from "../../target/exchange.ts";
import { objectsOf } from "../../target/records.ts";
import type { Session } from "../../target/session.ts";
import { notArising, skipped } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { worstInTurn } from "../worst.ts";
import { ask, asDeclared, asFailure, askFailing, declared, pagedBy, pageOf, type Context } from "./declared-check.ts";

/** A body that the target should accept, if it is an object. */
function bodyOf({ session }: Context): JsonObject {
  const body = goodBody(session.target);
  return isObject(body) ? body : {};
}

/** The members of a creation's body. */
export function sentWith({ request }: Success): Members {
  const sent = readJson({ body: request.body ?? "" });
  return isObject(sent) ? sent : {};
}

/** The record in the response to a creation; `undefined` if there is none. */
export function recordIn({ response }: Success): Members | undefined {
  const [record] = readEnvelope(response).data ?? [];
  return isObject(record) ? record : undefined;
}

/** The record of a creation in the list of users: on its first page, or on the last. */
async function listedRecord(session: Session, creation: Success, dialect: Dialect): Promise<Members | undefined> {
  const mark = freshValue(creation.request.body);
  const read = async (query: Readonly<Record<string, string>> | undefined) => {
    const call = { operation: "listUsers", label: "for the created user", ...(query && { query }) } as const;
    const page = await pageOf(session, call);
    const isCreated = (record: Members): boolean =>
      mark !== undefined && JSON.stringify(record).toLowerCase().includes(mark);
    return { page, record: objectsOf(page?.records ?? []).find(isCreated) };
  };
  const first = await read(undefined);
  const paging = pagedBy(dialect, "listUsers");
  if (first.page === undefined || first.record !== undefined || paging === undefined) return first.record;
  const last = Math.max(Math.ceil(first.page.total / paging.defaultSize) - 1, 0);
  return (await read(whichPage(paging, last, paging.defaultSize))).record;
}

/** The maximum number of fields to try one by one. */
const maxFields = 3;

/** Whether a field of the body is stored under its name, according to the dialect. */
function isStored({ createUser, records }: Dialect, field: string): boolean {
  if (Object.hasOwn(ifDeclared(() => createUser.generated) ?? {}, field)) return false;
  if ((ifDeclared(() => createUser.unknownFields) ?? "keep") === "keep") return true;
  const known = Object.keys(Object(ifDeclared(() => records.user["properties"])));
  return [...known, ...(ifDeclared(() => createUser.required) ?? [])].includes(field);
}

/** The maximum size of a body to send if it must be rejected, in bytes. */
const maxBytes = 2 * 1024 * 1024;

export const ofCreation = { section: "4", open: "the body of a creation", operations: ["createUser"] } as const;

/** The bodies that a creation accepts. */
export const declaredCreations: readonly Requirement[] = [
  declared(
    {
      id: "DECL-22",
      ...ofCreation,
      declares: "the required fields and how a body without one of them is rejected",
      rule: "a body without a required field is rejected as declared",
      good: "email declared required, body without it: 422",
      bad: "email declared required, body without it: 201",
      fix: "Check the required fields before anything is written.",
      call: { body: '{"name":"Only a name"}' },
    },
    // Leaves out each required field in turn.
    (context) => {
      const { createUser } = context.dialect;
      const good = bodyOf(context);
      const fields = createUser.required.filter((field) => Object.hasOwn(good, field));
      if (createUser.required.length === 0) return notArising("the dialect declares no required field");
      if (fields.length === 0) return skipped("the given body has none of the required fields");
      return worstInTurn(fields.slice(0, maxFields), (field) => {
        const { [field]: _, ...body } = good;
        const expected = {
          kind: "invalidBody",
          key: "createUser.required",
          what: `a body without \`${field}\``,
        } as const;
        return askFailing(context, { body }, expected);
      });
    },
  ),
  declared(
    {
      id: "DECL-23",
      ...ofCreation,
      section: "1",
      open: "business rules",
      declares: "the fields whose value only one user can have",
      rule: "a body that repeats a unique value is rejected as declared",
      good: "email declared unique, the same twice: 409",
      bad: "email declared unique, the same twice: 201",
      fix: "Enforce it where users are stored, with a unique index, or declare that the field is not unique.",
    },
    // Each unique field with the value of the created user.
    (context) => {
      const { dialect, sample } = context;
      const { unique } = dialect.createUser;
      const sent = sentWith(sample);
      const fields = unique.filter((field) => typeof sent[field] === "string" && isStored(dialect, field));
      if (unique.length === 0) return notArising("the dialect declares no unique field");
      if (fields.length === 0) return skipped("the given body has no string in a unique field");
      return worstInTurn(fields.slice(0, maxFields), (field) => {
        const body = { ...bodyOf(context), [field]: String(sent[field]) };
        const what = `a body that repeats \`${field}\``;
        return askFailing(context, { body }, { kind: "conflict", key: "createUser.unique", what });
      });
    },
  ),
  declared(
    {
      id: "DECL-24",
      ...ofCreation,
      declares:
        "what happens to a field that its schema of a user (records.user) does not have: it is kept, dropped, or rejected",
      rule: "an unknown field in a body is treated as declared",
      good: "declared drop: 201, and the record does not have the field",
      bad: "declared drop: 201, and the record has the field",
      fix: "Copy the known fields from the body instead of storing it whole, or the other way round, as declared.",
      call: { body: '{"email":"ada@example.com","name":"Ada","orgkitUnknownField":"orgkit"}' },
      // This is the last creation of the experiments.
      order: "creating",
    },
    (context) => {
      const { session, dialect } = context;
      const { unknownFields } = dialect.createUser;
      if (isClosed(dialect) && unknownFields !== "reject")
        return notArising("the declared schema of a user does not allow another field");
      const key = "createUser.unknownFields";
      const what = `a body with \`${unknownField}\``;
      return ask(context, { body: withUnknownField(session.target) }, async (answered) => {
        if (unknownFields === "reject") return asFailure(context, answered, { kind: "invalidBody", key, what });
        const { status } = answered.response;
        const failure = dialectOf(session.target)?.filled.statuses.failure;
        if (status === failure?.payloadTooLarge)
          return skipped("the declared size leaves no room for another field", answered);
        if (status === failure?.conflict)
          return skipped("a value in the body is already in use: set one with {{unique}} (--create-body)", answered);
        const isKeeping = unknownFields === "keep";
        const declaration = `that the field is ${isKeeping ? "kept" : "dropped"} (${key})`;
        if (!isSuccess(answered)) return asDeclared(false, `${what} gets ${status}`, declaration, answered);
        const record = recordIn(answered) ?? (await listedRecord(session, answered, dialect));
        if (record === undefined) return skipped("neither the response nor a list shows the field", answered);
        const isKept = record[unknownField] === "orgkit";
        const found = `${what}: the field is ${isKept ? "kept" : "not kept"}`;
        return asDeclared(isKept === isKeeping, found, declaration, answered);
      });
    },
  ),
  declared(
    {
      id: "DECL-33",
      ...ofCreation,
      section: "8",
      open: "the size of a payload",
      declares: "the maximum, and a larger body is rejected",
      rule: "a body over the declared size is rejected as declared",
      good: "declared 1048576, a body of 1 MiB and more: 413",
      bad: "declared 1048576, a body of 1 MiB and more: 201",
      fix: "Limit the body where you read it, before you parse it. A gateway may have its own limit.",
    },
    (context) => {
      const { bodyBytes } = context.dialect.limits;
      const good = bodyOf(context);
      const field = Object.keys(good).find((name) => typeof good[name] === "string");
      if (bodyBytes > maxBytes) return skipped("the declared size is too large to try");
      if (field === undefined) return skipped("the given body has no string that could be extended");
      const body = { ...good, [field]: `${JSON.stringify(good[field])}${"x".repeat(bodyBytes)}` };
      const what = `a body of more than ${bodyBytes} bytes`;
      return askFailing(context, { body }, { kind: "payloadTooLarge", key: "limits.bodyBytes", what });
    },
  ),
];
