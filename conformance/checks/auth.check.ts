import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onAccepted } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";
import { overPlaces } from "./everywhere.ts";
import { judgeAgain } from "./kept-rejection.ts";
import { appliesToAll, judgeRejections, type rejectedKinds } from "./rejection.ts";
import type { Requirement, ScoredRequirement } from "./requirement.ts";

const headerValue = "| Header value | The word `Bearer`, a space, then <ACCESS_TOKEN> |";
const served = '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}';
const onEach = { sections: ["5"], operations: operationIds };

/** Checks that requests without valid credentials are rejected (§5), in whatever form. */
function rejection(
  requirement: Pick<ScoredRequirement, "level" | "rule" | "quote" | "why" | "fix" | "call" | "since"> & {
    readonly id: keyof typeof rejectedKinds;
  },
): Requirement {
  return {
    ...onEach,
    good: "401 (a 403, a 404, a redirect to a login page, or a 2xx without an envelope is a rejection, too)",
    bad: served,
    ...requirement,
    judge: (session, operation) =>
      onAccepted(session, operation, (sample) => judgeRejections(session, operation, requirement.id, sample)),
  };
}

/** AUTH-02 and AUTH-04 also send the valid token directly after wrong ones, and the reverse. */
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
    rule: "a request with `Authorization: Bearer <ACCESS_TOKEN>` is accepted",
    quote: headerValue,
    why: "§5 defines the header and its value and applies them to every operation. A client that sends them meets all requirements of the document, whatever was rejected before.",
    good: served,
    bad: "401 Unauthorized",
    fix: "Accept `Authorization: Bearer <token>` in each operation. If only one of them rejects it, look for a route with a different guard, or a token without the required scope. If it is rejected only after a wrong token, look for a cache that stores error responses by URL.",
    // Other failures belong to PATH-01, a rejection belongs here.
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
        return failed(`the token was rejected with ${status}; §5 applies to every operation`, sample);
      }
      return inconclusive("no response shows whether the token was accepted (see PATH-01)", sample);
    },
  },
  rejection({
    id: "AUTH-02",
    level: "implied",
    rule: "a request without the `Authorization` header is rejected",
    quote: appliesToAll,
    why: "§4 says that every call carries the header, and §5 applies it to every operation. If a request without it is accepted, nothing is authenticated. Cookies set by an authorized response do not replace the header, nor do headers that any client can send, such as `X-Forwarded-For: 127.0.0.1` or `X-User-Id`. The same holds for a browser, which prefers HTML, and for any page of a list.",
    fix: "Protect every operation. Trust an address or a user in a header only if your gateway sets that header and removes it from incoming requests.",
    call: { authorization: null },
  }),
  rejection({
    id: "AUTH-03",
    level: "implied",
    rule: "a request with an empty `Authorization` header, or with `Bearer` and no token, is rejected",
    quote: headerValue,
    why: "The value is the word `Bearer`, a space and a token. Without a token it identifies nobody.",
    fix: "Do not only check that the header exists: read the token from it, and reject the request if there is none. Make sure that an empty token does not match a record with an empty token.",
    call: { authorization: "Bearer" },
  }),
  rejection({
    id: "AUTH-04",
    level: "implied",
    rule: "a request with an unknown token is rejected",
    quote: headerValue,
    why: "§5 requires an access token and speaks of the authenticated account. A token that the service never issued authenticates no account. orgkit also tries `%` and `*`, which match if tokens are looked up by a pattern, `constructor`, which is found in a JavaScript object, `null` and `undefined`, which clients without a token send, and an unsigned JSON Web Token.",
    fix: "Look the token up, or verify its signature: its format alone proves nothing. Compare with equality, never with LIKE or a regular expression, keep tokens in a `Map`, not in an object, and do not store accounts without a token as `null`.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
  }),
  rejection({
    id: "AUTH-05",
    level: "implied",
    rule: "a request with an altered token (cut, extended, changed, in another letter case, combined with another's) is rejected",
    quote: headerValue,
    why: "An altered token is an unknown token. This finds servers that compare only a prefix, ignore letter case, match by a pattern, put the token into SQL (tried with `--allow-writes`), use the last of several tokens, or read the claims of a token without verifying its signature (also with `alg: none`).",
    fix: "Compare the whole token, in constant time, or verify the signature of the whole token.",
    call: { authorization: "Bearer x$ORGKIT_TOKEN" },
  }),
  rejection({
    id: "AUTH-06",
    level: "stated",
    rule: "a request with the token under another scheme, or without a scheme, is rejected",
    quote: headerValue,
    why: "§5 defines the value: `Bearer`, a space, the token. The token under another scheme (also `Token`, or `Basic` with the token as user or password), without a scheme, or after `Bearer` without a space is a different value. The letter case of `Bearer` is open.",
    fix: "Check the scheme and the space before you read the token from the header. Do not cut off the first seven characters, whatever they are, nor use whatever follows the last space.",
    call: { authorization: "Basic $ORGKIT_TOKEN" },
  }),
  rejection({
    id: "AUTH-07",
    level: "implied",
    rule: "a request with the token in the query string instead of the header is rejected",
    quote: "| Header name | `Authorization` |",
    why: "§5 defines where the token goes: in the `Authorization` header. Tokens in URLs end up in logs and browser histories.",
    fix: "Read the token from the header only. Turn off the query parameter if your framework supports one.",
    call: { authorization: null, query: "access_token=$ORGKIT_TOKEN" },
  }),
];

/** §5: other places for the token. */
export const tokenElsewhere = rejection({
  id: "AUTH-10",
  level: "implied",
  since: 2,
  rule: "a request with the token in a cookie, another header or the body instead of `Authorization` is rejected",
  quote: "| Header name | `Authorization` |",
  why: "§5 defines where the token goes: in the `Authorization` header. Browsers send cookies automatically, and other headers end up in logs.",
  fix: "Read the token from `Authorization` only. Turn off all other places where your framework or gateway looks for it.",
  call: { authorization: null },
});
