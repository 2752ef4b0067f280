import { createHmac, timingSafeEqual } from "node:crypto";
import { everywhere, letIn, odd } from "./departures.ts";
import type { Stranger, Tokens } from "./stranger.ts";

const secret = "a secret of a test server, worth nothing";

function signature(signed: string): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}

function issue(subject: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: subject, scope: "users invoices" })}`;
  return `${signed}.${signature(signed).toString("base64url")}`;
}

/** Does the signature fit? Two texts that decode to the same bytes are one signature. */
function isSigned(token: string): boolean {
  const [header, claims, sent, ...rest] = token.split(".");
  if (header === undefined || claims === undefined || sent === undefined || rest.length > 0) return false;
  if (!/^[\w-]+$/.test(sent)) return false;
  const [given, right] = [Buffer.from(sent, "base64url"), signature(`${header}.${claims}`)];
  return given.length === right.length && timingSafeEqual(given, right);
}

const signed: Tokens = { first: issue("account-1"), second: issue("account-2") };
const bearer = /^Bearer (\S+)$/;

/** Whose a signed token is: its claims say. */
function speaksFor(authorization: string | undefined, token: string): boolean {
  const given = bearer.exec(authorization ?? "")?.[1];
  return given !== undefined && isSigned(given) && given.split(".")[1] === token.split(".")[1];
}

const both = (make: (account: number) => string): { tokens: Tokens } => ({
  tokens: { first: make(1), second: make(2) },
});

/** Odd in what a token is and in how exactly it must be sent. */
export const conformingInTokens: readonly Stranger[] = [
  odd("any-case-of-bearer", "takes the word Bearer in any letter case", () => ({
    around: [
      letIn(everywhere, ({ authorization }, token) => /^bearer (.*)$/i.exec(authorization ?? "")?.[1] === token),
    ],
  })),
  odd("more-spaces", "takes any number of spaces and tabs after the word Bearer", () => ({
    around: [
      letIn(everywhere, ({ authorization }, token) => /^Bearer[ \t]+(.*)$/.exec(authorization ?? "")?.[1] === token),
    ],
  })),
  odd(
    "signed-tokens",
    "knows its tokens by their HMAC signature, so the spare bits of the last character do not count",
    () => ({ around: [letIn(everywhere, ({ authorization }, token) => speaksFor(authorization, token))] }),
    { tokens: signed },
  ),
  odd("base64-tokens", "has tokens in base64, with + / and =", undefined, {
    tokens: { first: "q+Zr/8Yw3n+vJ/0aTk5LxQ==", second: "M/eB+2tHsUu9/1+RzDgo7w==" },
  }),
  odd("punctuated-tokens", "has tokens with - . _ ~ + / in them", undefined, {
    tokens: { first: "v2.local~aB-9_x+Y/z.0Q", second: "v2.local~cD-8_w+V/u.1R" },
  }),
  odd("short-tokens", "has tokens of five characters", undefined, { tokens: { first: "k7Qz2", second: "p4Wm9" } }),
  odd(
    "long-tokens",
    "has tokens of 3,000 characters",
    undefined,
    both((account) => `${account}xY7`.repeat(750)),
  ),
  odd("numeric-tokens", "has tokens of digits", undefined, {
    tokens: { first: "8402759136604817", second: "1957302846620593" },
  }),
  odd("tokens-alike", "has two tokens that differ in their last character only", undefined, {
    tokens: { first: "team-token-000000000001", second: "team-token-000000000002" },
  }),
  odd("unversioned-alias", "serves the same paths without /api/v1 too", () => ({
    around: [(ask, next) => next(ask.path.startsWith("/api/") ? ask : { ...ask, path: `/api/v1${ask.path}` })],
  })),
  odd("further-versions", "serves /api/v2 too, and paths with a slash at the end", () => ({
    around: [(ask, next) => next({ ...ask, path: ask.path.replace(/^\/api\/v\d+\//, "/api/v1/").replace(/\/$/, "") })],
  })),
];
