import type { Explanations } from "./explanation.ts";

const refused = "401 (a 403, a 404, a redirect to a login page, or a 2xx that is no envelope refuses as well)";
const served = '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}';

/** §5: the bearer token. How a refusal looks is open, that it is one is not. */
export const authExplanations: Explanations = {
  "AUTH-01": {
    why: "§5 gives the header and its value, and applies them to all four operations: a caller who sends just that has done all the document asks for.",
    good: served,
    bad: "401 Unauthorized",
    mend: "Accept `Authorization: Bearer <token>` on each operation. If one of them refuses, look for a route that has another guard, or a token that lacks a scope.",
  },
  "AUTH-02": {
    why: "§4 says that every call carries the header and §5 applies it to all four operations. Were a call without it served, nothing would be authenticated.",
    good: refused,
    bad: served,
    mend: "Put the guard before every operation, not before some of them.",
    call: { authorization: null },
  },
  "AUTH-03": {
    why: "The value is the word `Bearer`, a space and a token. A value without a token names nobody.",
    good: refused,
    bad: served,
    mend: "Do not test only that the header is there: take the token out of it, and refuse where there is none. Beware of an empty token that matches an empty record.",
    call: { authorization: "Bearer" },
  },
  "AUTH-04": {
    why: "§5 speaks of an access token, and of invoices of the authenticated account: a token that was never issued authenticates no account.",
    good: refused,
    bad: served,
    mend: "Look the token up or verify its signature; its form alone proves nothing.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
  },
  "AUTH-05": {
    why: "A token that was altered is another token, and one that was never issued. It finds servers that compare a prefix, cut a token short, or read the claims of a token without verifying its signature.",
    good: refused,
    bad: served,
    mend: "Compare the whole token, in constant time, or verify the signature over all of it.",
    call: { authorization: "Bearer x$ORGKIT_TOKEN" },
  },
  "AUTH-06": {
    why: "§5 gives the value word by word: `Bearer`, a space, the token. The token under another scheme (`Basic` with the token as user or password too), or under none, is not that value. The letter case of `Bearer` is left open.",
    good: refused,
    bad: served,
    mend: "Test the scheme before the token is taken from the header; do not take whatever follows the last space.",
    call: { authorization: "Basic $ORGKIT_TOKEN" },
  },
  "AUTH-07": {
    why: "§5 names the place of the token: the header `Authorization`. A token in a URL ends in logs and histories.",
    good: refused,
    bad: served,
    mend: "Take the token from the header only; switch off the query parameter that the framework offers beside it.",
    call: { authorization: null, query: "access_token=$ORGKIT_TOKEN" },
  },
  "AUTH-08": {
    why: "A refusal that carries the records has refused in name only: the status says no, the body gives what was asked for.",
    good: '401 {"error":"unauthorized"}',
    bad: '401 {"data":[{"id":"usr_1","email":"omar@example.com"}],"meta":{"page":1,"total":1}}',
    mend: "End the request at the guard: nothing is read before the caller is known. Look for a handler that sets the status and goes on.",
    call: { authorization: null },
  },
  "AUTH-09": {
    why: "What is refused is not done. A user created by a call that was answered with a refusal was created by nobody.",
    good: "401, and `meta.total` of listUsers is what it was",
    bad: "401, and `meta.total` of listUsers has grown by one",
    mend: "Let the guard come before the handler that writes, and roll back what was written before a refusal.",
    call: { authorization: null },
  },
};
