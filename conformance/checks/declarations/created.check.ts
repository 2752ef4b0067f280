import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { counted } from "../../../fixtures/counted.ts";
import { isObject, type Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { capturesIn, capturesInText } from "../../discovery/matches-template.ts";
import { describe, readEnvelope, type Members } from "../../target/envelope.ts";
import { canonical } from "../../target/records.ts";
import { failed, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { ofCreation, recordIn, sentWith } from "./creation.check.ts";
import { asDeclared, declared, type Context } from "./declared-check.ts";

/** Judges the user in the response to a creation. */
function onCreated(judge: (record: Members, context: Context) => Outcome) {
  return (context: Context): Outcome => {
    const { dialect, sample } = context;
    if (ifDeclared(() => dialect.createUser.returns) === "nothing")
      return notArising("the dialect declares that a creation returns no record", sample);
    const record = recordIn(sample);
    return record === undefined ? skipped("the response has no record (see DECL-27)", sample) : judge(record, context);
  };
}

/** The member with the id of a user; `null` if users have none. */
function idNameIn({ responses }: Dialect): string | null {
  const name = ifDeclared(() => responses.ids.user);
  return name === undefined ? "id" : name;
}

function isSetTo(record: Members, field: string, wanted: Json, idName: string | null): boolean {
  // The id of a user is where the dialect says, whatever sets it.
  if (field === "id" && idName === null) return true;
  const value = own(record, field === "id" && idName !== null ? idName : field);
  if (wanted === "{{id}}") return value !== undefined && (idName === null || value === record[idName]);
  if (wanted === "{{now}}") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  // An object may also have members of the body.
  if (isObject(wanted) && isObject(value))
    return Object.entries(wanted).every(([name, member]) => isSetTo(value, name, member, name));
  const text = JSON.stringify(wanted);
  if (!text.includes("{{")) return canonical(value) === canonical(wanted);
  return value === undefined
    ? /^"\{\{\s*(?!id\b|now\b)\w+\s*\}\}"$/.test(text)
    : capturesIn(wanted, value, 0) !== undefined;
}

/** The response to a creation. */
export const declaredAnswers: readonly Requirement[] = [
  declared(
    {
      id: "DECL-25",
      ...ofCreation,
      declares: "the values of omitted fields and of those that the service generates",
      rule: "a created user has the declared values for omitted fields",
      good: 'role declared to default to member: {"id":"usr_1","role":"member"}',
      bad: 'role declared to default to member: {"id":"usr_1","role":null}',
      fix: "Set the declared values before you store the user, so that the response and the list show them.",
    },
    // The values that the service sets for missing fields, and whatever the body contains.
    onCreated((record, { dialect, sample }) => {
      const { createUser } = dialect;
      const sent = sentWith(sample);
      const generated = ifDeclared(() => createUser.generated);
      const left = generated === undefined ? createUser.defaults : (ifDeclared(() => createUser.defaults) ?? {});
      const set = Object.entries({ ...left, ...generated }).filter(
        ([field]) => Object.hasOwn(generated ?? {}, field) || !Object.hasOwn(sent, field),
      );
      if (set.length === 0) return notArising("the dialect declares no default or generated value", sample);
      const wrong = set.filter(([field, value]) => !isSetTo(record, field, value, idNameIn(dialect)));
      if (wrong.length === 0) return passed(`${set.map(([field]) => field).join(", ")} are as declared`, sample);
      const found = wrong.map(
        ([field, value]) => `\`${field}\` is ${describe(own(record, field))}, declared as ${JSON.stringify(value)}`,
      );
      return failed(`${found.join("; ")} (createUser.defaults, createUser.generated)`, sample);
    }),
  ),
  declared(
    {
      id: "DECL-26",
      ...ofCreation,
      open: "the fields of a user",
      declares: "the format of a new user's id",
      rule: "the id of a created user has the declared format",
      good: "declared usr_ and 10 characters: usr_2z8iq9y7jz",
      bad: "declared usr_ and 10 characters: 4711",
      fix: "Generate ids in the declared format, or declare the format you use.",
    },
    onCreated((record, { dialect, sample }) => {
      const { createUser } = dialect;
      const idName = idNameIn(dialect);
      if (idName === null) return notArising("the dialect declares that users have no id", sample);
      if ((ifDeclared(() => createUser.generated["id"]) ?? "{{id}}") !== "{{id}}")
        return notArising("the dialect declares an id of a different format", sample);
      const id = own(record, idName);
      const isRight = (typeof id === "string" || typeof id === "number") && fitsIdentifier(createUser.id, String(id));
      const isTyped = typeof id === (createUser.id.kind === "integer" ? "number" : "string");
      if (isRight && isTyped) return passed("the id of the created user has the declared format", sample);
      const found = `the id of the created user is ${describe(id)}`;
      return asDeclared(false, found, `${JSON.stringify(createUser.id)} (createUser.id)`, sample);
    }),
  ),
  declared(
    {
      id: "DECL-27",
      ...ofCreation,
      open: "whether the envelope in the response to a creation contains the new record",
      rule: "the response to a creation has the declared content",
      good: 'declared record: 201 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
      bad: 'declared record: 201 {"data":[],"meta":{"page":1,"total":0}}',
      fix: "Return the stored record, or declare that `data` is empty.",
    },
    ({ dialect: { createUser }, sample }) => {
      const { data } = readEnvelope(sample.response);
      if (data === undefined) return skipped("`data` is not an array (see ENV-02)", sample);
      const found = `\`data\` holds ${counted(data.length, "record")} after a creation`;
      const [count, content] = createUser.returns === "record" ? [1, "the new user"] : [0, "nothing"];
      return asDeclared(data.length === count, found, `${content} (createUser.returns)`, sample);
    },
  ),
  declared(
    {
      id: "DECL-28",
      ...ofCreation,
      open: "the body of a creation, and so the response to it",
      declares: "the `Location` of a new user, or that there is none",
      rule: "the response to a creation has the declared `Location`",
      good: "declared /api/v1/users/{id}: 201 location: /api/v1/users/usr_1",
      bad: "declared /api/v1/users/{id}: 201 without the header",
      fix: "Set the header in the declared format, with the id of the new user.",
    },
    ({ dialect, sample }) => {
      const { createUser } = dialect;
      const idName = idNameIn(dialect);
      const found = sample.response.headers["location"];
      const shown = `a creation has ${found === undefined ? "no `Location`" : `\`Location: ${found}\``}`;
      const id = idName === null ? undefined : recordIn(sample)?.[idName];
      const isKnown = typeof id === "string" || typeof id === "number";
      const location = createUser.location?.replaceAll(/\{\{\s*id\s*\}\}/g, (placeholder) =>
        isKnown ? encodeURIComponent(id) : placeholder,
      );
      const fits =
        location === undefined
          ? found === undefined
          : found !== undefined && capturesInText(location, found, 0) !== undefined;
      return asDeclared(fits, shown, `${location ?? "none"} (createUser.location)`, sample);
    },
  ),
];
