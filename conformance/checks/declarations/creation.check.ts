import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { own } from "../../../fixtures/own.ts";
import type { Json } from "../../target/body.ts";
import { describe, readEnvelope, type Members } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import { canonical } from "../record.ts";
import { worst } from "../worst.ts";
import { bodyOf, listedRecord, recordIn, sentWith } from "./creation.ts";
import { matchesJson, matchesText } from "./matches-template.ts";
import { declaredCheck, expectStatus, onAnswer, type Answered } from "./declared-check.ts";

/** So many fields are tried one by one, at most. */
const mostFields = 3;

/** DECL-22: each required field left out, alone. */
const required = declaredCheck("DECL-22", async (session, operation, { createUser, statuses }) => {
  const good = bodyOf(session.target);
  const fields = createUser.required.filter((field) => Object.hasOwn(good, field)).slice(0, mostFields);
  if (createUser.required.length === 0) return notArising("the dialect declares no required field");
  if (fields.length === 0) return skipped("the body given has none of the required fields");
  const outcomes: Outcome[] = [];
  for (const field of fields) {
    const { [field]: _, ...body } = good;
    outcomes.push(
      await onAnswer(session, { operation, body }, (answered) =>
        expectStatus(answered, statuses.failure.invalidBody, "createUser.required", `a body without \`${field}\``),
      ),
    );
  }
  return worst(outcomes);
});

/** DECL-23: each unique field with the value of the user who was created. */
const unique = declaredCheck("DECL-23", async (session, operation, { createUser, records, statuses }, creation) => {
  const sent = sentWith(creation);
  const known = new Set([...createUser.required, ...Object.keys(Object(records.user["properties"]))]);
  const isStored = (field: string): boolean => createUser.unknownFields === "keep" || known.has(field);
  const fields = createUser.unique
    .filter(
      (field) => typeof sent[field] === "string" && isStored(field) && !Object.hasOwn(createUser.generated, field),
    )
    .slice(0, mostFields);
  if (createUser.unique.length === 0) return notArising("the dialect declares no unique field");
  if (fields.length === 0) return skipped("the body given has no text in a unique field");
  const outcomes: Outcome[] = [];
  for (const field of fields) {
    const body = { ...bodyOf(session.target), [field]: String(sent[field]) };
    outcomes.push(
      await onAnswer(session, { operation, body }, (answered) =>
        expectStatus(answered, statuses.failure.conflict, "createUser.unique", `a body that repeats \`${field}\``),
      ),
    );
  }
  return worst(outcomes);
});

const unknownName = "orgkitUnknownField";

/** DECL-24: a field that no dialect would declare. It is the second user that a run creates. */
const judgeUnknownFields = declaredCheck("DECL-24", (session, operation, dialect) => {
  const { createUser, statuses, records } = dialect;
  if (records.user["additionalProperties"] === false && createUser.unknownFields !== "reject") {
    return notArising("the declared schema of a user has no room for another field");
  }
  const what = `a body with \`${unknownName}\``;
  const body = { ...bodyOf(session.target), [unknownName]: "orgkit" };
  return onAnswer(session, { operation, body }, async (answered) => {
    if (createUser.unknownFields === "reject") {
      return expectStatus(answered, statuses.failure.invalidBody, "createUser.unknownFields", what);
    }
    if (answered.response.status === statuses.failure.payloadTooLarge) {
      return skipped("the declared size leaves no room for another field", answered);
    }
    if (answered.response.status === statuses.failure.conflict) {
      return skipped("a value of the body is taken: give one with {{unique}} (--create-body)", answered);
    }
    const declared = `the dialect declares that the field is ${createUser.unknownFields === "keep" ? "kept" : "dropped"} (createUser.unknownFields)`;
    if (!isSuccess(answered)) return failed(`${what} gets ${answered.response.status}; ${declared}`, answered);
    const record = recordIn(answered) ?? (await listedRecord(session, answered, dialect));
    if (record === undefined) return skipped("no reply and no list shows what became of the field", answered);
    const isKept = record[unknownName] === "orgkit";
    if (isKept === (createUser.unknownFields === "keep"))
      return passed(`${what}: the field is ${isKept ? "kept" : "dropped"}`, answered);
    return failed(`${what}: the field is ${isKept ? "kept" : "not kept"}; ${declared}`, answered);
  });
});

const unknownFields: Check = { ...judgeUnknownFields, creates: true };

/** A rule of the user that the reply to a creation holds. */
function createdCheck(id: string, judge: (record: Members, creation: Answered, dialect: Dialect) => Outcome): Check {
  return declaredCheck(id, (_, __, dialect, creation) => {
    if (dialect.createUser.returns === "nothing")
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
  const set = Object.entries({ ...createUser.defaults, ...createUser.generated }).filter(
    ([field]) => Object.hasOwn(createUser.generated, field) || !Object.hasOwn(sent, field),
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
  if ((createUser.generated["id"] ?? "{{id}}") !== "{{id}}")
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
  const found = `\`data\` holds ${data.length} records after a creation`;
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

const bodyBytes = declaredCheck("DECL-33", (session, operation, { limits, statuses }) => {
  const body = bodyOf(session.target);
  const field = Object.keys(body).find((name) => typeof body[name] === "string");
  if (limits.bodyBytes > mostBytes) return skipped("the declared size is too large to be tried");
  if (field === undefined) return skipped("the body given has no text that could be made longer");
  const large = { ...body, [field]: `${JSON.stringify(body[field])}${"x".repeat(limits.bodyBytes)}` };
  return onAnswer(session, { operation, body: large }, (answered) =>
    expectStatus(
      answered,
      statuses.failure.payloadTooLarge,
      "limits.bodyBytes",
      `a body of more than ${limits.bodyBytes} bytes`,
    ),
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
