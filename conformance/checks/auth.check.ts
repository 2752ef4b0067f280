import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";
import { overPlaces } from "./everywhere.ts";
import { judgeAgain } from "./kept-refusal.ts";
import { judgeRefusals, type refusedKinds } from "./refusal.ts";
import type { Requirement, ScoredRequirement } from "./requirement.ts";

const headerValue = "| Header value | The word `Bearer`, a space, then <ACCESS_TOKEN> |";
const served = '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}';
const onEach = { sections: ["5"], operations: operationIds };

/** A rule of §5 that requests with other credentials than the good ones are refused. How a refusal looks is open. */
function refusal(
  requirement: Pick<ScoredRequirement, "level" | "rule" | "quote" | "why" | "fix" | "call" | "since"> & {
    readonly id: keyof typeof refusedKinds;
  },
): Requirement {
  return {
    ...onEach,
    good: "401 (a 403, a 404, a redirect to a login page, or a 2xx that is no envelope refuses as well)",
    bad: served,
    ...requirement,
    judge: (session, operation) =>
      onAccepted(session, operation, (sample) => judgeRefusals(session, operation, requirement.id, sample)),
  };
}

/** The good token directly after wrong ones, and these again directly after it, for AUTH-02 and AUTH-04. */
async function afterWrongTokens(
  session: Session,
  operation: OperationId,
  sample: Success,
): Promise<Outcome | undefined> {
  if (session.isQuick || operations[operation].method !== "GET") return undefined;
  for (const as of wrong) await session.call({ operation, as });
  const outcome = await judgeAgain(session, operation, sample, "after wrong tokens");
  for (const as of wrong) await session.call({ operation, as, label: "repeated, 1" });
  return outcome;
}

const wrong = ["none", "never-issued"] as const;

/** §5: the bearer token. */
export const authRequirements: readonly Requirement[] = [
  {
    id: "AUTH-01",
    level: "stated",
    ...onEach,
    rule: "a call with `Authorization: Bearer <ACCESS_TOKEN>` is accepted",
    quote: headerValue,
    why: "§5 gives the header and its value, and applies them to every operation: a caller who sends just that has done all the document asks for. What others were refused directly before does not matter.",
    good: served,
    bad: "401 Unauthorized",
    fix: "Accept `Authorization: Bearer <token>` on each operation. If one of them refuses, look for a route that has another guard, or a token that lacks a scope. If it refuses only after a wrong token, look for a cache that keeps refusals by their URL.",
    // Not a success is PATH-01's matter; a refusal is this one's.
    async judge(session, operation) {
      const sample = await session.call({ operation });
      if (sample instanceof Unavailable) return lacking(sample);
      if (isSuccess(sample)) {
        const own = passed(`the token was accepted (${sample.response.status})`, sample);
        const outcome = await afterWrongTokens(session, operation, sample);
        return outcome === undefined ? own : overPlaces(own, [{ place: `${operation} after wrong tokens`, outcome }]);
      }
      const status = sample.response?.status ?? 0;
      if ([401, 403, 407].includes(status) || (status >= 300 && status <= 399)) {
        return failed(`the token was refused with ${status}; §5 applies to every operation`, sample);
      }
      return inconclusive("no answer tells whether the token was accepted (see PATH-01)", sample);
    },
  },
  refusal({
    id: "AUTH-02",
    level: "implied",
    rule: "a call without the `Authorization` header is refused",
    quote: "| Applies to | All four operations |",
    why: "§4 says that every call carries the header and §5 applies it to every operation. Were a call without it served, nothing would be authenticated. Cookies that came with an authorized response do not stand in its place, nor do headers that anybody can send: `X-Forwarded-For: 127.0.0.1`, `X-User-Id`.",
    fix: "Put the guard before every operation, not before some of them. Take an address or a user from a header only where a gateway of yours sets it and drops what callers send.",
    call: { authorization: null },
  }),
  refusal({
    id: "AUTH-03",
    level: "implied",
    rule: "a call with an empty `Authorization`, or `Bearer` and no token, is refused",
    quote: headerValue,
    why: "The value is the word `Bearer`, a space and a token. A value without a token names nobody.",
    fix: "Do not test only that the header is there: take the token out of it, and refuse where there is none. Beware of an empty token that matches an empty record.",
    call: { authorization: "Bearer" },
  }),
  refusal({
    id: "AUTH-04",
    level: "implied",
    rule: "a call with a token never issued is refused",
    quote: headerValue,
    why: "§5 speaks of an access token, and of invoices of the authenticated account: a token that was never issued authenticates no account. `%` and `.*` are such tokens, too: they find services that look a token up by a pattern, as `constructor` finds those that look it up in a JavaScript object. So are `null` and `undefined`, which clients without a token send, and a JSON Web Token that nobody signed.",
    fix: "Look the token up or verify its signature; its form alone proves nothing. Compare by equality, never by LIKE or a regular expression, keep tokens in a `Map` rather than an object, and do not store accounts without a token under `null`.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
  }),
  refusal({
    id: "AUTH-05",
    level: "implied",
    rule: "a call with a real token altered (cut, extended, changed, in another letter case, crossed with another's) is refused",
    quote: headerValue,
    why: "A token that was altered is another token, and one that was never issued. It finds servers that compare a prefix, ignore letter case, match by a pattern, write the token into their SQL (tried with `--allow-writes`), take the last of several tokens, or read the claims of a token without verifying its signature (also with `alg: none`).",
    fix: "Compare the whole token, in constant time, or verify the signature over all of it.",
    call: { authorization: "Bearer x$ORGKIT_TOKEN" },
  }),
  refusal({
    id: "AUTH-06",
    level: "stated",
    rule: "a call with the real token under another scheme, or under none, is refused",
    quote: headerValue,
    why: "§5 gives the value word by word: `Bearer`, a space, the token. The token under another scheme (`Basic` with the token as user or password too), or under none, is not that value. The letter case of `Bearer` is left open.",
    fix: "Test the scheme before the token is taken from the header; do not take whatever follows the last space.",
    call: { authorization: "Basic $ORGKIT_TOKEN" },
  }),
  refusal({
    id: "AUTH-07",
    level: "implied",
    rule: "a call with the token in the query string and no header is refused",
    quote: "| Header name | `Authorization` |",
    why: "§5 names the place of the token: the header `Authorization`. A token in a URL ends in logs and histories.",
    fix: "Take the token from the header only; switch off the query parameter that the framework offers beside it.",
    call: { authorization: null, query: "access_token=$ORGKIT_TOKEN" },
  }),
];

/** §5: the token beside the header. */
export const tokenElsewhere = refusal({
  id: "AUTH-10",
  level: "implied",
  since: 2,
  rule: "a call with the token in a cookie, another header or the body, and no `Authorization`, is refused",
  quote: "| Header name | `Authorization` |",
  why: "§5 names the place of the token: the header `Authorization`. A browser sends a cookie along without being asked, and other headers end in logs.",
  fix: "Take the token from `Authorization` only; switch off the further places that the framework or the gateway looks at.",
  call: { authorization: null },
});
