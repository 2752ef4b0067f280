import type { OperationId } from "../../fixtures/contract/operations.ts";
import { namesOf } from "../../fixtures/values/json.ts";
import type { Secret } from "../../fixtures/secrets/redactor.ts";
import { alterToken, forgedJwt, unknownTokenLike, type Alteration } from "./altered-token.ts";
import { expiredTokenVariable, type Secrets, type Target } from "./target.ts";

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
  readonly secrets: Pick<Secrets, "first" | "second" | "expired">;
  /** The seed of the unknown token. */
  readonly seed: string;
  readonly target: Pick<Target, "tokenVariables">;
  /** Cookies from authorized responses. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
}

/** One kind of credentials: it changes one thing of the valid ones. */
interface Kind {
  /** In words, to follow "with". */
  readonly words: string;
  /** `undefined` if it cannot be made from these tokens. */
  readonly make: (wallet: Wallet) => CredentialParts | undefined;
}

/** Credentials that a service must reject. */
interface WrongKind extends Kind {
  /** The requirement that a service breaks by accepting it. */
  readonly breaks: string;
  /**
   * Where it is tried, with one request each. `all` operations: what an operation without a guard, or with one of its
   * own, accepts. `reads`, the GET operations, so not createUser: what may differ between them, and is not worth a
   * created user. `one` (`operationOfVariants`): a variant of another row, since a faulty guard usually stands before
   * all operations.
   */
  readonly on: "all" | "reads" | "one";
}

/** Where variants of other wrong credentials are tried. */
export const operationOfVariants: OperationId = "listUsers";

/**
 * Every kind of credentials, the most telling first. To add a wrong one, add a row: it is then tried, judged, and shown
 * in reports.
 */
const kinds = {
  first: { words: "the token", make: frameToken("Bearer ") },
  second: { words: "the token of another account", make: ({ secrets }) => bearer(secrets.second ?? "") },
  none: { words: "no `Authorization` header", breaks: "AUTH-02", on: "all", make: () => ({}) },
  empty: { words: "an empty `Authorization` header", breaks: "AUTH-03", on: "all", make: () => authorization("") },
  "no-token": { words: "`Bearer` and no token", breaks: "AUTH-03", on: "all", make: () => authorization("Bearer") },
  "never-issued": {
    words: "an unknown token",
    breaks: "AUTH-04",
    on: "all",
    make: (wallet) => bearer(unknownToken(wallet)),
  },
  expired: {
    words: "the expired token",
    breaks: "AUTH-04",
    on: "reads",
    make: ({ secrets: { expired } }) => (expired === undefined ? undefined : bearer(expired)),
  },
  "basic-scheme": { words: "the real token under `Basic`", breaks: "AUTH-06", on: "all", make: frameToken("Basic ") },
  "in-query": {
    words: "the real token as `access_token` in the query, without the header",
    breaks: "AUTH-07",
    on: "all",
    make: ({ secrets }) => ({ query: { access_token: secrets.first } }),
  },
  "in-headers": {
    words: "the real token in other headers, without `Authorization`",
    breaks: "AUTH-10",
    on: "all",
    make: (wallet) => {
      const under = (token: string) =>
        underNames(otherHeaders, token, (name) => (name.endsWith("authorization") ? "Bearer " : ""));
      return { headers: under(wallet.secrets.first), shown: under(writeVariable(wallet)) };
    },
  },
  "in-body": {
    words: "the real token in the body, without the header",
    breaks: "AUTH-10",
    on: "all",
    make: ({ secrets }) => ({ body: underNames(["access_token", "token"], secrets.first) }),
  },
  cut: alteredKind("cut", "all", "the real token without its last character"),
  extended: alteredKind("extended", "reads", "the real token with eight more characters"),
  "without-first": alteredKind("without-first", "one", "the real token without its first character"),
  "same-number": alteredKind("same-number", "one", "the real token with a zero before it"),
  "in-list": alteredKind("in-list", "one", "the real token with another one after a comma"),
  changed: alteredKind("changed", "all", "the real token with one character changed"),
  "last-changed": alteredKind("last-changed", "reads", "the real token with its last character changed"),
  // Accepted by the test server "ignores-letter-case".
  "other-case-token": alteredKind("other-case-token", "reads", "the real token in another letter case"),
  "no-scheme": { words: "the real token without `Bearer`", breaks: "AUTH-06", on: "all", make: frameToken("") },
  "basic-token": basicKind("reads", "the real token under `Basic`, in base64", ""),
  "in-query-otherwise": {
    words: "the real token under other names in the query, without the header",
    breaks: "AUTH-07",
    on: "reads",
    make: ({ secrets }) => ({ query: underNames(otherParameters, secrets.first) }),
  },
  "in-cookies": {
    words: "the real token in cookies, without the header",
    breaks: "AUTH-10",
    on: "all",
    make: (wallet) =>
      cookieHeader(Object.entries(underNames(otherCookies, wallet.secrets.first)), () => writeVariable(wallet)),
  },
  crossed: alteredKind("crossed", "reads", "the first part of the real token and the last part of another account's"),
  "jwt-claims": alteredKind("jwt-claims", "all", "the real token with an additional claim and the original signature"),
  "jwt-unsigned": alteredKind("jwt-unsigned", "all", "the real token without its signature"),
  "jwt-none": alteredKind("jwt-none", "all", 'the real token with `"alg":"none"` and no signature'),
  "jwt-signature": alteredKind("jwt-signature", "reads", "the real token with one character of its signature changed"),
  "jwt-header": alteredKind("jwt-header", "one", "the real token with the header of another account's token"),
  "jwt-empty-key": alteredKind("jwt-empty-key", "one", "the real token signed with an empty key"),
  "jwt-unknown-key": alteredKind(
    "jwt-unknown-key",
    "one",
    "the real token with an unknown `kid`, signed with an empty key",
  ),
  "longer-scheme": {
    words: "the real token under a scheme that ends in `Bearer`",
    breaks: "AUTH-06",
    on: "one",
    make: frameToken("NoBearer "),
  },
  "token-scheme": { words: "the real token under `Token`", breaks: "AUTH-06", on: "one", make: frameToken("Token ") },
  "basic-user": basicKind("one", "the real token as the `Basic` user", "", ":"),
  "basic-password": basicKind("one", "the real token as the `Basic` password, without a user", ":"),
  "session-cookies": {
    words: "no `Authorization` header, but the cookies of an authorized response",
    breaks: "AUTH-02",
    on: "reads",
    make: (wallet) => (wallet.cookies.length === 0 ? undefined : cookieHeader(wallet.cookies, () => "(hidden)")),
  },
  "percent-sign": fixedKind("%", "`%` instead of the token"),
  pattern: fixedKind("*", "`*` instead of the token"),
  "any-text": fixedKind(".*", "`.*`, the regular expression of any text, instead of the token"),
  "member-name": fixedKind("constructor", "`constructor` instead of the token"),
  null: fixedKind("null", "`null` instead of the token, as a client without one sends it"),
  undefined: fixedKind("undefined", "`undefined` instead of the token, as a client without one sends it"),
  "forged-jwt": fixedKind(forgedJwt, "an unknown JSON Web Token"),
  "one-wildcard": alteredKind("one-wildcard", "one", "the real token with `_` instead of one character"),
  "one-in-brackets": alteredKind(
    "one-in-brackets",
    "one",
    "the real token with one character in brackets, as in a pattern",
  ),
  sql: alteredKind("sql", "one", "the real token with SQL after it"),
  "after-another": {
    words: "an unknown token, followed by the real token",
    breaks: "AUTH-05",
    on: "one",
    make: (wallet) => frameToken(`Bearer ${unknownToken(wallet)}, Bearer `)(wallet),
  },
  "no-space": {
    words: "`Bearer` and the real token without a space between them",
    breaks: "AUTH-06",
    on: "one",
    make: frameToken("Bearer"),
  },
  colon: {
    words: "`Bearer:` and the real token, with a colon instead of the space",
    breaks: "AUTH-06",
    on: "one",
    make: frameToken("Bearer:"),
  },
  "basic-named-password": basicKind("one", "the real token as the `Basic` password, with a user", "orgkit:"),
  "lower-case-scheme": { words: "the real token under `bearer`, in lower case", make: frameToken("bearer ") },
} as const satisfies Readonly<Record<string, Kind | WrongKind>>;

/** The credentials of a request. */
export type Credentials = keyof typeof kinds;

export const credentialKinds: Readonly<Record<Credentials, Kind & Partial<WrongKind>>> = kinds;

/** All kinds, in the order in which they are tried. */
export const credentials: readonly Credentials[] = namesOf(kinds);

/** Other names under which services accept a token. RFC 6750 §2.3 defines `access_token` in a query. */
const otherParameters = ["token", "auth_token", "authToken", "accessToken", "bearer_token", "api_key", "apikey", "key"];
const otherCookies = [
  "token",
  "access_token",
  "auth_token",
  "session",
  "sessionid",
  "sid",
  "jwt",
  "auth",
  "Authorization",
];
const otherHeaders = [
  "x-access-token",
  "x-auth-token",
  "x-api-key",
  "x-authorization",
  "x-forwarded-authorization",
  "token",
  "access-token",
  "api-key",
  "proxy-authorization",
];

function authorization(value: string, shown = value): CredentialParts {
  return { headers: { authorization: value }, ...(shown === value ? {} : { shown: { authorization: shown } }) };
}

function bearer(token: string, shown = token): CredentialParts {
  return authorization(`Bearer ${token}`, `Bearer ${shown}`);
}

function writeVariable({ target }: Wallet): string {
  return `$${target.tokenVariables.first}`;
}

/** The real token after other characters. */
function frameToken(before: string): Kind["make"] {
  return (wallet) => {
    const name = wallet.target.tokenVariables.first;
    return authorization(before + wallet.secrets.first, before + (/\w$/.test(before) ? `\${${name}}` : `$${name}`));
  };
}

/** The real token in `Basic` credentials (RFC 7617 §2). */
function basicKind(on: WrongKind["on"], words: string, before: string, after = ""): WrongKind {
  return {
    words,
    breaks: "AUTH-06",
    on,
    make: (wallet) => {
      const value = Buffer.from(before + wallet.secrets.first + after).toString("base64");
      return authorization(`Basic ${value}`, `Basic base64(${before}${writeVariable(wallet)}${after})`);
    },
  };
}

function alteredKind(alteration: Alteration, on: WrongKind["on"], words: string): WrongKind {
  return {
    words,
    breaks: "AUTH-05",
    on,
    make: ({ secrets, target }) => {
      const token = alterToken(secrets, target).get(alteration);
      return token && bearer(token.value, token.name);
    },
  };
}

/** A value that a careless comparison may accept as a token. */
function fixedKind(value: string, words: string): WrongKind {
  return {
    words,
    breaks: "AUTH-04",
    on: "one",
    make: ({ secrets: { first, second } }) => (value === first || value === second ? undefined : bearer(value)),
  };
}

function unknownToken({ secrets: { first, second = "" }, seed }: Wallet): string {
  return unknownTokenLike(first, second, seed);
}

/** The token under each of these names. */
function underNames(names: readonly string[], token: string, before: (name: string) => string = () => "") {
  return Object.fromEntries(names.map((name) => [name, before(name) + token]));
}

/** Cookies for a request (RFC 6265 §4.2), and their redacted form. */
function cookieHeader(pairs: readonly (readonly [string, string])[], show: () => string): CredentialParts {
  const header = (value: (own: string) => string): Readonly<Record<string, string>> => ({
    cookie: pairs.map(([name, own]) => `${name}=${value(own)}`).join("; "),
  });
  return { headers: header((own) => own), shown: header(show) };
}

/** All secrets that reports must not contain, and the shell expressions to show instead. */
export function listSecrets(secrets: Secrets, target: Pick<Target, "tokenVariables">): readonly Secret[] {
  const { first, second, expired, headers } = secrets;
  const { tokenVariables } = target;
  // Secrets are found in any letter case.
  const altered = [...alterToken(secrets, target)]
    .filter(([kind]) => kind !== "other-case-token")
    .map(([, secret]) => secret);
  return [
    { value: first, name: `$${tokenVariables.first}` },
    ...(second === undefined ? [] : [{ value: second, name: `$${tokenVariables.second}` }]),
    ...(expired === undefined ? [] : [{ value: expired, name: `$${expiredTokenVariable}` }]),
    ...altered,
    ...Object.entries(headers)
      .filter(([name]) => !publicHeader.test(name))
      .map(([name, value]) => ({ value, name: `$${headerVariable(name)}` })),
  ];
}

/** Headers that describe the client and its preferences: not secret, and often in the response, too. */
const publicHeader = /^(?:accept(?:-.*)?|user-agent|content-type|cache-control|prefer|origin|referer)$/i;

/** The shell variable for the value of an additional header: `$ORGKIT_HEADER_X_API_KEY`. */
export function headerVariable(name: string): string {
  return `ORGKIT_HEADER_${name.toUpperCase().replaceAll(/\W/g, "_")}`;
}
