import { openPoints } from "../../../fixtures/contract/open-points.ts";
import { listOperationIds, operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import type { ObservedRequirement } from "../requirement.ts";
import { callObservations } from "./calls.check.ts";
import { failureObservations } from "./failures.check.ts";
import { limitObservations } from "./limits.check.ts";
import { pagingObservations } from "./paging.check.ts";
import { recordObservations } from "./records.check.ts";
import { tokenObservation } from "./tokens.check.ts";

const checks = [
  ...recordObservations,
  ...pagingObservations,
  ...callObservations,
  tokenObservation,
  ...failureObservations,
  ...limitObservations,
];

type Row = Pick<ObservedRequirement, "id" | "openPoint" | "operations" | "recorded" | "example" | "call">;

const reads: readonly OperationId[] = operationIds.filter((id) => operations[id].method === "GET");

/** Ids are written out, not counted: they must survive any reordering of the open points. */
const rows: readonly Row[] = [
  {
    id: "OBS-01",
    openPoint: "user-fields",
    operations: ["listUsers"],
    recorded: "the members of the users seen, and the kinds of their values",
    example: "createdAt: text (date-time), email: text (e-mail), id: text, name: text",
  },
  {
    id: "OBS-02",
    openPoint: "subscription-fields",
    operations: ["getSubscription"],
    recorded: "the members of the subscriptions seen, and the kinds of their values",
    example: "id: text, plan: text, seats: integer, cancelAt: null",
  },
  {
    id: "OBS-03",
    openPoint: "invoice-fields",
    operations: ["listInvoices"],
    recorded: "the members of the invoices seen, and the kinds of their values",
    example: "amountDue: integer, currency: text, id: text, paidAt: text (date-time) or null",
  },
  {
    id: "OBS-04",
    openPoint: "states",
    operations: reads,
    recorded: "members that look like a state, and the states seen",
    example: "status (active, suspended)",
  },
  {
    id: "OBS-05",
    openPoint: "paging-parameters",
    operations: listOperationIds,
    recorded: "the query parameters that choose a page and its size",
    example: "page and per_page",
    call: { query: "page=2&per_page=2" },
  },
  {
    id: "OBS-06",
    openPoint: "filter-parameters",
    operations: listOperationIds,
    recorded: "the members by which a list can be filtered, and how",
    example: "by status and role, as `status=…`",
    call: { query: "status=active" },
  },
  {
    id: "OBS-07",
    openPoint: "sort-parameters",
    operations: listOperationIds,
    recorded: "the members by which a list can be sorted, and how",
    example: "by createdAt and name, as `sort=-createdAt`",
    call: { query: "sort=-createdAt" },
  },
  {
    id: "OBS-08",
    openPoint: "create-body",
    operations: ["createUser"],
    recorded: "the members of a body with which a user was created, and of one that was refused",
    example: "a body with email: text (e-mail), name: text is accepted",
  },
  {
    id: "OBS-09",
    openPoint: "subscription-id",
    operations: ["getSubscription"],
    recorded: "the form of the subscription ids, and what an unknown one gets",
    example: "`sub_` and 8 characters (digits and lower-case letters), an unknown one gets 404",
  },
  {
    id: "OBS-10",
    openPoint: "success-statuses",
    operations: operationIds,
    recorded: "the status code of a success",
    example: "a success is 201",
  },
  {
    id: "OBS-11",
    openPoint: "element-shape",
    operations: operationIds,
    recorded: "what the elements of `data` are",
    example: "objects with email: text (e-mail), id: text, name: text",
  },
  {
    id: "OBS-12",
    openPoint: "tokens",
    operations: operationIds,
    recorded: "the challenge of a refusal, and whether `bearer` in lower case is accepted",
    example: "the challenge Bearer (realm) for no token, `bearer` in lower case is accepted",
    call: { authorization: "bearer $ORGKIT_TOKEN" },
  },
  {
    id: "OBS-13",
    openPoint: "further-headers",
    operations: operationIds,
    recorded: "further headers that calls needed, and whether browsers may read the replies",
    example: "no further header was needed, browsers may read the reply from any origin",
  },
  {
    id: "OBS-14",
    openPoint: "failure-statuses",
    operations: operationIds,
    recorded: "the status codes of the failures seen",
    example: "401 for no token and a token never issued, 404 for an unknown id",
    call: { authorization: null },
  },
  {
    id: "OBS-15",
    openPoint: "error-body",
    operations: operationIds,
    recorded: "the content type and the form of the bodies of the failures seen",
    example: "problem details {detail, status, title, type} as application/problem+json",
    call: { authorization: null },
  },
  {
    id: "OBS-16",
    openPoint: "rate-limit",
    operations: operationIds,
    recorded: "headers that announce a rate limit, and calls that were answered with 429",
    example: "`ratelimit-limit: 100`",
  },
  {
    id: "OBS-17",
    openPoint: "page-size",
    operations: listOperationIds,
    recorded: "how many records a page holds where no size is asked for, and what a great size gets",
    example: "20 records where no size is asked for, a greater size is cut to 100",
    call: { query: "per_page=1000" },
  },
  {
    id: "OBS-18",
    openPoint: "payload-size",
    operations: ["createUser"],
    recorded: "what a payload that is too large is answered with, where one was sent",
    example: "a payload too large is answered with 413",
  },
  {
    id: "OBS-19",
    openPoint: "compatibility",
    operations: ["listUsers"],
    recorded: "what paths without a version, and with another one, are answered with",
    example: "`/users` gets 404, `/api/v2/users` gets 404",
    call: { path: "/api/v2/users" },
  },
];

function observed({ id, openPoint, ...row }: Row): ObservedRequirement {
  const point = openPoints.find((candidate) => candidate.id === openPoint);
  const check = checks.find((candidate) => candidate.id === id);
  if (point === undefined || check === undefined)
    throw new Error(`${id} has no open point "${openPoint}", or no check`);
  const { section, title, quote } = point;
  return { level: "observed", openPoint, sections: [section], rule: `open: ${title}`, quote, ...row, ...check };
}

/**
 * What a target does where the document is silent: one record for each open point of §2, 3, 4, 5, 7, 8 and 9, which an
 * exchange can show. None of these fails. A message is the target's choice at an open point: it holds nothing that
 * changes from run to run and no value of a record, so that two runs and two targets can be compared by it.
 */
export const observedRequirements: readonly ObservedRequirement[] = rows.map(observed);
