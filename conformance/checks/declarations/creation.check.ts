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

/** So many fields are tried one by one, at most. */
const mostFields = 3;

/** Whether the field of a body becomes the user's, as far as the dialect says. */
function isStored({ createUser, records }: Dialect, field: string): boolean {
  if (Object.hasOwn(ifDeclared(() => createUser.generated) ?? {}, field)) return false;
  if ((ifDeclared(() => createUser.unknownFields) ?? "keep") === "keep") return true;
  const known = Object.keys(Object(ifDeclared(() => records.user["properties"])));
  return [...known, ...(ifDeclared(() => createUser.required) ?? [])].includes(field);
}

/** The greatest body that is sent only to be refused, in bytes. */
const mostBytes = 2 * 1024 * 1024;

/** The bodies that a creation takes. */
export const declaredCreations: readonly Requirement[] = [
  {
    id: "DECL-22",
    ...ofCreation,
    rule: "a body that lacks a required field is refused as declared",
    why: `${openBody}; the dialect declares the fields it must have, and how a body without one of them is refused.`,
    good: "email declared required, body without it: 422",
    bad: "email declared required, body without it: 201",
    fix: "Validate the body against the required fields before anything is written.",
    call: { body: '{"name":"Only a name"}' },
    // Each required field left out, alone.
    judge: onDeclared(async (session, operation, dialect) => {
      const { createUser } = dialect;
      const good = bodyOf(session.target);
      const fields = createUser.required.filter((field) => Object.hasOwn(good, field)).slice(0, mostFields);
      if (createUser.required.length === 0) return notArising("the dialect declares no required field");
      if (fields.length === 0) return skipped("the body given has none of the required fields");
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
    rule: "a body that repeats a unique field is refused as declared",
    why: "§1 leaves business rules open; the dialect declares the fields whose value only one user can have.",
    good: "email declared unique, the same twice: 409",
    bad: "email declared unique, the same twice: 201",
    fix: "Enforce it where users are stored, by a unique index, or declare that it is not.",
    // Each unique field with the value of the user who was created.
    judge: onDeclared(async (session, operation, dialect, creation) => {
      const { unique: declared } = dialect.createUser;
      const sent = sentWith(creation);
      const fields = declared.filter((field) => typeof sent[field] === "string" && isStored(dialect, field));
      if (declared.length === 0) return notArising("the dialect declares no unique field");
      if (fields.length === 0) return skipped("the body given has no text in a unique field");
      const outcomes: Outcome[] = [];
      for (const field of fields.slice(0, mostFields)) {
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
    rule: "a field that is not declared is treated as declared",
    why: `${openBody}; the dialect declares what becomes of a field that its schema of a user (records.user) does not know: it is kept, dropped, or refused.`,
    good: "declared drop: 201, and the record is without the field",
    bad: "declared drop: 201, and the record has the field",
    fix: "Pick the known fields out of the body instead of storing it whole, or the other way round, as declared.",
    call: { body: '{"email":"ada@example.com","name":"Ada","orgkitUnknownField":"orgkit"}' },
    // One of several creations at once is this one.
    order: "creating",
    judge: onDeclared((session, operation, dialect) => {
      const { unknownFields: declared } = dialect.createUser;
      if (isClosed(dialect) && declared !== "reject") {
        return notArising("the declared schema of a user has no room for another field");
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
          return skipped("a value of the body is taken: give one with {{unique}} (--create-body)", answered);
        }
        const wanted = `the dialect declares that the field is ${declared === "keep" ? "kept" : "dropped"} (createUser.unknownFields)`;
        if (!isSuccess(answered)) return failed(`${what} gets ${status}; ${wanted}`, answered);
        const record = recordIn(answered) ?? (await listedRecord(session, answered, dialect));
        if (record === undefined) return skipped("no reply and no list shows what became of the field", answered);
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
    rule: "a body over the declared size is refused as declared",
    why: "§8 leaves the bounds of a payload open; the dialect declares the greatest, and a body above it is refused.",
    good: "declared 1048576, a body of 1 MiB and more: 413",
    bad: "declared 1048576, a body of 1 MiB and more: 201",
    fix: "Bound the body where it is read, before it is parsed; a gateway in front may have a bound of its own.",
    judge: onDeclared((session, operation, dialect) => {
      const { bodyBytes: most } = dialect.limits;
      const body = bodyOf(session.target);
      const field = Object.keys(body).find((name) => typeof body[name] === "string");
      if (most > mostBytes) return skipped("the declared size is too large to be tried");
      if (field === undefined) return skipped("the body given has no text that could be made longer");
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
