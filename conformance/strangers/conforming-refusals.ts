import { everywhere, isFor, odd, onRefusal, type Making } from "./departures.ts";
import { operationOf, type Ask, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

const loginPage = "<!doctype html><title>Sign in</title><form><input name=email><input type=password></form>";
const html = { "content-type": "text/html; charset=utf-8" };
const plain = { "content-type": "text/plain" };
const json = { "content-type": "application/json" };

/** A stranger that refuses in one way on every operation. */
function refusing(
  id: string,
  sentence: string,
  refuse: (ask: Ask) => Omit<Reply, "headers"> & Partial<Pick<Reply, "headers">>,
): Stranger {
  return odd(`refuses-by-${id}`, sentence, (): Making => ({ around: [onRefusal(everywhere, refuse)] }));
}

function toLogin(status: number): (ask: Pick<Ask, "path">) => Reply {
  return ({ path }) => ({ status, headers: { location: `/login?next=${encodeURIComponent(path)}` } });
}

/** Odd in how a caller is refused (§7 shows nothing). */
export const conformingInRefusal: readonly Stranger[] = [
  refusing("302", "sends callers it does not know to a login page", toLogin(302)),
  refusing("303", "sends callers it does not know elsewhere by 303, with a page that says so", (ask) => ({
    ...toLogin(303)(ask),
    text: '<a href="/login">here</a>',
  })),
  refusing("307", "sends callers it does not know to another host by 307", () => ({
    status: 307,
    headers: { location: "https://login.stranger.invalid/start" },
  })),
  refusing("404", "acts towards callers it does not know as if nothing were there", () => ({ status: 404 })),
  refusing("403-text", "refuses by 403 and a sentence", () => ({ status: 403, headers: plain, text: "Go away.\n" })),
  refusing("400", "refuses by 400 and JSON", () => ({
    status: 400,
    headers: json,
    body: { errors: [{ field: "Authorization", problem: "bad" }] },
  })),
  refusing("empty-envelope", "refuses by 401 with an empty envelope", () => ({
    status: 401,
    headers: json,
    body: { data: [], meta: { page: 1, total: 0 } },
  })),
  refusing("silence", "refuses by 401 without a body", () => ({
    status: 401,
    headers: { "www-authenticate": 'Bearer realm="x", error="invalid_token"' },
  })),
  refusing("login-page", "answers callers it does not know 200 and a login page", () => ({
    status: 200,
    headers: html,
    text: loginPage,
  })),
  refusing("200-error", "answers callers it does not know 200 and an error in JSON", () => ({
    status: 200,
    headers: json,
    body: { error: { code: 16, message: "unauthenticated" } },
  })),
  refusing("200-nulls", "answers callers it does not know 200 with data and meta null", () => ({
    status: 200,
    headers: json,
    body: { data: null, meta: null, error: "unauthenticated" },
  })),
  refusing("quoting", "refuses by 401 and quotes the path, the id and the query that were asked for", (ask) => ({
    status: 401,
    headers: json,
    body: {
      error: `not allowed: ${ask.method} ${ask.path}?${ask.query.toString()}`,
      resource: { type: operationOf(ask), id: ask.path.split("/").at(-1), key: ask.path.split("/").at(-1) },
    },
  })),
  refusing("error-in-data", "refuses by 401 with the error as the only record of an envelope", () => ({
    status: 401,
    headers: json,
    body: { data: [{ code: "unauthorized", title: "Who are you?" }], meta: { page: 1, total: 0 } },
  })),
  refusing("echo", "refuses by 401 and sends back the body that was sent to it", (ask) => ({
    status: 401,
    headers: json,
    body: { error: "unauthorized", received: ask.body },
  })),
  refusing("xml", "refuses by 403 with XML", () => ({
    status: 403,
    headers: { "content-type": "application/xml" },
    text: "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Data/></Error>",
  })),
  refusing("406", "refuses by 406 with the JSON text null", () => ({ status: 406, headers: json, text: "null" })),
  refusing("451", "refuses by 451 with problem details", () => ({
    status: 451,
    headers: { "content-type": "application/problem+json" },
    body: { type: "about:blank", title: "Unavailable", status: 451 },
  })),
  odd("refuses-variously", "refuses differently without a header, with another scheme and with a wrong token", () => ({
    around: [
      onRefusal(everywhere, ({ authorization }) => {
        if (authorization === undefined) return { status: 401, headers: plain, text: "no header" };
        if (!authorization.startsWith("Bearer ")) return toLogin(302)({ path: "/" });
        return { status: 403, headers: json, body: { message: "token not valid", data: [] } };
      }),
    ],
  })),
  odd("login-page-on-users-only", "answers 200 and a login page on users, 404 on invoices, 401 elsewhere", () => ({
    around: [
      onRefusal("listUsers", () => ({ status: 200, headers: html, text: loginPage })),
      onRefusal("listInvoices", () => ({ status: 404, text: "nothing" })),
    ],
  })),
  odd("no-token-in-query", "refuses any call with a token in the query by 400, whatever its header", () => ({
    around: [
      (ask, next) => {
        const hasToken = ["access_token", "token", "api_key", "apikey"].some((name) => ask.query.has(name));
        return hasToken && isFor(ask, everywhere)
          ? { status: 400, headers: plain, text: "Keep tokens out of the query.", isRefusal: true }
          : next(ask);
      },
    ],
  })),
];
