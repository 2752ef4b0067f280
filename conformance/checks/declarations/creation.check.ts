import { isWrapper } from "../../../fixtures/dialect/create-user.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { isClosed, unknownField, withUnknownField } from "../../target/body.ts";
import { dialectOf } from "../../target/dialect.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { worst } from "../worst.ts";
import { bodyOf, listedRecord, ofCreation, openBody, recordIn, sentWith } from "./creation.ts";
import { onDeclared, expectFailure, onAnswer } from "./declared-check.ts";

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

/** The bodies that a creation accepts. */
export const declaredCreations: readonly Requirement[] = [
  {
    id: "DECL-22",
    ...ofCreation,
    rule: "a body without a required field is rejected as declared",
    why: `${openBody}. The dialect declares the required fields and how a body without one of them is rejected.`,
    good: "email declared required, body without it: 422",
    bad: "email declared required, body without it: 201",
    fix: "Check the required fields before anything is written.",
    call: { body: '{"name":"Only a name"}' },
    // Leaves out each required field in turn.
    judge: onDeclared(async (session, operation, dialect) => {
      const { createUser } = dialect;
      const good = bodyOf(session.target);
      const fields = createUser.required.filter((field) => Object.hasOwn(good, field)).slice(0, maxFields);
      if (createUser.required.length === 0) return notArising("the dialect declares no required field");
      if (fields.length === 0) return skipped("the given body has none of the required fields");
      const outcomes: Outcome[] = [];
      for (const field of fields) {
        const { [field]: _, ...body } = good;
        const isUnreadable = ifDeclared(() => createUser.bareBodies) === "unreadable";
        const isBare = isUnreadable && isWrapper(ifDeclared(() => createUser.body) ?? null, field);
        outcomes.push(
          await onAnswer(session, { operation, body }, (answered) =>
            expectFailure(answered, dialect, isBare ? "unreadableBody" : "invalidBody", {
              key: "createUser.required",
              what: `a body without \`${field}\``,
            }),
          ),
        );
      }
      return worst(outcomes);
    }),
  },
  {
    id: "DECL-23",
    ...ofCreation,
    sections: ["1"],
    rule: "a body that repeats a unique value is rejected as declared",
    why: "§1 leaves business rules open. The dialect declares the fields whose value only one user can have.",
    good: "email declared unique, the same twice: 409",
    bad: "email declared unique, the same twice: 201",
    fix: "Enforce it where users are stored, with a unique index, or declare that the field is not unique.",
    // Each unique field with the value of the created user.
    judge: onDeclared(async (session, operation, dialect, creation) => {
      const { unique: declared } = dialect.createUser;
      const sent = sentWith(creation);
      const fields = declared.filter((field) => typeof sent[field] === "string" && isStored(dialect, field));
      if (declared.length === 0) return notArising("the dialect declares no unique field");
      if (fields.length === 0) return skipped("the given body has no string in a unique field");
      const outcomes: Outcome[] = [];
      for (const field of fields.slice(0, maxFields)) {
        const body = { ...bodyOf(session.target), [field]: String(sent[field]) };
        outcomes.push(
          await onAnswer(session, { operation, body }, (answered) =>
            expectFailure(answered, dialect, "conflict", {
              key: "createUser.unique",
              what: `a body that repeats \`${field}\``,
            }),
          ),
        );
      }
      return worst(outcomes);
    }),
  },
  {
    id: "DECL-24",
    ...ofCreation,
    rule: "an unknown field in a body is treated as declared",
    why: `${openBody}. The dialect declares what happens to a field that its schema of a user (records.user) does not have: it is kept, dropped, or rejected.`,
    good: "declared drop: 201, and the record does not have the field",
    bad: "declared drop: 201, and the record has the field",
    fix: "Copy the known fields from the body instead of storing it whole, or the other way round, as declared.",
    call: { body: '{"email":"ada@example.com","name":"Ada","orgkitUnknownField":"orgkit"}' },
    // This is one of the concurrent creations.
    order: "creating",
    judge: onDeclared((session, operation, dialect) => {
      const { unknownFields: declared } = dialect.createUser;
      if (isClosed(dialect) && declared !== "reject") {
        return notArising("the declared schema of a user does not allow another field");
      }
      const what = `a body with \`${unknownField}\``;
      return onAnswer(session, { operation, body: withUnknownField(session.target) }, async (answered) => {
        if (declared === "reject") {
          return expectFailure(answered, dialect, "invalidBody", { key: "createUser.unknownFields", what });
        }
        const { status } = answered.response;
        const failure = dialectOf(session.target)?.filled.statuses.failure;
        if (status === failure?.payloadTooLarge) {
          return skipped("the declared size leaves no room for another field", answered);
        }
        if (status === failure?.conflict) {
          return skipped("a value in the body is already in use: set one with {{unique}} (--create-body)", answered);
        }
        const wanted = `the dialect declares that the field is ${declared === "keep" ? "kept" : "dropped"} (createUser.unknownFields)`;
        if (!isSuccess(answered)) return failed(`${what} gets ${status}; ${wanted}`, answered);
        const record = recordIn(answered) ?? (await listedRecord(session, answered, dialect));
        if (record === undefined) return skipped("neither the response nor a list shows the field", answered);
        const isKept = record[unknownField] === "orgkit";
        if (isKept === (declared === "keep"))
          return passed(`${what}: the field is ${isKept ? "kept" : "dropped"}`, answered);
        return failed(`${what}: the field is ${isKept ? "kept" : "not kept"}; ${wanted}`, answered);
      });
    }),
  },
  {
    id: "DECL-33",
    ...ofCreation,
    sections: ["8"],
    rule: "a body over the declared size is rejected as declared",
    why: "§8 leaves the size of a payload open. The dialect declares the maximum, and a larger body is rejected.",
    good: "declared 1048576, a body of 1 MiB and more: 413",
    bad: "declared 1048576, a body of 1 MiB and more: 201",
    fix: "Limit the body where you read it, before you parse it. A gateway may have its own limit.",
    judge: onDeclared((session, operation, dialect) => {
      const { bodyBytes: most } = dialect.limits;
      const body = bodyOf(session.target);
      const field = Object.keys(body).find((name) => typeof body[name] === "string");
      if (most > maxBytes) return skipped("the declared size is too large to try");
      if (field === undefined) return skipped("the given body has no string that could be extended");
      const large = { ...body, [field]: `${JSON.stringify(body[field])}${"x".repeat(most)}` };
      return onAnswer(session, { operation, body: large }, (answered) =>
        expectFailure(answered, dialect, "payloadTooLarge", {
          key: "limits.bodyBytes",
          what: `a body of more than ${most} bytes`,
        }),
      );
    }),
  },
];
