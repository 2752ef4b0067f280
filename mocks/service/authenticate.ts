import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Account, Token } from "./accounts.ts";
import { Failure } from "./reply.ts";
import type { FailureKind } from "../../fixtures/dialect/failures.ts";

/** Who holds a token. */
export interface TokenHolder {
  readonly account: Account;
  readonly token: Token;
}

/** All tokens of all accounts. */
export function indexTokens(accounts: readonly Account[]): ReadonlyMap<string, TokenHolder> {
  return new Map(accounts.flatMap((account) => account.tokens.map((token) => [token.token, { account, token }])));
}

/**
 * Finds the account whose token a request has, by the rules of §5: the header `Authorization` with the word `Bearer`, a
 * space, then the token.
 * @param now milliseconds since 1970
 * @throws Failure if there is no valid token
 */
export function authenticateRequest(
  authorization: string | undefined,
  holders: ReadonlyMap<string, TokenHolder>,
  auth: Dialect["auth"],
  now: number,
): TokenHolder {
  if (authorization === undefined || authorization === "") {
    throw tokenFailure("missingToken", "The Authorization header is missing.", "AUTH-02", auth);
  }
  const [scheme = "", ...rest] = authorization.split(" ");
  const isBearer = auth.schemeCase === "exact" ? scheme === "Bearer" : scheme.toLowerCase() === "bearer";
  const token = rest.join(" ");
  if (!isBearer) {
    throw tokenFailure("missingToken", "The Authorization header must read: Bearer <ACCESS_TOKEN>.", "AUTH-06", auth);
  }
  if (token === "") {
    throw tokenFailure("missingToken", "There is no token after the word Bearer.", "AUTH-03", auth);
  }
  const holder = holders.get(token);
  if (holder === undefined) throw tokenFailure("refusedToken", "The access token is not valid.", "AUTH-04", auth);
  if (holder.token.expiresAt !== undefined && holder.token.expiresAt <= now) throw expiredToken(auth);
  return holder;
}

/** The failure for an expired token (§5). */
export function expiredToken(auth: Dialect["auth"]): Failure {
  return tokenFailure("expiredToken", "The access token has expired.", "statuses.failure.refusedToken", auth);
}

/** A failure; if it is about the token, with the dialect's challenge (§5, RFC 9110 §11.6.1). */
export function tokenFailure(
  kind: FailureKind,
  message: string,
  rule: string,
  { challenge }: Dialect["auth"],
): Failure {
  const isAboutToken = kind === "missingToken" || kind === "refusedToken" || kind === "expiredToken";
  if (challenge === null || !isAboutToken) return new Failure(kind, message, { rule });
  // A space before the first parameter of a challenge, a comma before each other one.
  const separator = /\s/.test(challenge.trim()) ? ", " : " ";
  const error = kind === "missingToken" ? "" : `${separator}error="invalid_token"`;
  return new Failure(kind, message, { rule, headers: { "www-authenticate": challenge + error } });
}
