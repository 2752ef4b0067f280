import { openPoints } from "../../fixtures/contract/open-points.ts";
import {
  hasId,
  listOperationIds,
  operationIds,
  readOperationIds,
  findSource,
} from "../../fixtures/contract/operations.ts";
import { collectionOf, kinds, recordKinds } from "../../fixtures/contract/record-kinds.ts";
import type { ObservedRequirement } from "./requirement.ts";

/** The key of the observation whether a token reads a subscription of another account, which may be a leak. */
export const readsOtherAccount = "observed.readsOtherAccount";

/** §5: an id of another account. The document scopes the invoice list, and says nothing of subscriptions. */
export const otherAccount: ObservedRequirement = {
  id: "SCOPE-02",
  level: "observed",
  openPoint: "tokens",
  operations: operationIds.filter(hasId),
  since: 2,
  sections: ["5"],
  rule: "open: whether a token reads the subscriptions of another account",
  quote: "Token issuance, lifetime, scopes and any further required headers: not shown.",
  recorded:
    "the response to an id of another account. A dialect declares `subscriptions: ofAccount` if it must not return the record",
};

type Row = Pick<ObservedRequirement, "id" | "openPoint" | "operations" | "recorded" | "call">;

/** Ids are explicit, not counted: they must not change when open points are reordered. */
const rows: readonly Row[] = [
  ...recordKinds.map((kind) => ({
    id: kinds[kind].observed,
    openPoint: `${kind}-fields`,
    operations: [findSource(kind)].filter((operation) => operation !== undefined),
    recorded: `the fields of ${collectionOf(kind)}, and the types of their values`,
  })),
  {
    id: "OBS-04",
    openPoint: "states",
    operations: readOperationIds,
    recorded: "fields that look like a state, and their values",
  },
  {
    id: "OBS-05",
    openPoint: "paging-parameters",
    operations: listOperationIds,
    recorded: "the query parameters for the page and its size",
    call: { query: "page=2&per_page=2" },
  },
  {
    id: "OBS-06",
    openPoint: "filter-parameters",
    operations: listOperationIds,
    recorded: "the fields by which lists can be filtered, and how",
    call: { query: "status=active" },
  },
  {
    id: "OBS-07",
    openPoint: "sort-parameters",
    operations: listOperationIds,
    recorded: "the fields by which lists can be sorted, and how",
    call: { query: "sort=-createdAt" },
  },
  {
    id: "OBS-08",
    openPoint: "create-body",
    operations: ["createUser"],
    recorded: "the fields of a body that was accepted",
  },
  {
    id: "OBS-09",
    openPoint: "subscription-id",
    operations: ["getSubscription"],
    recorded: "the format of subscription ids, and the response to an unknown id",
  },
  {
    id: "OBS-10",
    openPoint: "success-statuses",
    operations: operationIds,
    recorded: "the status code of a success",
  },
  {
    id: "OBS-11",
    openPoint: "element-shape",
    operations: operationIds,
    recorded: "what the elements of `data` are",
  },
  {
    id: "OBS-12",
    openPoint: "tokens",
    operations: operationIds,
    recorded: "the challenge of a rejection, and whether `bearer` in lower case is accepted",
    call: { authorization: "bearer $ORGKIT_TOKEN" },
  },
  {
    id: "OBS-13",
    openPoint: "further-headers",
    operations: operationIds,
    recorded: "other headers that requests needed, and whether browsers may read the responses",
  },
  {
    id: "OBS-14",
    openPoint: "failure-statuses",
    operations: operationIds,
    recorded: "the status codes of failures",
    call: { authorization: null },
  },
  {
    id: "OBS-15",
    openPoint: "error-body",
    operations: operationIds,
    recorded: "the content type and the body of failures",
    call: { authorization: null },
  },
  {
    id: "OBS-16",
    openPoint: "rate-limit",
    operations: operationIds,
    recorded: "headers that announce a rate limit, and 429 responses",
  },
  {
    id: "OBS-17",
    openPoint: "page-size",
    operations: listOperationIds,
    recorded: "how many records a page has by default",
    call: { query: "per_page=1000" },
  },
  {
    id: "OBS-18",
    openPoint: "payload-size",
    operations: ["createUser"],
    recorded: "the response to a payload that is too large, if one was sent",
  },
  {
    id: "OBS-19",
    openPoint: "compatibility",
    operations: ["listUsers"],
    recorded: "headers that announce a deprecation",
  },
];

function observed({ openPoint, ...row }: Row): ObservedRequirement {
  const point = openPoints.find((candidate) => candidate.id === openPoint);
  if (point === undefined) throw new Error(`${row.id} has no open point "${openPoint}"`);
  const { section, title, quote } = point;
  return { level: "observed", openPoint, sections: [section], rule: `open: ${title}`, quote, ...row };
}

/**
 * The behavior of a target where the document is silent: one record for each open point of §2, 3, 4, 5, 7, 8 and 9 that
 * an exchange can show. None of these fails. A message is the target's choice at an open point, without values that
 * change or come from records, so that runs and targets can be compared.
 */
export const observedRequirements: readonly ObservedRequirement[] = rows.map(observed);
