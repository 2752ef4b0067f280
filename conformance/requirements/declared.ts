import {
  hasId,
  listOperationIds,
  operationIds,
  readOperationIds,
  subscriptionOperationIds,
} from "../../fixtures/contract/operations.ts";
import type { DeclaredRequirement } from "./requirement.ts";

/** What requirements on lists (§4) have in common. */
const ofLists = { sections: ["4"], operations: listOperationIds } as const;

/** What those on a creation (§4) have in common. */
const ofCreation = { sections: ["4"], operations: ["createUser"] } as const;

/** What those on the failures (§7) of each operation have in common. */
const ofFailures = { sections: ["7"], operations: operationIds } as const;

/** What those on the id of a subscription (§4) have in common. */
const ofSubscriptionId = { sections: ["4"], operations: subscriptionOperationIds } as const;

const rows: readonly Omit<DeclaredRequirement, "level">[] = [
  {
    ...ofLists,
    id: "DECL-01",
    rule: "the declared parameters select the page and its size",
    fix: "Read the parameters by the declared names and in the declared style (page and size, or offset and limit), or declare the ones you use.",
    call: { query: "page=2&per_page=2" },
  },
  {
    ...ofLists,
    id: "DECL-02",
    rule: "the first page has the declared number",
    fix: "Count as declared, or declare firstPage: 0. A list without records is on page 1 either way (ENV-06).",
  },
  {
    ...ofLists,
    id: "DECL-03",
    sections: ["8"],
    rule: "a list without paging parameters has the declared page size",
    fix: "Cut the list at the declared size, or declare the size you use.",
  },
  {
    ...ofLists,
    id: "DECL-04",
    sections: ["8"],
    rule: "a page size over the maximum is treated as declared",
    fix: "Limit the size as declared, before you cut the list.",
    call: { query: "per_page=101" },
  },
  {
    ...ofLists,
    id: "DECL-05",
    rule: "a page beyond the last is treated as declared",
    fix: "Compare the page with the last one and respond as declared, or declare what you return.",
    call: { query: "page=999" },
  },
  {
    ...ofLists,
    id: "DECL-06",
    rule: "an invalid paging value is treated as declared",
    fix: "Validate the value before you use it. A 500 is never the declared response.",
    call: { query: "page=x" },
  },
  {
    ...ofLists,
    id: "DECL-07",
    rule: "a declared filter returns exactly the matching records",
    fix: "Filter before you count and cut, so that `meta.total` counts the matching records.",
    call: { query: "status=active" },
  },
  {
    ...ofLists,
    id: "DECL-08",
    rule: "a declared sort key orders the records",
    fix: "Sort the whole list before you cut it into pages, and let the declared sign or word reverse the order.",
    call: { query: "sort=-createdAt" },
  },
  {
    ...ofLists,
    id: "DECL-09",
    rule: "an undeclared sort key is treated as declared",
    fix: "Check the key against the declared ones before you build the query.",
    call: { query: "sort=orgkitNoSuchField" },
  },
  {
    id: "DECL-10",
    order: "last",
    sections: ["4"],
    operations: operationIds,
    rule: "a success has the declared status code",
    fix: "Respond with the declared code, or declare the one you send.",
  },
  {
    ...ofFailures,
    id: "DECL-11",
    rule: "a request without a token gets the declared status code",
    fix: "Respond to a request without the header with the declared code.",
    call: { authorization: null },
  },
  {
    ...ofFailures,
    id: "DECL-12",
    rule: "a request with an unknown token gets the declared status code",
    fix: "Respond to an unknown token with the declared code.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
  },
  {
    id: "DECL-13",
    sections: ["7"],
    operations: operationIds.filter(hasId),
    rule: "an unknown id gets the declared status code",
    fix: "Respond with the declared code to an id that the account does not have.",
    call: { path: "/api/v1/subscriptions/sub_unknown0" },
  },
  {
    id: "DECL-14",
    sections: ["7"],
    operations: ["listUsers"],
    rule: "an unknown path gets the declared status code",
    fix: "Respond with the declared code to unknown paths under /api/v1, before any catch-all route.",
    call: { path: "/api/v1/orgkit-no-such-path" },
  },
  {
    ...ofFailures,
    id: "DECL-15",
    rule: "a method that the operation does not have gets the declared status code",
    fix: "Distinguish an unknown path from an unknown method, or declare the code you send.",
    call: { method: "PROPFIND" },
  },
  {
    ...ofCreation,
    id: "DECL-16",
    sections: ["7"],
    rule: "a body that is not JSON gets the declared status code",
    fix: "Catch the error of the parser and respond with the declared code.",
    call: { body: '{"name":' },
  },
  {
    ...ofCreation,
    id: "DECL-17",
    sections: ["7"],
    rule: "a body declared as plain text gets the declared status code",
    fix: "Check `Content-Type` before you parse the body.",
    call: { contentType: "text/plain", body: "orgkit" },
  },
  {
    ...ofFailures,
    id: "DECL-18",
    rule: "a failure has the declared content type and body",
    fix: "Write all failures in one place, including those of the framework and the gateway.",
    call: { authorization: null },
  },
  {
    id: "DECL-19",
    sections: ["5"],
    operations: operationIds,
    rule: "a rejection has the declared `WWW-Authenticate` challenge",
    fix: "Set the header where you reject the request. A proxy may remove it.",
    call: { authorization: null },
  },
  {
    id: "DECL-20",
    sections: ["5"],
    operations: readOperationIds,
    rule: "the word `Bearer` in another letter case is treated as declared",
    fix: "Compare the scheme as declared. RFC 9110 makes it case-insensitive.",
    call: { authorization: "bearer $ORGKIT_TOKEN" },
  },
  {
    id: "DECL-21",
    sections: ["5"],
    operations: operationIds,
    rule: "a rejection by redirect points to the declared page",
    fix: "Redirect to the declared page, or declare the page you use.",
    call: { authorization: null },
  },
  {
    ...ofCreation,
    id: "DECL-22",
    rule: "a body without a required field is rejected as declared",
    fix: "Check the required fields before anything is written.",
    call: { body: '{"name":"Only a name"}' },
  },
  {
    ...ofCreation,
    id: "DECL-23",
    sections: ["1"],
    rule: "a body that repeats a unique value is rejected as declared",
    fix: "Enforce it where users are stored, with a unique index, or declare that the field is not unique.",
  },
  {
    ...ofCreation,
    id: "DECL-24",
    order: "creating",
    rule: "an unknown field in a body is treated as declared",
    fix: "Copy the known fields from the body instead of storing it whole, or the other way round, as declared.",
    call: { body: '{"email":"ada@example.com","name":"Ada","orgkitUnknownField":"orgkit"}' },
  },
  {
    ...ofCreation,
    id: "DECL-25",
    rule: "a created user has the declared values for omitted fields",
    fix: "Set the declared values before you store the user, so that the response and the list show them.",
  },
  {
    ...ofCreation,
    id: "DECL-26",
    rule: "the id of a created user has the declared format",
    fix: "Generate ids in the declared format, or declare the format you use.",
  },
  {
    ...ofCreation,
    id: "DECL-27",
    rule: "the response to a creation has the declared content",
    fix: "Return the stored record, or declare that `data` is empty.",
  },
  {
    ...ofCreation,
    id: "DECL-28",
    rule: "the response to a creation has the declared `Location`",
    fix: "Set the header in the declared format, with the id of the new user.",
  },
  {
    ...ofSubscriptionId,
    id: "DECL-29",
    rule: "subscription ids have the declared format",
    fix: "Issue ids in the declared format, in invoices too, or declare the format you use.",
  },
  {
    ...ofSubscriptionId,
    id: "DECL-30",
    rule: "an ill-formed subscription id gets the declared response",
    fix: "Check the format before the id reaches the database, and respond as declared.",
    call: { path: "/api/v1/subscriptions/orgkit!ill-formed" },
  },
  {
    id: "DECL-31",
    order: "last",
    sections: ["2"],
    operations: operationIds,
    rule: "each record matches the declared JSON Schema",
    fix: "Write the records as declared, or extend the schema (null if a value may be absent).",
  },
  {
    id: "DECL-32",
    order: "last",
    sections: ["8"],
    operations: operationIds,
    rule: "the declared rate limit is announced",
    fix: "Announce the limit you enforce in the declared header.",
  },
  {
    ...ofCreation,
    id: "DECL-33",
    sections: ["8"],
    rule: "a body over the declared size is rejected as declared",
    fix: "Limit the body where you read it, before you parse it. A gateway may have its own limit.",
  },
  {
    id: "DECL-36",
    sections: ["5"],
    operations: operationIds.filter(hasId),
    since: 3,
    rule: "an id of another account does not return that account's record, if so declared",
    fix: "Select by the id and by the account of the token, in the query itself.",
  },
];

/** What a dialect declares where the document is silent. The rows of open points name the requirement that judges them. */
export const declaredRequirements: readonly DeclaredRequirement[] = rows.map((row) => ({ ...row, level: "declared" }));
