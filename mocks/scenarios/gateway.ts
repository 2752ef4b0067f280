import { z } from "zod";
import { jsonOf } from "../../fixtures/json.ts";
import { withoutBody, type Reply } from "../service/call.ts";
import { retryAfter as retryAfterHeader } from "../service/rate-limit.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";
import { Failure } from "../service/reply.ts";
import { retryAfterFormat } from "./limits.ts";
import { defineScenario, type Turn } from "./scenario.ts";

type Headers = Readonly<Record<string, string>>;

/** A response from something in front of the service: no envelope, and not in the dialect's format. */
function gatewayResponse(status: number, headers: Headers, body: string): Reply {
  return { status, headers, body, why: { rule: "scenario" } };
}

/** An HTML page for people. */
function htmlPage(status: number, title: string, text: string, headers: Headers = {}): Reply {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p></body></html>
`;
  return gatewayResponse(status, { "content-type": "text/html; charset=utf-8", ...headers }, body);
}

const commonStatuses = [500, 502, 503] as const;
const bodyForms = ["dialect", "text", "html", "empty"] as const;

/** The service, or a gateway in front of it, has an outage: several requests in a row fail, then it recovers. */
export const serverErrors = defineScenario({
  name: "server-errors",
  summary: "Fail with 500, 502 or 503: every request, a share of them, or in bursts.",
  options: () =>
    z.object({
      status: z.int().min(500).max(599).optional().describe("Default: 500, 502 or 503, chosen for each burst."),
      burst: z.int().min(1).max(1000).default(1).describe("How many requests fail in a row."),
      body: z
        .enum(bodyForms)
        .optional()
        .describe("Default: the dialect's for 500, a gateway's HTML page for any other."),
      served: z.boolean().default(false).describe("Process the request anyway, and commit a write."),
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
      return failure(turn, current, body ?? (current === 500 ? "dialect" : "html"));
    };
  },
});

function failure({ reject }: Turn, status: number, form: (typeof bodyForms)[number]): Reply {
  const title = reasonPhrase(status);
  switch (form) {
    case "dialect":
      return reject(new Failure("badParameter", `${title}: something went wrong.`, { rule: "scenario", status }));
    case "text":
      return gatewayResponse(status, { "content-type": "text/plain; charset=utf-8" }, `${title}\n`);
    case "html":
      return htmlPage(status, `${status} ${title}`, "The gateway got no response from the service.");
    case "empty":
      return gatewayResponse(status, {}, "");
  }
}

/** An HTML page for every request, whatever its path. */
export const maintenance = defineScenario({
  name: "maintenance",
  summary: "Respond to every request with an HTML maintenance page: 503 with Retry-After.",
  options: () =>
    z.object({
      retryAfter: z.int().min(1).max(604_800).default(120).describe("Seconds until clients may come back."),
      format: retryAfterFormat,
    }),
  examples: ["maintenance", "maintenance:retryAfter=3600,format=date"],
  start:
    ({ retryAfter, format }) =>
    ({ now }) =>
      htmlPage(
        503,
        "Down for maintenance",
        "We are working on it and will be back soon.",
        retryAfterHeader(format, now + retryAfter * 1000, now),
      ),
});

/** A captive portal, or a gateway with its own sessions: a client that follows the redirect gets a page and 200. */
export const redirectToLogin = defineScenario({
  name: "redirect-to-login",
  summary: "Redirect every request to an HTML login page, like a captive portal or an ended session.",
  options: () =>
    z.object({
      status: z.literal([301, 302, 303, 307, 308]).default(302).describe("The status code of the redirect."),
    }),
  examples: ["redirect-to-login", "redirect-to-login:status=307"],
  start:
    ({ status }) =>
    ({ call, dialect }) => {
      const { login } = dialect.auth;
      if (call.path === login.split("?")[0]) return htmlPage(200, "Sign in", "Sign in to continue.");
      return htmlPage(status, "Moved", "Sign in to continue.", { location: login });
    },
});

/** An option that may look like a number, or like true. */
const text = z.preprocess(
  (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  z.string().optional(),
);

/** Any response that a test needs, whatever the dialect says. */
export const customResponse = defineScenario({
  name: "respond",
  summary: "Respond with a status code and a body of your own instead of the service's.",
  options: () =>
    z.object({
      status: z.int().min(200).max(599).default(200).describe("The status code."),
      body: text.describe("The body as it is sent; by default empty."),
      json: text
        .refine((value) => value === undefined || jsonOf(value) !== undefined, "expected JSON")
        .describe("The body as JSON; on the command line also `@FILE`."),
      type: text.describe("The `Content-Type`; by default application/json for `json`, and text/plain for `body`."),
    }),
  examples: ['respond:status=409,json={"error":"taken","field":"email"},on=createUser', "respond:status=503,body=down"],
  start: ({ status, body, json, type = json === undefined ? "text/plain; charset=utf-8" : "application/json" }) => {
    const sent = withoutBody.has(status) ? "" : (json ?? body ?? "");
    return () => gatewayResponse(status, sent === "" ? {} : { "content-type": type }, sent);
  },
});
