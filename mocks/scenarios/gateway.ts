import { z } from "zod";
import { jsonOf } from "../../fixtures/json.ts";
import { withoutBody, type Reply } from "../service/call.ts";
import { retryAfter as retryAfterHeader } from "../service/rate-limit.ts";
import { reasonPhrase } from "../service/reason-phrases.ts";
import { Failure } from "../service/reply.ts";
import { defineScenario, type Turn } from "./scenario.ts";

type Headers = Readonly<Record<string, string>>;

/** A response from something in front of the service: no envelope, and not in the dialect's format. */
function gatewayResponse(status: number, headers: Headers, body: string): Reply {
  return { status, headers, body, why: { rule: "scenario" } };
}

/** An HTML page for people. */
function htmlPage(status: number, title: string, text: string, headers: Headers = {}): Reply {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`;
  return gatewayResponse(status, { "content-type": "text/html; charset=utf-8", ...headers }, body);
}

const usual = [500, 502, 503] as const;

const serverErrorOptions = z.object({
  status: z.int().min(500).max(599).optional().describe("Default: 500, 502 or 503, chosen for each burst."),
  burst: z.int().min(1).max(1000).default(1).describe("How many requests fail in a row."),
  every: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe("One burst of failures at a random place in every N requests; by default every request fails."),
  body: z
    .enum(["dialect", "text", "html", "empty"])
    .optional()
    .describe("Default: the dialect's for 500, a gateway's HTML page for any other."),
  served: z.boolean().default(false).describe("Process the request anyway, and commit a write."),
});

/** The service, or a gateway in front of it, has an outage: several requests in a row fail, then it recovers. */
export const serverErrors = defineScenario({
  name: "server-errors",
  summary: "Fail with 500, 502 or 503: every request, a share of them, or in bursts.",
  options: serverErrorOptions.refine(({ burst, every }) => every === undefined || burst <= every, {
    path: ["burst"],
    error: "expected at most the value of every",
  }),
  examples: ["server-errors", "server-errors:status=503,rate=0.1", "server-errors:every=20,burst=3,body=empty"],
  start: ({ status, burst, every = 1, body, served }) => {
    let calls = 0;
    /** The start of the burst in its round, how many of its requests are left, and their failure. */
    let [first, left, current] = [0, 0, 0];
    return {
      goesOn: () => left > 0,
      disturb: async (turn, next) => {
        const place = calls % every;
        calls += 1;
        if (every > 1 && place === 0) first = turn.random.between(0, every - burst);
        if (left === 0 && (every === 1 || place === first)) {
          left = burst;
          current = status ?? usual[turn.random.between(0, usual.length - 1)] ?? usual[0];
        }
        if (left === 0) return next();
        left -= 1;
        if (served) await next();
        return failure(turn, current, body);
      },
    };
  },
});

function failure({ reject }: Turn, status: number, asked: z.infer<typeof serverErrorOptions>["body"]): Reply {
  const title = reasonPhrase(status);
  switch (asked ?? (status === 500 ? "dialect" : "html")) {
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
  options: z.object({
    retryAfter: z.int().min(1).max(604_800).default(120).describe("Seconds until clients may come back."),
    format: z.enum(["seconds", "date", "none"]).default("seconds").describe("The format of Retry-After."),
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
  options: z.object({
    status: z.literal([301, 302, 303, 307, 308]).default(302).describe("The status code of the redirect."),
    location: z
      .string()
      .regex(/^[/\w.:%?=&~-]+$/, "expected a path or a URL, as in /login")
      .optional()
      .describe("The target; by default the dialect's auth.login, /login."),
  }),
  examples: ["redirect-to-login", "redirect-to-login:status=307,location=/api/login"],
  start:
    ({ status, location }) =>
    ({ call, dialect }) => {
      const login = location ?? dialect.auth.login;
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
  options: z.object({
    status: z.int().min(200).max(599).default(200).describe("The status code."),
    body: text.describe("The body as it is sent; by default empty."),
    json: text
      .refine((value) => value === undefined || jsonOf(value) !== undefined, "expected JSON")
      .describe("The body as JSON; on the command line also `@FILE`."),
    type: text.describe("The `Content-Type`; by default application/json for `json`, and text/plain for `body`."),
  }),
  hasTexts: true,
  examples: ['respond:status=409,json={"error":"taken","field":"email"},on=createUser', "respond:status=503,body=down"],
  start: ({ status, body, json, type = json === undefined ? "text/plain; charset=utf-8" : "application/json" }) => {
    const sent = withoutBody.has(status) ? "" : (json ?? body ?? "");
    const headers: Readonly<Record<string, string>> = sent === "" ? {} : { "content-type": type };
    return () => ({ status, headers, body: sent, why: { rule: "scenario" } });
  },
});
