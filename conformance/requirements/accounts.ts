import { hasId, operationIds } from "../../fixtures/contract/operations.ts";
import { resources } from "../../fixtures/contract/resources.ts";
import {
  judgeCommonRecords,
  judgeForeignRecords,
  judgeFurtherPages,
  judgeTags,
  judgeUnsteadyScope,
} from "../rules/accounts.ts";
import {
  judgeCountedOnce,
  judgeFailedCreations,
  judgeGrowthByOne,
  judgeInvalidCreations,
  judgeOlderUsers,
  judgeOwnIds,
} from "../rules/creation-counted.ts";
import { judgeChanges, judgeEarlierUsers, judgeListed } from "../rules/creation-listed.ts";
import { judgeForeign, judgeOwners, judgeReturned, judgeValues } from "../rules/creation-values.ts";
import type { ObservedRequirement, RuledRequirement } from "./requirement.ts";

const listsUsers = "It lists users of the organization (paginated) and creates user accounts.";

/** What requirements on creations have in common. */
const ofCreation = {
  level: "implied",
  sections: ["4"],
  operations: ["createUser"],
  since: 2,
  quote: "| POST | /api/v1/users | Create a user account | body sent with the call | Envelope as above |",
} as const;

/** Whose records are whose (§5), and what a creation does (§1, §4). */
export const accountRequirements: readonly RuledRequirement[] = [
  {
    id: "SCOPE-01",
    level: "stated",
    sections: ["5"],
    operations: ["listInvoices"],
    rule: "the invoices of two accounts have no record in common",
    judgedBy: [judgeForeignRecords, judgeFurtherPages, judgeCommonRecords, judgeUnsteadyScope, judgeTags],
    quote: "The invoice list is scoped to the authenticated account.",
    why: "One account must not see the invoices of another.",
    good: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_9"}],…}',
    bad: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_1"}],…}',
    fix: "Select invoices by the account of the token, in the query itself. Look for a cache whose key does not include the account.",
    call: { authorization: "Bearer $ORGKIT_TOKEN_B" },
  },
  {
    id: "CREATE-01",
    level: "implied",
    sections: ["1"],
    operations: ["createUser"],
    rule: "after `createUser` the new user is listed, immediately or soon, and stays listed",
    judgedBy: [judgeListed, judgeEarlierUsers, judgeChanges],
    quote: listsUsers,
    why: "A created user is one of the users of the organization. It may take some time to appear.",
    good: "201, and listUsers shows the new user, immediately or some seconds later",
    bad: "201, and the new user is on no page of listUsers",
    fix: "Commit the new user before you respond, and list it. Look for a creation that only validates, a cached list that is never refreshed, and concurrent creations that overwrite each other.",
  },
  {
    ...ofCreation,
    id: "CREATE-02",
    rule: "a creation adds exactly one user, and `meta.total` counts it; a creation rejected for its body adds none",
    judgedBy: [
      judgeFailedCreations,
      judgeGrowthByOne,
      judgeCountedOnce,
      judgeOlderUsers,
      judgeOwnIds,
      judgeInvalidCreations,
    ],
    why: "The operation creates one user account. Repeated, it creates another one or is rejected, but is never half done. `meta.total` counts all records (§2), so also the new one.",
    good: "201, and one more user in listUsers and in `meta.total`",
    bad: "201, and two more users; or 409, and the user is listed anyway",
    fix: "Write in one transaction, and roll it back before you respond with an error. Look for a handler that runs twice (a retry, a second route), and for a total that is stored separately from the list.",
  },
  {
    ...ofCreation,
    id: "CREATE-03",
    sections: ["2"],
    rule: "a created user belongs to the account that created it, and to no other",
    judgedBy: [judgeOwners],
    quote: resources.user.row,
    why: "§2 says that a user is an account in the organization. If two accounts list different users, each has its own: a user created with the token of one account belongs to that account only.",
    good: "the first account creates a user: only its own list shows the user",
    bad: "the first account creates a user: the list of the second account shows the user",
    fix: "Take the organization from the token of the request, not from a default, the body, or a variable shared between requests.",
    call: { authorization: "Bearer $ORGKIT_TOKEN_B" },
  },
  {
    ...ofCreation,
    id: "CREATE-04",
    rule: "the list and the response show the new user with the values that were sent, and a response with one user has no other",
    judgedBy: [judgeReturned, judgeForeign, judgeValues],
    why: "§4 says that the body of the request creates the account, and §2 that `data` holds the returned records: the returned user is the created one, with the values that were sent. What a service adds, drops or formats differently is open.",
    good: 'sent {"name":"Ada"}: 201 {"data":[{"id":"u-9","name":"Ada"}],…}, and the list shows {"id":"u-9","name":"Ada"}',
    bad: 'sent {"name":"Ada"}: 201 {"data":[{"id":"u-1","name":"Grace"}],…}; or the list shows {"id":"u-9","name":null}',
    fix: "Return the stored record, read by its own id. Look for a variable shared between requests, and for columns missing in an insert.",
  },
  {
    id: "SCOPE-03",
    level: "implied",
    sections: ["1"],
    operations: ["listUsers"],
    since: 2,
    rule: "no view of an organization's users shows users of another organization",
    judgedBy: [judgeForeignRecords, judgeFurtherPages, judgeTags],
    quote: listsUsers,
    why: "§5 authenticates an account. If two accounts list different users, each has its own organization. No page, order or filter may ever show one the users of the other.",
    good: 'first account: 200 {"data":[{"id":"u-1"}],…}; sorted: 200 {"data":[{"id":"u-1"}],…}',
    bad: 'first account: 200 {"data":[{"id":"u-1"}],…}; sorted: 200 {"data":[{"id":"u-9"},{"id":"u-1"}],…}, and u-9 belongs to the second account',
    fix: "Select by the organization of the token in every branch of the query (put alternatives in parentheses), and include it in the key of caches and of anything shared between requests.",
    call: { query: "sort=name" },
  },
];

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
