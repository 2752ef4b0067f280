import * as z from "zod/mini";
import { tryParseJson } from "../../fixtures/values/json.ts";
import { counted } from "../../fixtures/values/text.ts";
import { expiredToken } from "../service/authenticate.ts";
import { withoutBody, type Reply } from "../service/call.ts";
import { retryAfter as retryAfterHeader } from "../service/rate-limit.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import { Failure, withSharedHeaders } from "../service/reply.ts";
import { headerText } from "../../fixtures/dialect/key.ts";
import { defineScenario, type Turn } from "./scenario.ts";
import { optional, withDefault, wholeNumber } from "../../fixtures/values/schema.ts";

type Headers = Readonly<Record<string, string>>;

/** A response from something in front of the service: no envelope, and not in the dialect's format. */
function gatewayReply(status: number, headers: Headers, body: string): Reply {
  return { status, headers, body, why: { rule: "scenario" } };
}

/** An HTML page for people. */
function htmlReply(status: number, title: string, text: string, headers: Headers = {}): Reply {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p></body></html>
`;
  return gatewayReply(status, { "content-type": "text/html; charset=utf-8", ...headers }, body);
}

const plainText = "text/plain; charset=utf-8";

const bodyForms = ["dialect", "text", "html", "empty"] as const;

function serverErrorReply({ reject }: Turn, status: number, form: (typeof bodyForms)[number]): Reply {
  const title = statusText(status);
  switch (form) {
    case "dialect":
      return reject(new Failure("badParameter", `${title}: something went wrong.`, { rule: "scenario", status }));
    case "text":
      return gatewayReply(status, { "content-type": plainText }, `${title}\n`);
    case "html":
      return htmlReply(status, `${status} ${title}`, "The gateway got no response from the service.");
    case "empty":
      return gatewayReply(status, {}, "");
  }
}

const commonStatuses = [500, 502, 503] as const;

/** The format of `Retry-After`, an option of several scenarios. */
const retryAfterFormat = withDefault(z.enum(["seconds", "date", "none"]), "seconds", "The format of Retry-After.");

/** An option that may look like a number, or like true. */
const text = z.pipe(
  z.transform((value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value)),
  z.string(),
);

/** Failures of the service or of a gateway, rejections, and any other response. */
export const rejectionScenarios = [
  // An outage: several requests in a row fail, then the service recovers.
  defineScenario({
    name: "server-errors",
    summary: "Fail with 500, 502 or 503: every request, a share of them, or in bursts.",
    options: () =>
      z.object({
        status: optional(wholeNumber(500, 599), "Default: 500, 502 or 503, chosen for each burst."),
        burst: withDefault(wholeNumber(1, 1000), 1, "How many requests fail in a row."),
        body: optional(z.enum(bodyForms), "Default: the dialect's for 500, a gateway's HTML page for any other."),
        served: withDefault(z.boolean(), false, "Process the request anyway, and commit a write."),
      }),
    examples: ["server-errors", "server-errors:status=503,rate=0.1", "server-errors:rate=0.05,burst=3,body=empty"],
    isLasting: true,
    start: ({ status, burst, body, served }) => {
      let left = 0;
      let current = 0;
      return async (turn, next) => {
        if (left === 0) {
          if (!turn.isDrawn) return next();
          left = burst;
          current = status ?? commonStatuses[turn.random.between(0, commonStatuses.length - 1)] ?? 500;
        }
        left -= 1;
        if (served) await next();
        return serverErrorReply(turn, current, body ?? (current === 500 ? "dialect" : "html"));
      };
    },
  }),
  defineScenario({
    name: "maintenance",
    summary: "Respond to every request with an HTML maintenance page: 503 with Retry-After.",
    options: () =>
      z.object({
        retryAfter: withDefault(wholeNumber(1, 604_800), 120, "Seconds until clients may come back."),
        format: retryAfterFormat,
      }),
    examples: ["maintenance", "maintenance:retryAfter=3600,format=date"],
    start:
      ({ retryAfter, format }) =>
      ({ now }) => {
        const headers = retryAfterHeader(format, now + retryAfter * 1000, now);
        return htmlReply(503, "Down for maintenance", "We are working on it and will be back soon.", headers);
      },
  }),
  // A client that follows the redirect gets a page and 200.
  defineScenario({
    name: "redirect-to-login",
    summary: "Redirect every request to an HTML login page, like a captive portal or an ended session.",
    options: () =>
      z.object({
        status: withDefault(z.literal([301, 302, 303, 307, 308]), 302, "The status code of the redirect."),
      }),
    examples: ["redirect-to-login", "redirect-to-login:status=307"],
    start:
      ({ status }) =>
      ({ call, dialect }) => {
        const { login } = dialect.auth;
        if (call.path === login.split("?")[0]) return htmlReply(200, "Sign in", "Sign in to continue.");
        return htmlReply(status, "Moved", "Sign in to continue.", { location: login });
      },
  }),
  defineScenario({
    name: "respond",
    summary: "Respond with a status code and a body of your own instead of the service's.",
    options: () =>
      z.object({
        status: withDefault(wholeNumber(200, 599), 200, "The status code."),
        body: optional(text, "The body as it is sent; by default empty."),
        json: optional(
          text.check(z.refine((value) => tryParseJson(value) !== undefined, "expected JSON")),
          "The body as JSON; on the command line also `@FILE`.",
        ),
        headers: optional(
          z.pipe(
            z.transform((value) => (typeof value === "string" ? (tryParseJson(value) ?? value) : value)),
            z.record(
              z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/)),
              headerText,
              "expected JSON: an object of texts",
            ),
          ),
          "Headers, as JSON: they win over those that the dialect gives every response.",
        ),
        type: optional(text, "The `Content-Type`; by default application/json for `json`, and text/plain for `body`."),
      }),
    examples: [
      'respond:status=409,json={"error":"taken","field":"email"},on=createUser',
      'respond:status=503,body=down,headers={"retry-after":"120"}',
    ],
    start: ({ status, body, json, headers = {}, type = json === undefined ? plainText : "application/json" }) => {
      const content = withoutBody.has(status) ? "" : (json ?? body ?? "");
      const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
      const all = { ...(content === "" ? {} : { "content-type": type }), ...Object.fromEntries(own) };
      return (turn) => withSharedHeaders(gatewayReply(status, all, content), turn.dialect.responses, turn);
    },
  }),
  // All are rejected until the pause in `Retry-After` has passed, by the simulation's clock.
  defineScenario({
    name: "too-many-requests",
    summary: "After N requests of an account, respond 429 with Retry-After, until that time is over.",
    options: () =>
      z.object({
        calls: withDefault(
          wholeNumber(0),
          0,
          "How many requests are answered before a pause; after the first one, at least one.",
        ),
        retryAfter: withDefault(wholeNumber(1, 86_400), 30, "The length of the pause, in seconds."),
        format: retryAfterFormat,
      }),
    examples: ["too-many-requests:retryAfter=2,times=1", "too-many-requests:calls=10,format=date"],
    isLasting: true,
    start: ({ calls, retryAfter, format }) => {
      /** By account: the requests left before the next pause, and the end of the last one. */
      const gates = new Map<string, { left: number; closedUntil: number }>();
      return ({ account, operation, now, isDrawn, reject }, next) => {
        if (account === undefined || operation === undefined) return next();
        const gate = gates.get(account.id) ?? { left: calls, closedUntil: 0 };
        gates.set(account.id, gate);
        if (now >= gate.closedUntil) {
          if (!isDrawn) return next();
          gate.left -= 1;
          if (gate.left >= 0) return next();
          gate.left = Math.max(calls, 1);
          gate.closedUntil = now + retryAfter * 1000;
        }
        const seconds = counted(Math.ceil((gate.closedUntil - now) / 1000), "second");
        const headers = retryAfterHeader(format, gate.closedUntil, now);
        const message = `Too many requests; try again in ${seconds}.`;
        return reject(new Failure("tooManyRequests", message, { rule: "limits.rate", headers }));
      };
    },
  }),
  defineScenario({
    name: "expired-token",
    summary: "Expire a valid token during a session, after N requests; it stays expired.",
    options: () =>
      z.object({
        calls: withDefault(wholeNumber(0), 0, "How many requests each token is accepted for before it expires."),
      }),
    examples: ["expired-token:calls=5", "expired-token:after=1", "expired-token:rate=0.05"],
    isLasting: true,
    start: ({ calls }) => {
      /** By token; 0 if it has expired. */
      const requestsLeft = new Map<string, number>();
      return ({ account, call, dialect, isDrawn, reject }, next) => {
        const token = call.headers["authorization"];
        if (account === undefined || token === undefined) return next();
        const left = requestsLeft.get(token) ?? calls + 1;
        if (left > 0 && !isDrawn) return next();
        requestsLeft.set(token, Math.max(left - 1, 0));
        return left > 1 ? next() : reject(expiredToken(dialect.auth));
      };
    },
  }),
] as const;
