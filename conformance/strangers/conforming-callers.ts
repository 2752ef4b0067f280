import { createHmac } from "node:crypto";
import { early, everywhere, html, isFor, letIn, odd, onRefusal, redirect, say } from "./departures.ts";
import { operationOf, type Ask, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

const loginPage = "<!doctype html><title>Sign in</title><form><input name=email><input type=password></form>";

/** A server that refuses in one way on every operation. */
function refusing(id: string, refuse: Reply | ((ask: Ask) => Reply)): Stranger {
  return odd(`refuses-by-${id}`, onRefusal(everywhere, typeof refuse === "function" ? refuse : () => refuse));
}

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
const reading = (form: RegExp, isSame = (given: string, token: string) => given === token) =>
  letIn(everywhere, ({ authorization = "" }, token) => isSame(form.exec(authorization)?.[1] ?? "", token));

const having = (id: string, first: string, second: string): Stranger => odd(id, { tokens: { first, second } });

/** Odd in how a caller is refused (§7 shows nothing), in what a token is and in how exactly it must be sent. */
export const conformingWithCallers = [
  refusing("302", ({ path }) => toLogin(path)),
  refusing("303", ({ path }) => ({
    ...toLogin(path, 303),
    text: '<a href="/login">here</a>',
  })),
  refusing("307", redirect("https://login.stranger.invalid/start", 307)),
  refusing("404", say(404)),
  refusing("403-text", say(403, "Go away.\n")),
  refusing("400", say(400, { errors: [{ field: "Authorization", problem: "bad" }] })),
  refusing("empty-envelope", say(401, { data: [], meta: { page: 1, total: 0 } })),
  refusing("silence", say(401, undefined, { "www-authenticate": 'Bearer realm="x", error="invalid_token"' })),
  refusing("login-page", say(200, loginPage, html)),
  refusing("200-error", say(200, { error: { code: 16, message: "unauthenticated" } })),
  refusing("200-nulls", say(200, { data: null, meta: null, error: "unauthenticated" })),
  refusing("quoting", (ask) => {
    const id = ask.path.split("/").at(-1);
    return say(401, {
      error: `not allowed: ${ask.method} ${ask.path}?${ask.query.toString()}`,
      resource: { type: operationOf(ask), id, key: id },
    });
  }),
  refusing(
    "error-in-data",
    say(401, { data: [{ code: "unauthorized", title: "Who are you?" }], meta: { page: 1, total: 0 } }),
  ),
  refusing("echo", ({ body }) => say(401, { error: "unauthorized", received: body })),
  refusing(
    "xml",
    say(403, "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Data/></Error>", {
      "content-type": "application/xml",
    }),
  ),
  refusing("406", say(406, null)),
  refusing(
    "451",
    say(
      451,
      { type: "about:blank", title: "Unavailable", status: 451 },
      { "content-type": "application/problem+json" },
    ),
  ),
  odd(
    "refuses-variously",
    onRefusal(everywhere, ({ authorization }) => {
      if (authorization === undefined) return say(401, "no header");
      if (!authorization.startsWith("Bearer ")) return toLogin("/");
      return say(403, { message: "token not valid", data: [] });
    }),
  ),
  odd(
    "login-page-on-users-only",
    onRefusal("listUsers", () => say(200, loginPage, html)),
    onRefusal("listInvoices", () => ({ status: 404, headers: {}, text: "nothing" })),
  ),
  odd(
    "no-token-in-query",
    early(
      (ask) =>
        isFor(ask, everywhere) && ["access_token", "token", "api_key", "apikey"].some((name) => ask.query.has(name)),
      () => say(400, "Keep tokens out of the query."),
    ),
  ),

  // What a token is, and how it must be sent.
  odd("any-case-of-bearer", reading(/^bearer (.*)$/i)),
  odd("more-spaces", reading(/^Bearer[ \t]+(.*)$/)),
  odd("signed-tokens", reading(/^Bearer (\S+)$/, isSigned), {
    tokens: { first: issue("account-1"), second: issue("account-2") },
  }),
  having("base64-tokens", "q+Zr/8Yw3n+vJ/0aTk5LxQ==", "M/eB+2tHsUu9/1+RzDgo7w=="),
  having("punctuated-tokens", "v2.local~aB-9_x+Y/z.0Q", "v2.local~cD-8_w+V/u.1R"),
  having("short-tokens", "k7Qz2", "p4Wm9"),
  having("long-tokens", "1xY7".repeat(750), "2xY7".repeat(750)),
  having("numeric-tokens", "8402759136604817", "1957302846620593"),
  having("tokens-alike", "team-token-000000000001", "team-token-000000000002"),
  odd("unversioned-alias", (ask, next) =>
    next(ask.path.startsWith("/api/") ? ask : { ...ask, path: `/api/v1${ask.path}` }),
  ),
  odd("further-versions", (ask, next) =>
    next({ ...ask, path: ask.path.replace(/^\/api\/v\d+\//, "/api/v1/").replace(/\/$/, "") }),
  ),
];
