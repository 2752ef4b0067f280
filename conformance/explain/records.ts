import type { Explanations } from "./explanation.ts";

const oneSubscription = '200 {"data":[{"id":"sub_1","plan":"team"}],"meta":{"page":1,"total":1}}';

/** §1, §4, §5: which records a reply holds. */
export const recordExplanations: Explanations = {
  "SCOPE-01": {
    why: "§5 says that the invoice list is scoped to the authenticated account: what one account sees, another does not.",
    good: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_9"}],…}',
    bad: 'first account: 200 {"data":[{"id":"inv_1"}],…}; second account: 200 {"data":[{"id":"inv_1"}],…}',
    mend: "Select invoices by the account of the token, in the query itself; look for a cache whose key lacks the account.",
    call: { authorization: "Bearer $ORGKIT_TOKEN_B" },
  },
  "SUB-01": {
    why: "§1 says that the service returns the details of one subscription, selected by its identifier.",
    good: oneSubscription,
    bad: '200 {"data":[{"id":"sub_1"},{"id":"sub_2"}],"meta":{"page":1,"total":2}}',
    mend: "Select by the id of the path. A list that is not filtered, or an empty one for a known id, is not one subscription.",
  },
  "SUB-02": {
    why: "§4 says that the subscription with the given identifier is retrieved. Where two ids give the same record, the id selects nothing.",
    good: 'sub_1: 200 {"data":[{"id":"sub_1"}],…}; sub_2: 200 {"data":[{"id":"sub_2"}],…}',
    bad: 'sub_1: 200 {"data":[{"id":"sub_1"}],…}; sub_2: 200 {"data":[{"id":"sub_1"}],…}',
    mend: "Use the path parameter in the query; look for a cache whose key lacks the id.",
  },
  "SUB-03": {
    why: "§4 says that the subscription with the given identifier is retrieved: a known one is not the one with an unknown id. What an unknown id gets is open.",
    good: '404 (or 200 {"data":[],"meta":{"page":1,"total":0}})',
    bad: `sub_unknown: ${oneSubscription}`,
    mend: "Answer an unknown id with an error or with no records; do not fall back on the first or the caller's own subscription.",
    call: { path: "/api/v1/subscriptions/sub_unknown0" },
  },
  "PAGE-01": {
    why: "§1 says that users are listed paginated, and §2 that `meta.page` numbers the pages of a result and `meta.total` counts all its records: the pages together are the list. Which parameters choose a page is open; they come from the dialect, or are found by trying common ones.",
    good: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":3}}',
    bad: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"b"},{"id":"c"}],"meta":{"page":1,"total":2}}',
    mend: "Order the list by something unique before it is cut, compute the offset from the page and the size, and count the whole list for `meta.total`. Users that are added meanwhile are no failure.",
    call: { query: "page=2&per_page=2" },
  },
  "CREATE-01": {
    why: "§1 says that the service creates user accounts, and lists the users of the organization: what was created is then one of them. It may take a while to show.",
    good: "201, and listUsers counts one more, at once or some seconds later",
    bad: "201, and listUsers counts as many as before",
    mend: "Commit the new user before success is answered, and list it. A creation that only validates, or a list from a cache that is never renewed, fails.",
  },
};
