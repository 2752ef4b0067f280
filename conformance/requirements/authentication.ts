import { operationCount } from "../../fixtures/contract/open-points.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import {
  judgeCredentials,
  judgeUnauthorizedCreations,
  judgeDisclosures,
  judgeSpellings,
} from "../rules/authentication.ts";
import { judgePaths } from "../rules/path.ts";
import type { RuledRequirement } from "./requirement.ts";

const appliesToAll = `| Applies to | All ${operationCount} operations |`;
const headerName = "| Header name | `Authorization` |";
const headerValue = "| Header value | The word `Bearer`, a space, then <ACCESS_TOKEN> |";
const accepted = '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}';

/** What requirements on wrong credentials have in common. */
const wrongCredentials = {
  level: "implied",
  sections: ["5"],
  operations: operationIds,
  judgedBy: [judgeCredentials],
  quote: headerValue,
  good: "401 (a 403, a 404, a redirect to a login page, or a 2xx unlike that of the valid token is a rejection, too)",
  bad: accepted,
} as const;

/** The bearer token (§5). */
export const authenticationRequirements: readonly RuledRequirement[] = [
  {
    id: "AUTH-01",
    level: "stated",
    sections: ["5"],
    operations: operationIds,
    rule: "a request with `Authorization: Bearer <ACCESS_TOKEN>` is accepted",
    judgedBy: [judgePaths],
    quote: headerValue,
    why: "§5 defines the header and its value and applies them to every operation.",
    good: accepted,
    bad: "401 Unauthorized",
    fix: "Accept `Authorization: Bearer <token>` in each operation. If only one of them rejects it, look for a route with a different guard, or a token without the required scope. If it is rejected only after a wrong token, look for a cache that stores error responses by URL.",
  },
  {
    ...wrongCredentials,
    id: "AUTH-02",
    rule: "a request without the `Authorization` header is rejected",
    quote: appliesToAll,
    why: "§4 says that every call carries the header, and §5 applies it to every operation, for any page of a list. Cookies set by an authorized response do not replace it, nor do headers that any client can send, such as `X-Forwarded-For: 127.0.0.1`, `X-User-Id` or the `Accept` of a browser.",
    fix: "Protect every operation. Trust an address or a user in a header only if your gateway sets that header and removes it from incoming requests.",
    call: { authorization: null },
  },
  {
    ...wrongCredentials,
    id: "AUTH-03",
    rule: "a request with an empty `Authorization` header, or with `Bearer` and no token, is rejected",
    why: "The value is the word `Bearer`, a space and a token. Without a token it identifies nobody.",
    fix: "Do not only check that the header exists: read the token from it, and reject the request if there is none. An empty token must not match a record without one.",
    call: { authorization: "Bearer" },
  },
  {
    ...wrongCredentials,
    id: "AUTH-04",
    rule: "a request with an unknown token is rejected",
    why: "A token that the service never issued authenticates no account. orgkit also tries `%` and `*`, which match if tokens are looked up by a pattern, `constructor`, which is found in a JavaScript object, `null` and `undefined`, which clients without a token send, an unsigned JSON Web Token, and the expired token in `ORGKIT_TOKEN_EXPIRED`.",
    fix: "Look the token up, or verify its signature: its format alone proves nothing. Compare with equality, never with LIKE or a regular expression, keep tokens in a `Map`, not in an object, and do not store accounts without a token as `null`.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
  },
  {
    ...wrongCredentials,
    id: "AUTH-05",
    rule: "a request with an altered token (cut, extended, changed, in another letter case, combined with another's) is rejected",
    why: "An altered token is an unknown token. This finds servers that compare only a prefix, ignore letter case, match by a pattern, put the token into SQL (tried with `--allow-writes`), use the last of several tokens, or read the claims of a token without verifying its signature (also with `alg: none`, or with an empty key where the `kid` is unknown).",
    fix: "Compare the whole token, in constant time, or verify the signature of the whole token.",
    call: { authorization: "Bearer ${ORGKIT_TOKEN%?}" },
  },
  {
    ...wrongCredentials,
    id: "AUTH-06",
    level: "stated",
    rule: "a request with the token under another scheme, or without a scheme, is rejected",
    why: "§5 defines the value of the header: the word `Bearer`, a space, and the token. orgkit sends the token with another scheme (`Token`, or `Basic` with the token as user or password), without a scheme, and without the space. `bearer` in lower case is open.",
    fix: "Accept the header only if it begins with `Bearer` and a space; the rest is the token. Code that removes the first seven characters, or takes the text after the last space, accepts every scheme.",
    call: { authorization: "Basic $ORGKIT_TOKEN" },
  },
  {
    ...wrongCredentials,
    id: "AUTH-07",
    rule: "a request with the token in the query string instead of the header is rejected",
    quote: headerName,
    why: "§5 defines where the token goes: in the `Authorization` header. Tokens in URLs end up in logs and browser histories.",
    fix: "Read the token from the header only. Turn off the query parameter if your framework supports one.",
    call: { authorization: null, query: "access_token=$ORGKIT_TOKEN" },
  },
  {
    id: "AUTH-08",
    level: "implied",
    sections: ["5"],
    operations: operationIds,
    rule: "a rejection contains no records",
    judgedBy: [judgeDisclosures],
    quote: appliesToAll,
    why: "A rejection with records in its body still gives the client what it asked for.",
    good: '401 {"error":"unauthorized"}',
    bad: '401 {"data":[{"id":"usr_1","email":"omar@example.com"}],"meta":{"page":1,"total":1}}',
    fix: "End the request in the guard, before any data is read. Look for a handler that sets the status and then continues.",
    call: { authorization: null },
  },
  {
    id: "AUTH-09",
    level: "implied",
    sections: ["5"],
    operations: ["createUser"],
    rule: "a rejected `createUser` creates nothing",
    judgedBy: [judgeUnauthorizedCreations],
    quote: appliesToAll,
    why: "A rejected request must have no effect.",
    good: "401, and `meta.total` of listUsers is unchanged",
    bad: "401, and `meta.total` of listUsers is one higher",
    fix: "Run the guard before the handler that writes, and roll back anything written before a rejection.",
    call: { authorization: null },
  },
  {
    ...wrongCredentials,
    id: "AUTH-10",
    since: 2,
    rule: "a request with the token in a cookie, another header or the body instead of `Authorization` is rejected",
    quote: headerName,
    why: "§5 defines where the token goes: in the `Authorization` header. Browsers send cookies automatically, and other headers end up in logs.",
    fix: "Read the token from `Authorization` only. Turn off all other places where your framework or gateway looks for it.",
    call: { authorization: null },
  },
  {
    id: "AUTH-11",
    level: "implied",
    sections: ["5"],
    operations: operationIds,
    since: 2,
    rule: "no other spelling of a request returns records, or creates a user, without a valid token",
    judgedBy: [judgeSpellings],
    quote: appliesToAll,
    why: "§5 applies the header to the operations, however their paths are written (a trailing slash, another letter case, `HEAD`, a path without the version). Which spellings exist is open: a redirect, a 404 and a success without records count as rejections.",
    good: "GET /api/v1/users/ without a token: 401, 404 or 308",
    bad: 'GET /api/v1/users/ without a token: 200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
    fix: "Put the guard after the router, at the handler, or normalize paths in the guard and the router in the same way. Guard every method except CORS preflights, and recognize those by their method only.",
    call: { path: "/api/v1/users/", authorization: null },
  },
];
