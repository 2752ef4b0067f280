import type { FailureKind } from "../../fixtures/dialect/statuses.ts";

/** A failing request, by its problem: the kinds of a dialect first, then others. */
export const failingRequests = {
  missingToken: "a request without a token",
  refusedToken: "an unknown token",
  expiredToken: "an expired token",
  notFound: "an unknown subscription",
  unknownPath: "an unknown path",
  methodNotAllowed: "another method",
  badParameter: "an invalid parameter value",
  undecodableId: "an id that is not valid percent-encoding",
  beyondLast: "a page beyond the last",
  unreadableBody: "a body that is not JSON",
  missingBody: "no body",
  notAnObject: "a body that is not an object",
  invalidBody: "a body without a required field",
  conflict: "a unique value that is in use",
  payloadTooLarge: "a body too large",
  unsupportedMediaType: "a body of another type",
  notAcceptable: "a request that accepts no JSON",
  tooManyRequests: "a request over the rate limit",
  emptyToken: "an empty token",
  alteredToken: "an altered token",
  otherScheme: "another scheme",
  tokenInQuery: "a token in the query",
  otherId: "another id",
  otherQuery: "other query parameters",
  otherBody: "another body",
  otherPath: "another path",
  plainCall: "the plain request",
} as const satisfies Readonly<Record<FailureKind, string>> & Readonly<Record<string, string>>;

/** The problem of a failing request. */
export type ObservedFailure = keyof typeof failingRequests;

/** In the order of the output. */
export const observedFailures: readonly string[] = Object.keys(failingRequests);
