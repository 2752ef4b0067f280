import { createMeta } from "../../fixtures/contract/envelope.ts";
import { createHmac } from "node:crypto";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { percentDecoded } from "../../fixtures/values/text.ts";
import {
  early,
  everywhere,
  html,
  instead,
  acceptInvalidToken,
  oddities,
  onGood,
  onRejection,
  redirect,
  say,
  independentServer,
  type Departure,
  type Part,
} from "./departures.ts";
import { failure, operationOf, readObject, type Ask, type Reply, type Service } from "./service.ts";
import type { IndependentServer } from "./independent-server.ts";

const loginPage = "<!doctype html><title>Sign in</title><form><input name=email><input type=password></form>";

/** Rejects in one way on every operation. */
const rejecting = (reject: Reply | ((ask: Ask) => Reply)): Part =>
  onRejection(everywhere, typeof reject === "function" ? reject : () => reject);

const isElsewhere = (ask: Ask): boolean => operationOf(ask) === undefined;

const onOtherPaths = (answer: () => Reply): Part =>
  instead(({ status }, ask) => status === 404 && isElsewhere(ask), answer);

const toLogin = (path: string, status = 302): Reply => redirect(`/login?next=${encodeURIComponent(path)}`, status);

const signingKey = { kid: "2025-07", secret: "a secret of a test server, worth nothing" } as const;

function signature(signed: string, secret: string = signingKey.secret): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}

function issue(subject: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT", kid: signingKey.kid })}.${part({ sub: subject, scope: "users invoices" })}`;
  return `${signed}.${signature(signed).toString("base64url")}`;
}

/**
 * Whether two tokens claim the same, with the same signature. Two texts that decode to the same bytes are one
 * signature.
 */
function isSigned(given: string, token: string): boolean {
  const [, signed = "", sent = ""] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(given) ?? [];
  return token.startsWith(`${signed}.`) && signature(signed).equals(Buffer.from(sent, "base64url"));
}

/** Whether a token that claims the same is signed with an empty key, and its own key is known or not. */
function isSignedWithNothing(given: string, token: string, isKeyKnown: boolean): boolean {
  const [, signed = "", header = "", sent] = /^(([\w-]+)\.[\w-]+)\.([\w-]+)$/.exec(given) ?? [];
  const { kid } = readObject(Buffer.from(header, "base64url").toString()) ?? {};
  return (
    isClaimed(given, token) &&
    (kid === signingKey.kid) === isKeyKnown &&
    sent === signature(signed, "").toString("base64url")
  );
}

/** The claims of a token, and whether its algorithm is none; the signature is ignored. */
function claimsOf(token: string): readonly [subject: unknown, isUnsigned: boolean, signature: string] {
  const [header = "", payload = "", sent = ""] = token.split(".");
  const [algorithm, subject] = [header, payload].map((part, index) => {
    const read = readObject(Buffer.from(part, "base64url").toString());
    return read?.[index === 0 ? "alg" : "sub"];
  });
  return [subject, algorithm === "none", sent];
}

const isClaimed = (given: string, token: string): boolean => claimsOf(given)[0] === claimsOf(token)[0];

/** Ways to read a token's claims without verifying its signature. */
const trusting: Readonly<Record<string, (given: string, token: string) => boolean>> = {
  "claims-unverified": isClaimed,
  "unsigned-where-it-says-so": (given, token) =>
    isSigned(given, token) || (claimsOf(given)[1] && isClaimed(given, token)),
  "unsigned-where-it-is": (given, token) =>
    isSigned(given, token) || (claimsOf(given)[2] === "" && isClaimed(given, token)),
  "any-signature-of-its-own": (given, token) =>
    isSigned(given, token) || (isClaimed(given, token) && given.endsWith(issue("account-2").replace(/.*\./, "."))),
  "signed-with-an-empty-key": (given, token) => isSigned(given, token) || isSignedWithNothing(given, token, true),
  "unknown-keys-are-empty": (given, token) => isSigned(given, token) || isSignedWithNothing(given, token, false),
};

/** Those that only a variant of another altered token shows, which is tried on one operation. */
const shownByVariants = new Set(["any-signature-of-its-own", "signed-with-an-empty-key", "unknown-keys-are-empty"]);

/** Reads the token from a header in a custom format. */
const reading = (form: RegExp, isSame = (given: string, token: string) => given === token) =>
  acceptInvalidToken(everywhere, ({ authorization = "" }, { token }) =>
    isSame(form.exec(authorization)?.[1] ?? "", token),
  );

const having = (first: string, second: string): Part => ({ tokens: { first, second } });

/** Signed tokens, and a service that accepts another token as one of them. */
export const trustingServers: readonly IndependentServer[] = Object.entries(trusting).map(([id, isSame]) =>
  independentServer(
    id,
    operationIds
      .filter((operation) => operation === "listUsers" || !shownByVariants.has(id))
      .map((operation) => `AUTH-05 ${operation}`),
    [reading(/^Bearer (\S+)$/, isSame), having(issue("account-1"), issue("account-2"))],
  ),
);

const unauthenticated = { code: "unauthorized", title: "Who are you?" };

/** A gateway that keeps responses by the paths that it decodes and shortens, lists only for a moment since they were last asked for, and forwards all as sent. */
function cachingByDecodedPaths(): Departure {
  const caches = new WeakMap<Service, Map<string, { reply: Reply; nth: number }>>();
  return async (ask, next, service) => {
    const kept = caches.get(service) ?? new Map<string, { reply: Reply; nth: number }>();
    caches.set(service, kept);
    const { pathname } = new URL(percentDecoded(ask.path), "http://x");
    const key = `${ask.method} ${ask.authorization ?? ""} ${pathname}?${ask.query.toString()}`;
    const known = kept.get(key);
    // In requests, since a test server is fast.
    const lasting = pathname.includes("subscriptions") ? 100 : 3;
    const isFresh = known !== undefined && ask.nth - known.nth < lasting;
    const reply = isFresh ? known.reply : await next(ask);
    if (ask.method === "GET" && reply.status === 200) kept.set(key, { reply, nth: ask.nth });
    return reply;
  };
}

/** Unusual rejections (§7 shows none), token formats, and strictness about the header. */
export const conformingWithCallers = oddities({
  "rejects-by-302": rejecting(({ path }) => toLogin(path)),
  "rejects-by-empty-envelope": rejecting(say(401, { data: [], meta: createMeta(1, 0) })),
  "rejects-by-silence": rejecting(
    say(401, undefined, { "www-authenticate": 'Bearer realm="x", error="invalid_token"' }),
  ),
  "rejects-by-login-page": rejecting(say(200, loginPage, html)),
  "rejects-by-quoting": rejecting((ask) => {
    const id = ask.path.split("/").at(-1);
    const error = `not allowed: ${ask.method} ${ask.path}?${ask.query.toString()}`;
    return say(401, { error, resource: { type: operationOf(ask), id, key: id } });
  }),
  "rejects-by-error-in-data": rejecting(say(401, { data: [unauthenticated], meta: createMeta(1, 0) })),
  "rejects-by-operation": onRejection(["createUser", "getSubscription"], () => failure(404, "not_found", "Not here.")),
  "challenges-by-operation": onRejection(everywhere, ({ path }, _, reply) => ({
    ...reply,
    headers: { ...reply.headers, "www-authenticate": `Bearer realm="${path.split("/")[3] ?? ""}"` },
  })),
  "rejects-variously": rejecting(({ authorization }) => {
    if (authorization === undefined) return say(401, "no header");
    if (!authorization.startsWith("Bearer ")) return toLogin("/");
    return say(403, { message: "token not valid", data: [] });
  }),

  // The format of a token, and how it must be sent.
  "any-case-of-bearer": reading(/^bearer (.*)$/i),
  "more-spaces": reading(/^Bearer[ \t]+(.*)$/),
  // As the guard in the documentation of NestJS.
  "second-word-of-the-header": reading(/^Bearer (\S*)(?: .*)?$/),
  "signed-tokens": [reading(/^Bearer (\S+)$/, isSigned), having(issue("account-1"), issue("account-2"))],
  "long-tokens": having("1xY7".repeat(750), "2xY7".repeat(750)),
  "tokens-alike": having("team-token-000000000001", "team-token-000000000002"),
  "sets-a-session-cookie": onGood(everywhere, (reply) => ({
    ...reply,
    headers: { ...reply.headers, "set-cookie": "sid=5f0e1d2c3b4a59687766; Path=/; HttpOnly" },
  })),

  // A gateway in front of it decodes a path, and removes what it can.
  "decodes-paths-first": (ask, next) => next({ ...ask, path: new URL(percentDecoded(ask.path), "http://x").pathname }),
  "caches-by-decoded-paths": cachingByDecodedPaths(),
  "rejects-with-200-in-another-form": rejecting(say(200, { data: null, errors: [unauthenticated] })),
  "fails-by-200": instead(
    ({ status }) => status >= 400,
    ({ status }) => say(200, { ok: false, error: { code: status } }),
  ),

  // The responses to other spellings of a request.
  "aliases-with-the-same-guard": (ask, next) => {
    const [, start = "", rest = ""] = /^\/*((?:api\/+)?(?:v1\/+)?[^/]+)(.*)$/i.exec(ask.path) ?? [];
    const resource = percentDecoded(start.toLowerCase().replace(/^.*\//, "")).replace(/\.json$|;.*$/, "");
    const id = rest
      .replace(/\/+$/, "")
      .replace(/^\/+/, "/")
      .replace(/\.json$|;.*$/, "");
    const method = ask.method === "HEAD" ? "GET" : ask.method;
    return next({ ...ask, method, path: `/api/v1/${resource}${id}` });
  },
  "head-without-a-body": early(
    ({ method }) => method === "HEAD",
    () => ({ status: 200, headers: { "content-type": "application/json", "content-length": "0" } }),
  ),
  "preflights-for-everyone": early(
    ({ method }) => method === "OPTIONS",
    () => ({ status: 204, headers: { allow: "GET, POST", "access-control-allow-headers": "authorization" } }),
  ),
  "other-paths-to-login": onOtherPaths(() => toLogin("/")),
  "other-paths-to-a-page": onOtherPaths(() => say(200, "<!doctype html><div id=root></div>", html)),
  "other-paths-to-an-empty-envelope": onOtherPaths(() => say(200, { data: [], meta: createMeta(1, 0) })),
  "other-methods-to-404": early(
    (ask) => isElsewhere(ask) && /\/(?:invoices$|subscriptions\/)/.test(ask.path),
    () => failure(404, "no_such_route", "There is no such route."),
  ),
});
