import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account, Token } from "./accounts.ts";
import { Failure } from "./reply.ts";
import type { FailureKind } from "../../fixtures/dialect/error-templates.ts";

/** Who holds a token. */
export interface TokenHolder {
  readonly account: Account;
  readonly token: Token;
}

/** All tokens of all accounts. */
export function tokenHolders(accounts: readonly Account[]): ReadonlyMap<string, TokenHolder> {
  return new Map(accounts.flatMap((account) => account.tokens.map((token) => [token.token, { account, token }])));
}

/**
 * The account whose token a request has, by the rules of §5: the header `Authorization` with the word `Bearer`, a
 * space, then the token.
 * @param now milliseconds since 1970
 */
export function authenticateRequest(
  authorization: string | undefined,
  holders: ReadonlyMap<string, TokenHolder>,
  auth: Dialect["auth"],
  now: number,
): TokenHolder | Failure {
  if (authorization === undefined || authorization === "") {
    return tokenFailure("missingToken", "The Authorization header is missing.", "AUTH-02", auth);
  }
  const [scheme = "", ...rest] = authorization.split(" ");
  const isBearer = auth.schemeCase === "exact" ? scheme === "Bearer" : scheme.toLowerCase() === "bearer";
  const token = rest.join(" ");
  if (!isBearer) {
    return tokenFailure("missingToken", "The Authorization header must read: Bearer <ACCESS_TOKEN>.", "AUTH-06", auth);
  }
  if (token === "") {
    return tokenFailure("missingToken", "There is no token after the word Bearer.", "AUTH-03", auth);
  }
  const holder = holders.get(token);
  if (holder === undefined) return tokenFailure("refusedToken", "The access token is not valid.", "AUTH-04", auth);
  if (holder.token.expiresAt !== undefined && holder.token.expiresAt <= now) {
    return expiredToken(auth);
  }
  return holder;
}

/** The failure for an expired token (§5). */
export function expiredToken(auth: Dialect["auth"]): Failure {
  return tokenFailure("expiredToken", "The access token has expired.", "statuses.failure.refusedToken", auth);
}

/** The kinds of failures of a request that is not authenticated. */
export type TokenFailureKind = "missingToken" | "refusedToken" | "expiredToken";

export function isTokenFailure(kind: FailureKind): kind is TokenFailureKind {
  return kind === "missingToken" || kind === "refusedToken" || kind === "expiredToken";
}

/** A failure with the dialect's challenge (§5). */
export function tokenFailure(kind: TokenFailureKind, message: string, rule: string, auth: Dialect["auth"]): Failure {
  if (auth.challenge === null) return new Failure(kind, message, { rule });
  const error = kind !== "missingToken" ? `error="invalid_token"` : "";
  return new Failure(kind, message, { rule, headers: { "www-authenticate": withParameter(auth.challenge, error) } });
}

/** RFC 9110 §11.6.1: a space before the first parameter of a challenge, a comma before each other one. */
function withParameter(challenge: string, parameter: string): string {
  if (parameter === "") return challenge;
  return challenge + (/\s/.test(challenge.trim()) ? ", " : " ") + parameter;
}
