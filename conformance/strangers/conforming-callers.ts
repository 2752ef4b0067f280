import { createHmac } from "node:crypto";
import { early, everywhere, html, isFor, letIn, oddities, onRefusal, redirect, say, type Part } from "./departures.ts";
import { operationOf, type Ask, type Reply } from "./service.ts";

const loginPage = "<!doctype html><title>Sign in</title><form><input name=email><input type=password></form>";

/** Refuses in one way on every operation. */
const refusing = (refuse: Reply | ((ask: Ask) => Reply)): Part =>
  onRefusal(everywhere, typeof refuse === "function" ? refuse : () => refuse);

const toLogin = (path: string, status = 302): Reply => redirect(`/login?next=${encodeURIComponent(path)}`, status);

function signature(signed: string): Buffer {
  return createHmac("sha256", "a secret of a test server, worth nothing").update(signed).digest();
}

function issue(subject: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: subject, scope: "users invoices" })}`;
  return `${signed}.${signature(signed).toString("base64url")}`;
}

/** Does it claim the same, and does its signature fit? Two texts that decode to the same bytes are one signature. */
function isSigned(given: string, token: string): boolean {
  const [, signed = "", sent = ""] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(given) ?? [];
  return token.startsWith(`${signed}.`) && signature(signed).equals(Buffer.from(sent, "base64url"));
}

/** Reads what a token is from a header in a form of its own. */
export const reading = (form: RegExp, isSame = (given: string, token: string) => given === token) =>
  letIn(everywhere, ({ authorization = "" }, token) => isSame(form.exec(authorization)?.[1] ?? "", token));

const having = (first: string, second: string): Part => ({ tokens: { first, second } });

const unauthenticated = { code: "unauthorized", title: "Who are you?" };

/** Odd in how a caller is refused (§7 shows nothing), in what a token is and in how exactly it must be sent. */
export const conformingWithCallers = oddities({
  "refuses-by-302": refusing(({ path }) => toLogin(path)),
  "refuses-by-303": refusing(({ path }) => ({ ...toLogin(path, 303), text: '<a href="/login">here</a>' })),
  "refuses-by-307": refusing(redirect("https://login.stranger.invalid/start", 307)),
  "refuses-by-404": refusing(say(404)),
  "refuses-by-403-text": refusing(say(403, "Go away.\n")),
  "refuses-by-400": refusing(say(400, { errors: [{ field: "Authorization", problem: "bad" }] })),
  "refuses-by-empty-envelope": refusing(say(401, { data: [], meta: { page: 1, total: 0 } })),
  "refuses-by-silence": refusing(
    say(401, undefined, { "www-authenticate": 'Bearer realm="x", error="invalid_token"' }),
  ),
  "refuses-by-login-page": refusing(say(200, loginPage, html)),
  "refuses-by-200-error": refusing(say(200, { error: { code: 16, message: "unauthenticated" } })),
  "refuses-by-200-nulls": refusing(say(200, { data: null, meta: null, error: "unauthenticated" })),
  "refuses-by-quoting": refusing((ask) => {
    const id = ask.path.split("/").at(-1);
    const error = `not allowed: ${ask.method} ${ask.path}?${ask.query.toString()}`;
    return say(401, { error, resource: { type: operationOf(ask), id, key: id } });
  }),
  "refuses-by-error-in-data": refusing(say(401, { data: [unauthenticated], meta: { page: 1, total: 0 } })),
  "refuses-by-echo": refusing(({ body }) => say(401, { error: "unauthorized", received: body })),
  "refuses-by-xml": refusing(
    say(403, "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Data/></Error>", {
      "content-type": "application/xml",
    }),
  ),
  "refuses-by-406": refusing(say(406, null)),
  "refuses-by-451": refusing(
    say(
      451,
      { type: "about:blank", title: "Unavailable", status: 451 },
      { "content-type": "application/problem+json" },
    ),
  ),
  "refuses-variously": refusing(({ authorization }) => {
    if (authorization === undefined) return say(401, "no header");
    if (!authorization.startsWith("Bearer ")) return toLogin("/");
    return say(403, { message: "token not valid", data: [] });
  }),
  "login-page-on-users-only": [
    onRefusal("listUsers", () => say(200, loginPage, html)),
    onRefusal("listInvoices", () => ({ status: 404, headers: {}, text: "nothing" })),
  ],
  "no-token-in-query": early(
    (ask) =>
      isFor(ask, everywhere) && ["access_token", "token", "api_key", "apikey"].some((name) => ask.query.has(name)),
    () => say(400, "Keep tokens out of the query."),
  ),

  // What a token is, and how it must be sent.
  "any-case-of-bearer": reading(/^bearer (.*)$/i),
  "more-spaces": reading(/^Bearer[ \t]+(.*)$/),
  "signed-tokens": [reading(/^Bearer (\S+)$/, isSigned), having(issue("account-1"), issue("account-2"))],
  "base64-tokens": having("q+Zr/8Yw3n+vJ/0aTk5LxQ==", "M/eB+2tHsUu9/1+RzDgo7w=="),
  "punctuated-tokens": having("v2.local~aB-9_x+Y/z.0Q", "v2.local~cD-8_w+V/u.1R"),
  "short-tokens": having("k7Qz2", "p4Wm9"),
  "long-tokens": having("1xY7".repeat(750), "2xY7".repeat(750)),
  "numeric-tokens": having("8402759136604817", "1957302846620593"),
  "tokens-alike": having("team-token-000000000001", "team-token-000000000002"),
  "unversioned-alias": (ask, next) => next(ask.path.startsWith("/api/") ? ask : { ...ask, path: `/api/v1${ask.path}` }),
  "further-versions": (ask, next) =>
    next({ ...ask, path: ask.path.replace(/^\/api\/v\d+\//, "/api/v1/").replace(/\/$/, "") }),
});
