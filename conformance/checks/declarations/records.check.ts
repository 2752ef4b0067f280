import { isObject } from "../../../fixtures/json.ts";
import { counted } from "../../../fixtures/counted.ts";
import { Validator } from "@cfworker/json-schema";
import { operationIds, operations } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import { whyNotReadInFull } from "../../target/parse-json.ts";
import { own } from "../../../fixtures/own.ts";
import { knownIds } from "../../target/target.ts";
import { failed, inconclusive, notArising, passed, skipped } from "../check.ts";
import type { Requirement, ScoredRequirement } from "../requirement.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { everywhereDeclared, expectFailure, onAnswer, onDeclared } from "./declared-check.ts";

const illFormedIds = ["orgkit!ill-formed", "0", "-1", "orgkit", "ORGKIT-ILL-FORMED"];

/** The maximum number of records per page to validate. */
const maxRecords = 200;

/** The maximum length of a record to validate, in characters: the validator may compare every part with every other. */
const maxRecordLength = 200_000;

function problemOf(validator: Validator, record: unknown): string | undefined {
  const { errors } = validator.validate(record);
  // The innermost error says what is wrong; the outer ones only that something is.
  const error = errors.find(({ keyword }) => keyword !== "properties" && keyword !== "items") ?? errors[0];
  return error === undefined
    ? undefined
    : `${error.instanceLocation.replace(/^#\/?/, "") || "the record"}: ${error.error}`;
}

/** The response to paths without the prefix of §9. */
function versions(
  requirement: Pick<ScoredRequirement, "id" | "rule" | "why" | "bad" | "fix">,
  key: "unversioned" | "others",
  path: string,
): Requirement {
  return {
    level: "declared",
    sections: ["9"],
    operations: ["listUsers"],
    good: `declared notFound: ${path}: 404`,
    call: { path },
    ...requirement,
    judge: onDeclared((session, operation, dialect, sample) => {
      const declared = dialect.versions[key];
      return onAnswer(session, { operation, path }, (answered) => {
        if (declared === "notFound") {
          return expectFailure(answered, dialect, "unknownPath", { key: `versions.${key}`, what: path });
        }
        const isAlias = isSuccess(answered) && answerTo(answered, sample) === "served";
        if (isAlias) return passed(`${path} is an alias of /api/v1/users`, answered);
        const found = `${path} gets ${answered.response.status}`;
        return failed(`${found}; the dialect declares an alias of /api/v1/users (versions.${key})`, answered);
      });
    }),
  };
}

const ofIds = { level: "declared", sections: ["4"], operations: ["getSubscription"] } as const;

export const declaredRecords: readonly Requirement[] = [
  {
    id: "DECL-29",
    ...ofIds,
    rule: "subscription ids have the declared format",
    why: "§4 leaves the type and format of the subscription id open. The dialect declares it.",
    good: "declared sub_ and 8 characters: sub_k9p34y6n",
    bad: "declared sub_ and 8 characters: 42",
    fix: "Issue ids in the declared format, in invoices too, or declare the format you use.",
    // The known ids, and the record's own.
    judge: onDeclared((session, operation, { subscriptionId, responses }, sample) => {
      const record = readEnvelope(sample.response).data?.[0];
      const idName = ifDeclared(() => responses.ids.subscription);
      const shown = isObject(record) && idName !== null ? own(record, idName ?? "id") : undefined;
      const ids = [
        ...knownIds(session.target, operation),
        ...(typeof shown === "string" || typeof shown === "number" ? [String(shown)] : []),
      ];
      const wrong = ids.find((id) => !fitsIdentifier(subscriptionId.format, id));
      if (wrong === undefined) return passed("all ids have the declared format", sample);
      return failed(
        `the id "${wrong}" does not have the declared format, ${JSON.stringify(subscriptionId.format)} (subscriptionId.format)`,
        sample,
      );
    }),
  },
  {
    id: "DECL-30",
    ...ofIds,
    rule: "an ill-formed subscription id gets the declared response",
    why: "§4 leaves the format of the id open. The dialect declares what an id in any other format gets.",
    good: "declared notFound: /api/v1/subscriptions/orgkit!ill-formed: 404",
    bad: "declared notFound: /api/v1/subscriptions/orgkit!ill-formed: 500",
    fix: "Check the format before the id reaches the database, and respond as declared.",
    call: { path: "/api/v1/subscriptions/orgkit!ill-formed" },
    judge: onDeclared((session, operation, dialect) => {
      const { subscriptionId } = dialect;
      const id = illFormedIds.find((candidate) => !fitsIdentifier(subscriptionId.format, candidate));
      if (id === undefined) return notArising("the dialect declares that any id is well-formed");
      const kind = subscriptionId.illFormed === "reject" ? "badParameter" : "notFound";
      return onAnswer(session, { operation, id }, (answered) =>
        expectFailure(answered, dialect, kind, { key: "subscriptionId.illFormed", what: `the ill-formed id "${id}"` }),
      );
    }),
  },
  {
    id: "DECL-31",
    level: "declared",
    sections: ["2"],
    operations: operationIds,
    rule: "each record matches the declared JSON Schema",
    why: "§2 leaves the fields of each resource open. The dialect declares them as JSON Schema, which each record must match.",
    good: 'seats declared integer: {"id":"sub_1","seats":12}',
    bad: 'seats declared integer: {"id":"sub_1","seats":"12"}',
    fix: "Write the records as declared, or extend the schema (null if a value may be absent).",
    ...everywhereDeclared((operation, { records, createUser }, sample) => {
      const { record: kind } = operations[operation];
      const schema = records[kind];
      const { data } = readEnvelope(sample.response);
      if (data === undefined) return skipped("`data` is not an array (see ENV-02)", sample);
      if (data.length === 0 && operation === "createUser" && ifDeclared(() => createUser.returns) === "nothing") {
        return notArising("the dialect declares that a creation returns no record", sample);
      }
      if (data.length === 0) return skipped("there are no records", sample);
      const validator = new Validator(schema, "2020-12", false);
      for (const [index, record] of data.slice(-maxRecords).entries()) {
        if (JSON.stringify(record).length > maxRecordLength)
          return inconclusive("a record is too large to validate", sample);
        const problem = problemOf(validator, record);
        if (problem === undefined) continue;
        const unread = whyNotReadInFull(sample.response.body);
        if (unread !== undefined) return inconclusive(`the response is ${unread}`, sample);
        return failed(`record ${index + 1} does not match the declared schema: ${problem} (records.${kind})`, sample);
      }
      return passed(`${counted(data.length, "record")} match the declared schema`, sample);
    }),
  },
  {
    id: "DECL-32",
    level: "declared",
    sections: ["8"],
    operations: operationIds,
    rule: "the declared rate limit is announced",
    why: "§8 leaves rate limits open. The dialect declares one and the header that announces it. orgkit does not send enough requests to reach it.",
    good: "declared 100: 200 ratelimit-limit: 100",
    bad: "declared 100: 200 ratelimit-limit: 60",
    fix: "Announce the limit you enforce in the declared header.",
    // The rate limit in the responses to the valid token.
    ...everywhereDeclared((_, { limits }, sample) => {
      if (limits.rate === null) return notArising("the dialect declares no rate limit", sample);
      const { headers, requests } = limits.rate;
      const name = headers === "x-ratelimit" ? "x-ratelimit-limit" : "ratelimit-limit";
      const found = sample.response.headers[name];
      if (headers === "none") return notArising("the dialect declares that the limit is not announced", sample);
      // Some servers add the policy to the number: `100, 100;w=60`.
      if (Number.parseInt(found ?? "", 10) === requests) return passed(`\`${name}: ${found}\``, sample);
      const shown = found === undefined ? `there is no \`${name}\`` : `\`${name}\` is ${found}`;
      return failed(`${shown}; the dialect declares ${counted(requests, "request")} (limits.rate)`, sample);
    }),
  },
  versions(
    {
      id: "DECL-34",
      rule: "a path without a version gets the declared response",
      why: "§9 puts the version in the path and leaves open what a path without one gets. The dialect declares it.",
      bad: "declared notFound: /users: 200 with the users",
      fix: "Serve or reject unversioned paths as declared.",
    },
    "unversioned",
    "/users",
  ),
  versions(
    {
      id: "DECL-35",
      rule: "a path with another version gets the declared response",
      why: "§9 puts the version in the path and leaves open what another version gets. The dialect declares it.",
      bad: "declared notFound: /api/v2/users: 200 with the users",
      fix: "Serve or reject other versions as declared. A route such as /api/:version matches all of them.",
    },
    "others",
    "/api/v2/users",
  ),
];
