import { isObject } from "../../../fixtures/json.ts";
import { counted } from "../../../fixtures/counted.ts";
import { Validator } from "@cfworker/json-schema";
import { operations } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import { whyNotReadInFull } from "../../target/parse-json.ts";
import { knownIds } from "../../target/target.ts";
import { failed, inconclusive, notArising, passed, skipped, type Check } from "../check.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { declaredCheck, expectFailure, onAnswer } from "./declared-check.ts";

/** DECL-29: the ids that are known, and the one the record carries. */
const idFormat = declaredCheck("DECL-29", (session, operation, { subscriptionId }, sample) => {
  const record = readEnvelope(sample.response).data?.[0];
  const own = isObject(record) ? record["id"] : undefined;
  const ids = [
    ...knownIds(session.target, operation),
    ...(typeof own === "string" || typeof own === "number" ? [String(own)] : []),
  ];
  const wrong = ids.find((id) => !fitsIdentifier(subscriptionId.format, id));
  if (wrong === undefined) return passed("every id seen has the declared format", sample);
  return failed(
    `the id "${wrong}" has not the declared format, ${JSON.stringify(subscriptionId.format)} (subscriptionId.format)`,
    sample,
  );
});

const illFormedIds = ["orgkit!ill-formed", "0", "-1", "orgkit", "ORGKIT-ILL-FORMED"];

const illFormed = declaredCheck("DECL-30", (session, operation, dialect) => {
  const { subscriptionId } = dialect;
  const id = illFormedIds.find((candidate) => !fitsIdentifier(subscriptionId.format, candidate));
  if (id === undefined) return notArising("the dialect declares that every id is well formed");
  const kind = subscriptionId.illFormed === "reject" ? "badParameter" : "notFound";
  return onAnswer(session, { operation, id }, (answered) =>
    expectFailure(answered, dialect, kind, { key: "subscriptionId.illFormed", what: `the ill-formed id "${id}"` }),
  );
});

/** The most records of a page that are looked at. */
const mostRecords = 200;

/** The longest record that is validated, in characters: the validator may compare each part with each other. */
const maxRecordLength = 200_000;

const fields = declaredCheck("DECL-31", (_, operation, { records, createUser }, sample) => {
  const { record: kind } = operations[operation];
  const schema = records[kind];
  const { data } = readEnvelope(sample.response);
  if (data === undefined) return skipped("`data` is no array (see ENV-02)", sample);
  if (data.length === 0 && operation === "createUser" && ifDeclared(() => createUser.returns) === "nothing") {
    return notArising("the dialect declares that a creation returns no record", sample);
  }
  if (data.length === 0) return skipped("there is no record to look at", sample);
  const validator = new Validator(schema, "2020-12", false);
  for (const [index, record] of data.slice(-mostRecords).entries()) {
    if (JSON.stringify(record).length > maxRecordLength)
      return inconclusive("a record is too large to be validated", sample);
    const problem = problemOf(validator, record);
    if (problem === undefined) continue;
    const unread = whyNotReadInFull(sample.response.body);
    if (unread !== undefined) return inconclusive(`the response is ${unread}`, sample);
    return failed(`record ${index + 1} does not fit the declared schema: ${problem} (records.${kind})`, sample);
  }
  return passed(`the declared schema fits ${counted(data.length, "record")}`, sample);
});

function problemOf(validator: Validator, record: unknown): string | undefined {
  const { errors } = validator.validate(record);
  // The innermost error says what is wrong; those around it only that something is.
  const error = errors.find(({ keyword }) => keyword !== "properties" && keyword !== "items") ?? errors[0];
  return error === undefined
    ? undefined
    : `${error.instanceLocation.replace(/^#\/?/, "") || "the record"}: ${error.error}`;
}

/** DECL-32: what the replies to the good token say of the rate limit. */
const rate = declaredCheck("DECL-32", (_, __, { limits }, sample) => {
  if (limits.rate === null) return notArising("the dialect declares no rate limit", sample);
  const { headers, requests } = limits.rate;
  const name = headers === "x-ratelimit" ? "x-ratelimit-limit" : "ratelimit-limit";
  const found = sample.response.headers[name];
  if (headers === "none") return notArising("the dialect declares that the limit is not announced", sample);
  // Some servers write the policy behind the number: `100, 100;w=60`.
  if (Number.parseInt(found ?? "", 10) === requests) return passed(`\`${name}: ${found}\``, sample);
  const shown = found === undefined ? `there is no \`${name}\`` : `\`${name}\` is ${found}`;
  return failed(`${shown}; the dialect declares ${counted(requests, "request")} (limits.rate)`, sample);
});

/** DECL-34 and DECL-35: paths without the prefix of §9. */
function versionCheck(id: string, key: "unversioned" | "others", path: string): Check {
  return declaredCheck(id, (session, operation, dialect, sample) => {
    const declared = dialect.versions[key];
    return onAnswer(session, { operation, path }, (answered) => {
      if (declared === "notFound") {
        return expectFailure(answered, dialect, "unknownPath", { key: `versions.${key}`, what: path });
      }
      const isAlias = isSuccess(answered) && answerTo(answered, sample) === "served";
      if (isAlias) return passed(`${path} is another name of /api/v1/users`, answered);
      return failed(
        `${path} gets ${answered.response.status}; the dialect declares another name of /api/v1/users (versions.${key})`,
        answered,
      );
    });
  });
}

export const declaredRecordChecks: readonly Check[] = [
  idFormat,
  illFormed,
  fields,
  rate,
  versionCheck("DECL-34", "unversioned", "/users"),
  versionCheck("DECL-35", "others", "/api/v2/users"),
];
