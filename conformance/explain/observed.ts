import type { Observation } from "./explanation.ts";

/** What is recorded at each open point: the sheet of a target's choices is made of it. */
export const observations: Readonly<Record<string, Observation>> = {
  "OBS-01": {
    recorded: "the members of the users seen, and the kinds of their values",
    example: "createdAt: text (date-time), email: text (e-mail), id: text, name: text",
  },
  "OBS-02": {
    recorded: "the members of the subscriptions seen, and the kinds of their values",
    example: "id: text, plan: text, seats: integer, cancelAt: null",
  },
  "OBS-03": {
    recorded: "the members of the invoices seen, and the kinds of their values",
    example: "amountDue: integer, currency: text, id: text, paidAt: text (date-time) or null",
  },
  "OBS-04": {
    recorded: "members that look like a state, and the states seen",
    example: "status (active, suspended)",
  },
  "OBS-05": {
    recorded: "the query parameters that choose a page and its size",
    example: "page and per_page",
    call: { query: "page=2&per_page=2" },
  },
  "OBS-06": {
    recorded: "the members by which a list can be filtered, and how",
    example: "by status and role, as `status=…`",
    call: { query: "status=active" },
  },
  "OBS-07": {
    recorded: "the members by which a list can be sorted, and how",
    example: "by createdAt and name, as `sort=-createdAt`",
    call: { query: "sort=-createdAt" },
  },
  "OBS-08": {
    recorded: "the members of a body with which a user was created, and of one that was refused",
    example: "a body with email: text (e-mail), name: text is accepted",
  },
  "OBS-09": {
    recorded: "the form of the subscription ids, and what an unknown one gets",
    example: "`sub_` and 8 characters (digits and lower-case letters), an unknown one gets 404",
  },
  "OBS-10": { recorded: "the status code of a success", example: "a success is 201" },
  "OBS-11": {
    recorded: "what the elements of `data` are",
    example: "objects with email: text (e-mail), id: text, name: text",
  },
  "OBS-12": {
    recorded: "the challenge of a refusal, and whether `bearer` in lower case is accepted",
    example: "the challenge Bearer (realm) for no token, `bearer` in lower case is accepted",
    call: { authorization: "bearer $ORGKIT_TOKEN" },
  },
  "OBS-13": {
    recorded: "further headers that calls needed, and whether browsers may read the replies",
    example: "no further header was needed, browsers may read the reply from any origin",
  },
  "OBS-14": {
    recorded: "the status codes of the failures seen",
    example: "401 for no token and a token never issued, 404 for an unknown id",
    call: { authorization: null },
  },
  "OBS-15": {
    recorded: "the content type and the form of the bodies of the failures seen",
    example: "problem details {detail, status, title, type} as application/problem+json",
    call: { authorization: null },
  },
  "OBS-16": {
    recorded: "headers that announce a rate limit, and calls that were answered with 429",
    example: "`ratelimit-limit: 100`",
  },
  "OBS-17": {
    recorded: "how many records a page holds where no size is asked for, and what a great size gets",
    example: "20 records where no size is asked for, a greater size is cut to 100",
    call: { query: "per_page=1000" },
  },
  "OBS-18": {
    recorded: "what a payload that is too large is answered with, where one was sent",
    example: "a payload too large is answered with 413",
  },
  "OBS-19": {
    recorded: "what paths without a version, and with another one, are answered with",
    example: "`/users` gets 404, `/api/v2/users` gets 404",
    call: { path: "/api/v2/users" },
  },
};
