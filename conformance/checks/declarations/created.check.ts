import { isObject, type Json } from "../../../fixtures/json.ts";
import { counted } from "../../../fixtures/counted.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { own } from "../../../fixtures/own.ts";
import { describe, readEnvelope, type Members } from "../../target/envelope.ts";
import { failed, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import { canonical } from "../../target/records.ts";
import type { Requirement } from "../requirement.ts";
import { ofCreation, openBody, recordIn, sentWith } from "./creation.ts";
import { capturesIn, capturesInText } from "../../discovery/matches-template.ts";
import { onDeclared, type Answered } from "./declared-check.ts";

/** Judges the user in the response to a creation. */
function onCreated(judge: (record: Members, creation: Answered, dialect: Dialect) => Outcome): Check["judge"] {
  return onDeclared((_, __, dialect, creation) => {
    if (ifDeclared(() => dialect.createUser.returns) === "nothing")
      return notArising("the dialect declares that a creation returns no record", creation);
    const record = recordIn(creation);
    return record === undefined
      ? skipped("the response has no record (see DECL-27)", creation)
      : judge(record, creation, dialect);
  });
}

/** The member with the id of a user; `null` if users have none. */
function idNameIn({ responses }: Dialect): string | null {
  const declared = ifDeclared(() => responses.ids.user);
  return declared === undefined ? "id" : declared;
}

function isSetTo(record: Members, field: string, declared: Json, idName: string | null): boolean {
  // The id of a user is where the dialect says, whatever sets it.
  if (field === "id" && idName === null) return true;
  const value = own(record, field === "id" && idName !== null ? idName : field);
  if (declared === "{{id}}") return value !== undefined && (idName === null || value === record[idName]);
  if (declared === "{{now}}") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  // An object may also have members of the body.
  if (isObject(declared) && isObject(value))
    return Object.entries(declared).every(([name, member]) => isSetTo(value, name, member, name));
  const text = JSON.stringify(declared);
  if (!text.includes("{{")) return canonical(value) === canonical(declared);
  return value === undefined
    ? /^"\{\{\s*(?!id\b|now\b)\w+\s*\}\}"$/.test(text)
    : capturesIn(declared, value, 0) !== undefined;
}

/** The response to a creation. */
export const declaredAnswers: readonly Requirement[] = [
  {
    id: "DECL-25",
    ...ofCreation,
    rule: "a created user has the declared values for omitted fields",
    why: `${openBody}. The dialect declares the values of omitted fields and of those that the service generates.`,
    good: 'role declared to default to member: {"id":"usr_1","role":"member"}',
    bad: 'role declared to default to member: {"id":"usr_1","role":null}',
    fix: "Set the declared values before you store the user, so that the response and the list show them.",
    // The values that the service sets for missing fields, and whatever the body contains.
    judge: onCreated((record, creation, dialect) => {
      const { createUser } = dialect;
      const sent = sentWith(creation);
      const generated = ifDeclared(() => createUser.generated);
      const left = generated === undefined ? createUser.defaults : (ifDeclared(() => createUser.defaults) ?? {});
      const set = Object.entries({ ...left, ...generated }).filter(
        ([field]) => Object.hasOwn(generated ?? {}, field) || !Object.hasOwn(sent, field),
      );
      if (set.length === 0) return notArising("the dialect declares no default or generated value", creation);
      const wrong = set.filter(([field, value]) => !isSetTo(record, field, value, idNameIn(dialect)));
      if (wrong.length === 0) return passed(`${set.map(([field]) => field).join(", ")} are as declared`, creation);
      const found = wrong.map(
        ([field, value]) => `\`${field}\` is ${describe(own(record, field))}, declared as ${JSON.stringify(value)}`,
      );
      return failed(`${found.join("; ")} (createUser.defaults, createUser.generated)`, creation);
    }),
  },
  {
    id: "DECL-26",
    ...ofCreation,
    rule: "the id of a created user has the declared format",
    why: "§2 leaves the fields of a user open. The dialect declares the format of a new user's id.",
    good: "declared usr_ and 10 characters: usr_2z8iq9y7jz",
    bad: "declared usr_ and 10 characters: 4711",
    fix: "Generate ids in the declared format, or declare the format you use.",
    judge: onCreated((record, creation, dialect) => {
      const { createUser } = dialect;
      const idName = idNameIn(dialect);
      if (idName === null) return notArising("the dialect declares that users have no id", creation);
      if ((ifDeclared(() => createUser.generated["id"]) ?? "{{id}}") !== "{{id}}")
        return notArising("the dialect declares an id of a different format", creation);
      const id = own(record, idName);
      const isRight = (typeof id === "string" || typeof id === "number") && fitsIdentifier(createUser.id, String(id));
      const isTyped = typeof id === (createUser.id.kind === "integer" ? "number" : "string");
      if (isRight && isTyped) return passed("the id of the created user has the declared format", creation);
      return failed(
        `the id of the created user is ${describe(id)}; the dialect declares ${JSON.stringify(createUser.id)} (createUser.id)`,
        creation,
      );
    }),
  },
  {
    id: "DECL-27",
    ...ofCreation,
    rule: "the response to a creation has the declared content",
    why: "§2 gives the response to a creation an envelope, and leaves open whether it contains the new record. The dialect declares that.",
    good: 'declared record: 201 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
    bad: 'declared record: 201 {"data":[],"meta":{"page":1,"total":0}}',
    fix: "Return the stored record, or declare that `data` is empty.",
    judge: onDeclared((_, __, { createUser }, creation) => {
      const { data } = readEnvelope(creation.response);
      if (data === undefined) return skipped("`data` is not an array (see ENV-02)", creation);
      const found = `\`data\` holds ${counted(data.length, "record")} after a creation`;
      if (data.length === (createUser.returns === "record" ? 1 : 0)) return passed(found, creation);
      return failed(
        `${found}; the dialect declares ${createUser.returns === "record" ? "the new user" : "nothing"} (createUser.returns)`,
        creation,
      );
    }),
  },
  {
    id: "DECL-28",
    ...ofCreation,
    rule: "the response to a creation has the declared `Location`",
    why: `${openBody}, and so the response to it. The dialect declares the \`Location\` of a new user, or that there is none.`,
    good: "declared /api/v1/users/{id}: 201 location: /api/v1/users/usr_1",
    bad: "declared /api/v1/users/{id}: 201 without the header",
    fix: "Set the header in the declared format, with the id of the new user.",
    judge: onDeclared((_, __, dialect, creation) => {
      const { createUser } = dialect;
      const idName = idNameIn(dialect);
      const found = creation.response.headers["location"];
      const shown = found === undefined ? "no `Location`" : `\`Location: ${found}\``;
      const id = idName === null ? undefined : recordIn(creation)?.[idName];
      const isKnown = typeof id === "string" || typeof id === "number";
      const declared = createUser.location?.replaceAll(/\{\{\s*id\s*\}\}/g, (placeholder) =>
        isKnown ? encodeURIComponent(id) : placeholder,
      );
      const fits =
        declared === undefined
          ? found === undefined
          : found !== undefined && capturesInText(declared, found, 0) !== undefined;
      if (fits) return passed(`a creation has ${shown}`, creation);
      return failed(
        `a creation has ${shown}; the dialect declares ${declared ?? "none"} (createUser.location)`,
        creation,
      );
    }),
  },
];
