import { hasId, operationIds, operations } from "../../../fixtures/contract/operations.ts";
import { counted } from "../../../fixtures/counted.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import { fitsIdentifier } from "../../../fixtures/dialect/identifier.ts";
import { recordProblem, recordValidator } from "../../../fixtures/dialect/record-validator.ts";
import { isObject } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { whyNotReadInFull, withRoundedIntegers } from "../../target/parse-json.ts";
import { knownIds } from "../../target/target.ts";
import { failed, inconclusive, notArising, passed, skipped } from "../check.ts";
import { judgeOtherAccount } from "../observed/other-account.ts";
import type { Requirement } from "../requirement.ts";
import { asDeclared, askFailing, declared, declaredEverywhere } from "./declared-check.ts";

const illFormedIds = ["orgkit!ill-formed", "0", "-1", "orgkit", "ORGKIT-ILL-FORMED"];

/** The maximum number of records per page to validate. */
const maxRecords = 200;

/** The maximum length of a record to validate, in characters: the validator may compare every part with every other. */
const maxRecordLength = 200_000;

const ofIds = {
  section: "4",
  open: "the type and format of the subscription id",
  operations: ["getSubscription"],
} as const;

export const declaredRecords: readonly Requirement[] = [
  declared(
    {
      id: "DECL-29",
      ...ofIds,
      rule: "subscription ids have the declared format",
      good: "declared sub_ and 8 characters: sub_k9p34y6n",
      bad: "declared sub_ and 8 characters: 42",
      fix: "Issue ids in the declared format, in invoices too, or declare the format you use.",
    },
    // The known ids, and the record's own.
    ({ session, operation, dialect: { subscriptionId, responses }, sample }) => {
      const record = readEnvelope(sample.response).data?.[0];
      const idName = ifDeclared(() => responses.ids.subscription);
      const shown = isObject(record) && idName !== null ? own(record, idName ?? "id") : undefined;
      const isId = typeof shown === "string" || typeof shown === "number";
      const ids = [...knownIds(session.target, operation), ...(isId ? [String(shown)] : [])];
      const wrong = ids.find((id) => !fitsIdentifier(subscriptionId.format, id));
      if (wrong === undefined) return passed("all ids have the declared format", sample);
      const format = `${JSON.stringify(subscriptionId.format)} (subscriptionId.format)`;
      return failed(`the id "${wrong}" does not have the declared format, ${format}`, sample);
    },
  ),
  declared(
    {
      id: "DECL-30",
      ...ofIds,
      declares: "what an id in any other format gets",
      rule: "an ill-formed subscription id gets the declared response",
      good: "declared notFound: /api/v1/subscriptions/orgkit!ill-formed: 404",
      bad: "declared notFound: /api/v1/subscriptions/orgkit!ill-formed: 500",
      fix: "Check the format before the id reaches the database, and respond as declared.",
      call: { path: "/api/v1/subscriptions/orgkit!ill-formed" },
    },
    (context) => {
      const { format, illFormed } = context.dialect.subscriptionId;
      const id = illFormedIds.find((candidate) => !fitsIdentifier(format, candidate));
      if (id === undefined) return notArising("the dialect declares that any id is well-formed");
      const kind = illFormed === "reject" ? "badParameter" : "notFound";
      const what = `the ill-formed id "${id}"`;
      return askFailing(context, { id }, { kind, key: "subscriptionId.illFormed", what });
    },
  ),
  declared(
    {
      id: "DECL-36",
      section: "5",
      open: "whether a token reads the subscriptions of another account",
      operations: operationIds.filter(hasId),
      since: 3,
      rule: "an id of another account does not return that account's record, if so declared",
      good: "declared ofAccount: first account, with an id of the second: 404",
      bad: 'declared ofAccount: first account, with an id of the second: 200 {"data":[{"id":"sub_9"}],"meta":{"page":1,"total":1}}',
      fix: "Select by the id and by the account of the token, in the query itself.",
    },
    async ({ session, operation, dialect: { subscriptions } }) => {
      const outcome = await judgeOtherAccount(session, operation);
      if (outcome.status !== "failed") return outcome;
      return { ...outcome, message: `${outcome.message}; the dialect declares ${subscriptions} (subscriptions)` };
    },
  ),
  declaredEverywhere(
    {
      id: "DECL-31",
      section: "2",
      open: "the fields of each resource",
      declares: "them as JSON Schema, which each record must match",
      operations: operationIds,
      rule: "each record matches the declared JSON Schema",
      good: 'seats declared integer: {"id":"sub_1","seats":12}',
      bad: 'seats declared integer: {"id":"sub_1","seats":"12"}',
      fix: "Write the records as declared, or extend the schema (null if a value may be absent).",
    },
    ({ operation, dialect: { records, createUser }, sample }) => {
      const { record: kind } = operations[operation];
      const schema = records[kind];
      const { data } = readEnvelope(sample.response);
      if (data === undefined) return skipped("`data` is not an array (see ENV-02)", sample);
      if (data.length === 0 && operation === "createUser" && ifDeclared(() => createUser.returns) === "nothing")
        return notArising("the dialect declares that a creation returns no record", sample);
      if (data.length === 0) return skipped("there are no records", sample);
      const validate = recordValidator(schema);
      for (const [index, record] of data.slice(-maxRecords).entries()) {
        if (JSON.stringify(record).length > maxRecordLength)
          return inconclusive("a record is too large to validate", sample);
        const problem = recordProblem(validate, record) && recordProblem(validate, withRoundedIntegers(record));
        if (problem === undefined) continue;
        const unread = whyNotReadInFull(sample.response.body);
        if (unread !== undefined) return inconclusive(`the response is ${unread}`, sample);
        return failed(`record ${index + 1} does not match the declared schema: ${problem} (records.${kind})`, sample);
      }
      return passed(`${counted(data.length, "record")} match the declared schema`, sample);
    },
  ),
  declaredEverywhere(
    {
      id: "DECL-32",
      section: "8",
      open: "rate limits",
      declares: "one and the header that announces it. orgkit does not send enough requests to reach it",
      operations: operationIds,
      rule: "the declared rate limit is announced",
      good: "declared 100: 200 ratelimit-limit: 100",
      bad: "declared 100: 200 ratelimit-limit: 60",
      fix: "Announce the limit you enforce in the declared header.",
    },
    ({ dialect: { limits }, sample }) => {
      if (limits.rate === null) return notArising("the dialect declares no rate limit", sample);
      const { headers, requests } = limits.rate;
      if (headers === "none") return notArising("the dialect declares that the limit is not announced", sample);
      const name = headers === "x-ratelimit" ? "x-ratelimit-limit" : "ratelimit-limit";
      const found = sample.response.headers[name];
      const shown = found === undefined ? `there is no \`${name}\`` : `\`${name}\` is ${found}`;
      // Some servers add the policy to the number: `100, 100;w=60`.
      const isRight = Number.parseInt(found ?? "", 10) === requests;
      return asDeclared(isRight, shown, `${counted(requests, "request")} (limits.rate)`, sample);
    },
  ),
];
