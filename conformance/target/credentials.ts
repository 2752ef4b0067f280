import { alterationsOf, fixedTokens, unknownTokenLike } from "./altered-token.ts";
import type { Secrets, Target } from "./target.ts";

/** All kinds of credentials, in the order in which they are tried. */
export const credentials = [
  "first",
  "second",
  "none",
  "empty",
  "no-token",
  "never-issued",
  "percent-sign",
  "pattern",
  "any-text",
  "member-name",
  "null",
  "undefined",
  "forged-jwt",
  "cut",
  "extended",
  "changed",
  "last-changed",
  "letter-case",
  "one-wildcard",
  "one-in-brackets",
  "crossed",
  "sql",
  "jwt-claims",
  "jwt-header",
  "jwt-signature",
  "jwt-unsigned",
  "jwt-none",
  "after-another",
  "other-scheme",
  "basic-user",
  "basic-password",
  "basic-named-password",
  "basic-token",
  "longer-scheme",
  "token-scheme",
  "no-scheme",
  "no-space",
  "colon",
  "other-case",
  "in-query",
  "in-query-otherwise",
  "in-cookies",
  "in-headers",
  "in-body",
  "session-cookies",
] as const;

/** The credentials of a request: each kind changes one thing of the valid ones. */
export type Credentials = (typeof credentials)[number];

/** A description of each kind, to follow "with". */
export const credentialsInWords: Readonly<Record<Credentials, string>> = {
  first: "the token",
  second: "the token of another account",
  none: "no `Authorization` header",
  empty: "an empty `Authorization` header",
  "no-token": "`Bearer` and no token",
  "never-issued": "an unknown token",
  "percent-sign": "`%` instead of the token",
  pattern: "`*` instead of the token",
  "any-text": "`.*`, the regular expression of any text, instead of the token",
  "member-name": "`constructor` instead of the token",
  null: "`null` instead of the token, as a client without one sends it",
  undefined: "`undefined` instead of the token, as a client without one sends it",
  "forged-jwt": "an unknown JSON Web Token",
  cut: "the real token without its last character",
  extended: "the real token with eight more characters",
  changed: "the real token with one character changed",
  "last-changed": "the real token with its last character changed",
  "letter-case": "the real token in another letter case",
  "one-wildcard": "the real token with `_` instead of one character",
  "one-in-brackets": "the real token with one character in brackets, as in a pattern",
  crossed: "the first part of the real token and the last part of another account's",
  sql: "the real token with SQL after it",
  "jwt-claims": "the real token with an additional claim and the original signature",
  "jwt-header": "the real token with the header of another account's token",
  "jwt-signature": "the real token with one character of its signature changed",
  "jwt-unsigned": "the real token without its signature",
  "jwt-none": 'the real token with `"alg":"none"` and no signature',
  "after-another": "an unknown token, followed by the real token",
  "other-scheme": "the real token under `Basic`",
  "basic-user": "the real token as the `Basic` user",
  "basic-password": "the real token as the `Basic` password, without a user",
  "basic-named-password": "the real token as the `Basic` password, with a user",
  "basic-token": "the real token under `Basic`, in base64",
  "longer-scheme": "the real token under a scheme that ends in `Bearer`",
  "token-scheme": "the real token under `Token`",
  "no-scheme": "the real token without `Bearer`",
  "no-space": "`Bearer` and the real token without a space between them",
  colon: "`Bearer:` and the real token, with a colon instead of the space",
  "other-case": "the real token under `bearer`, in lower case",
  "in-query": "the real token as `access_token` in the query, without the header",
  "in-query-otherwise": "the real token under other names in the query, without the header",
  "in-cookies": "the real token in cookies, without the header",
  "in-headers": "the real token in other headers, without `Authorization`",
  "in-body": "the real token in the body, without the header",
  "session-cookies": "no `Authorization` header, but the cookies of an authorized response",
};

/** The parts of a request that can carry credentials. */
export interface CredentialParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** The redacted values of these headers. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Additional members of a JSON body. */
  readonly body?: Readonly<Record<string, string>>;
}

/** The input for making credentials. */
interface Wallet {
  readonly secrets: Pick<Secrets, "first" | "second">;
  /** The seed of the unknown token. */
  readonly seed: string;
  readonly target: Pick<Target, "tokenVariables">;
  /** Cookies from authorized responses. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
}

/** Other names under which services accept a token. RFC 6750 §2.3 defines `access_token` in a query. */
const otherNames = {
  "in-query-otherwise": ["token", "auth_token", "authToken", "accessToken", "bearer_token", "api_key", "apikey", "key"],
  "in-cookies": ["token", "access_token", "auth_token", "session", "sessionid", "sid", "jwt", "auth", "Authorization"],
  "in-headers": [
    "x-access-token",
    "x-auth-token",
    "x-api-key",
    "x-authorization",
    "x-forwarded-authorization",
    "token",
    "access-token",
    "api-key",
    "proxy-authorization",
  ],
  "in-body": ["access_token", "token"],
} as const satisfies Partial<Record<Credentials, readonly string[]>>;

/**
 * The credentials of one kind; `undefined` if they cannot be made from these tokens.
 * @param only one of several names for the token
 */
export function buildCredentials(
  { secrets, seed, target, cookies }: Wallet,
  kind: Credentials,
  only?: string,
): CredentialParts | undefined {
  const { first, second = "" } = secrets;
  const variable = `$${target.tokenVariables.first}`;
  const as = (value: string, shown = value): CredentialParts => ({
    headers: { authorization: value },
    ...(shown === value ? {} : { shown: { authorization: shown } }),
  });
  const named = (names: readonly string[], value: (name: string, token: string) => string, token = first) =>
    Object.fromEntries(names.filter((name) => (only ?? name) === name).map((name) => [name, value(name, token)]));
  const plainly = (_: string, token: string): string => token;
  switch (kind) {
    case "first":
      return as(`Bearer ${first}`);
    case "second":
      return as(`Bearer ${second}`);
    case "none":
      return {};
    case "empty":
      return as("");
    case "no-token":
      return as("Bearer");
    case "never-issued":
      return as(`Bearer ${unknownTokenLike(first, second, seed)}`);
    case "percent-sign":
    case "pattern":
    case "any-text":
    case "member-name":
    case "null":
    case "undefined":
    case "forged-jwt":
      return [first, second].includes(fixedTokens[kind]) ? undefined : as(`Bearer ${fixedTokens[kind]}`);
    case "after-another": {
      const other = `Bearer ${unknownTokenLike(first, second, seed)}, Bearer `;
      return as(other + first, other + variable);
    }
    case "other-scheme":
      return as(`Basic ${first}`);
    case "basic-user":
      return basic("", ":");
    case "basic-password":
      return basic(":", "");
    case "basic-named-password":
      return basic("orgkit:", "");
    case "basic-token":
      return basic("", "");
    case "longer-scheme":
      return as(`NoBearer ${first}`, `NoBearer ${variable}`);
    case "token-scheme":
      return as(`Token ${first}`);
    case "no-scheme":
      return as(first);
    case "no-space":
      return as(`Bearer${first}`, `Bearer\${${target.tokenVariables.first}}`);
    case "colon":
      return as(`Bearer:${first}`, `Bearer:${variable}`);
    case "other-case":
      return as(`bearer ${first}`);
    case "in-query":
      return { query: { access_token: first } };
    case "in-query-otherwise":
      return { query: named(otherNames[kind], plainly) };
    case "in-cookies": {
      const pairs = (token: string) => Object.entries(named(otherNames[kind], plainly, token));
      return inCookies(pairs(first), pairs(variable));
    }
    case "in-headers": {
      const value = (name: string, token: string): string =>
        name.endsWith("authorization") ? `Bearer ${token}` : token;
      return { headers: named(otherNames[kind], value), shown: named(otherNames[kind], value, variable) };
    }
    case "in-body":
      return { body: named(otherNames[kind], plainly) };
    case "session-cookies":
      return cookies.length === 0
        ? undefined
        : inCookies(
            cookies,
            cookies.map(([name]) => [name, "(hidden)"]),
          );
    default: {
      const altered = alterationsOf(secrets, target).get(kind);
      return altered && as(`Bearer ${altered.value}`, `Bearer ${altered.name}`);
    }
  }

  /** The token in `Basic` credentials (RFC 7617 §2). */
  function basic(before: string, after: string): CredentialParts {
    const value = Buffer.from(before + first + after).toString("base64");
    return as(`Basic ${value}`, `Basic base64(${before}${variable}${after})`);
  }
}

/** Cookies for a request (RFC 6265 §4.2), and their redacted form. */
function inCookies(pairs: readonly (readonly [string, string])[], shown: typeof pairs): CredentialParts {
  const [cookie = "", hidden = ""] = [pairs, shown].map((list) => list.map((pair) => pair.join("=")).join("; "));
  return { headers: { cookie }, shown: { cookie: hidden } };
}
