import type { Json } from "../../../fixtures/json.ts";
import { counted } from "../../../fixtures/counted.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { own } from "../../../fixtures/own.ts";
import { dialectOf } from "../../target/dialect.ts";
import { describe, readEnvelope, type Members } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import { canonical } from "../../target/records.ts";
import { worst } from "../worst.ts";
import { bodyOf, listedRecord, recordIn, sentWith } from "./creation.ts";
import { matchesJson, matchesText } from "../../discovery/matches-template.ts";
import { declaredCheck, expectFailure, onAnswer, type Answered } from "./declared-check.ts";

/** So many fields are tried one by one, at most. */
const mostFields = 3;

/** DECL-22: each required field left out, alone. */
const required = declaredCheck("DECL-22", async (session, operation, dialect) => {
  const { createUser } = dialect;
  const good = bodyOf(session.target);
  const fields = createUser.required.filter((field) => Object.hasOwn(good, field)).slice(0, mostFields);
  if (createUser.required.length === 0) return notArising("the dialect declares no required field");
  if (fields.length === 0) return skipped("the body given has none of the required fields");
  const outcomes: Outcome[] = [];
  for (const field of fields) {
    const { [field]: _, ...body } = good;
    outcomes.push(
      await onAnswer(session, { operation, body }, (answered) =>
        expectFailure(answered, dialect, "invalidBody", {
          key: "createUser.required",
          what: `a body without \`${field}\``,
        }),
      ),
    );
  }
  return worst(outcomes);
});

/** DECL-23: each unique field with the value of the user who was created. */
const unique = declaredCheck("DECL-23", async (session, operation, dialect, creation) => {
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
});

/** Whether the field of a body becomes the user's, as far as the dialect says. */
function isStored({ createUser, records }: Dialect, field: string): boolean {
  if (Object.hasOwn(ifDeclared(() => createUser.generated) ?? {}, field)) return false;
  if ((ifDeclared(() => createUser.unknownFields) ?? "keep") === "keep") return true;
  const known = Object.keys(Object(ifDeclared(() => records.user["properties"])));
  return [...known, ...(ifDeclared(() => createUser.required) ?? [])].includes(field);
}

const unknownName = "orgkitUnknownField";

/** DECL-24: a field that no dialect would declare. It is the second user that a run creates. */
const judgeUnknownFields = declaredCheck("DECL-24", (session, operation, dialect) => {
  const { unknownFields: declared } = dialect.createUser;
  const isClosed = ifDeclared(() => dialect.records.user["additionalProperties"]) === false;
  if (isClosed && declared !== "reject") {
    return notArising("the declared schema of a user has no room for another field");
  }
  const what = `a body with \`${unknownName}\``;
  const body = { ...bodyOf(session.target), [unknownName]: "orgkit" };
  return onAnswer(session, { operation, body }, async (answered) => {
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
    const isKept = record[unknownName] === "orgkit";
    if (isKept === (declared === "keep"))
      return passed(`${what}: the field is ${isKept ? "kept" : "dropped"}`, answered);
    return failed(`${what}: the field is ${isKept ? "kept" : "not kept"}; ${wanted}`, answered);
  });
});

const unknownFields: Check = { ...judgeUnknownFields, creates: true };

/** A rule of the user that the reply to a creation holds. */
function createdCheck(id: string, judge: (record: Members, creation: Answered, dialect: Dialect) => Outcome): Check {
  return declaredCheck(id, (_, __, dialect, creation) => {
    if (ifDeclared(() => dialect.createUser.returns) === "nothing")
      return notArising("the dialect declares that a creation returns no record", creation);
    const record = recordIn(creation);
    return record === undefined
      ? skipped("the reply holds no record (see DECL-27)", creation)
      : judge(record, creation, dialect);
  });
}

/** DECL-25: what the service sets for fields left out, and whatever the body says. */
const defaults = createdCheck("DECL-25", (record, creation, { createUser }) => {
  const sent = sentWith(creation);
  const generated = ifDeclared(() => createUser.generated);
  const left = generated === undefined ? createUser.defaults : (ifDeclared(() => createUser.defaults) ?? {});
  const set = Object.entries({ ...left, ...generated }).filter(
    ([field]) => Object.hasOwn(generated ?? {}, field) || !Object.hasOwn(sent, field),
  );
  if (set.length === 0) return notArising("the dialect declares no value that the service sets", creation);
  const wrong = set.filter(([field, value]) => !isSetTo(record, field, value));
  if (wrong.length === 0) return passed(`${set.map(([field]) => field).join(", ")} are as declared`, creation);
  const found = wrong.map(
    ([field, value]) => `\`${field}\` is ${describe(own(record, field))}, declared as ${JSON.stringify(value)}`,
  );
  return failed(`${found.join("; ")} (createUser.defaults, createUser.generated)`, creation);
});

function isSetTo(record: Members, field: string, declared: Json): boolean {
  const value = own(record, field);
  if (declared === "{{id}}") return value !== undefined && value === record["id"];
  if (declared === "{{now}}") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  const text = JSON.stringify(declared);
  if (!text.includes("{{")) return canonical(value) === canonical(declared);
  return value === undefined ? /^"\{\{\s*(?!id\b|now\b)\w+\s*\}\}"$/.test(text) : matchesJson(declared, value, 0);
}

const idFormat = createdCheck("DECL-26", ({ id }, creation, { createUser }) => {
  if ((ifDeclared(() => createUser.generated["id"]) ?? "{{id}}") !== "{{id}}")
    return notArising("the dialect declares another id than its format makes", creation);
  const isRight = (typeof id === "string" || typeof id === "number") && fitsIdentifier(createUser.id, String(id));
  const isTyped = createUser.id.kind === "integer" ? typeof id === "number" : typeof id === "string";
  if (isRight && isTyped) return passed("the id of the created user has the declared format", creation);
  return failed(
    `the id of the created user is ${describe(id)}; the dialect declares ${JSON.stringify(createUser.id)} (createUser.id)`,
    creation,
  );
});

const returns = declaredCheck("DECL-27", (_, __, { createUser }, creation) => {
  const { data } = readEnvelope(creation.response);
  if (data === undefined) return skipped("`data` is no array (see ENV-02)", creation);
  const found = `\`data\` holds ${counted(data.length, "record")} after a creation`;
  if (data.length === (createUser.returns === "record" ? 1 : 0)) return passed(found, creation);
  return failed(
    `${found}; the dialect declares ${createUser.returns === "record" ? "the new user" : "nothing"} (createUser.returns)`,
    creation,
  );
});

const location = declaredCheck("DECL-28", (_, __, { createUser }, creation) => {
  const found = creation.response.headers["location"];
  const shown = found === undefined ? "no `Location`" : `\`Location: ${found}\``;
  const id = recordIn(creation)?.["id"];
  const isKnown = typeof id === "string" || typeof id === "number";
  const declared = createUser.location?.replaceAll(/\{\{\s*id\s*\}\}/g, (placeholder) =>
    isKnown ? encodeURIComponent(id) : placeholder,
  );
  const fits = declared === undefined ? found === undefined : found !== undefined && matchesText(declared, found, 0);
  if (fits) return passed(`a creation carries ${shown}`, creation);
  return failed(
    `a creation carries ${shown}; the dialect declares ${declared ?? "none"} (createUser.location)`,
    creation,
  );
});

/** The greatest body that is sent only to be refused, in bytes. */
const mostBytes = 2 * 1024 * 1024;

const bodyBytes = declaredCheck("DECL-33", (session, operation, dialect) => {
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
});

export const declaredCreationChecks: readonly Check[] = [
  required,
  unique,
  unknownFields,
  defaults,
  idFormat,
  returns,
  location,
  bodyBytes,
];
