import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConformOptions } from "../options/options.generated.ts";
import { defaultTokens } from "../test-servers/independent-server.ts";
import {
  serverOf,
  type Answer,
  failure,
  openService,
  type Ask,
  type Reply,
  type Service,
} from "../test-servers/service.ts";

/** What a run meets, and how it ends. */
export interface Situation {
  /** As the page has it. */
  readonly words: string;
  readonly exit: 0 | 1 | 3;
  /** What differs from the usual options. */
  readonly given?: Partial<ConformOptions>;
  /** What differs from a service that conforms. */
  readonly answer?: (service: Service) => Answer;
  /** At the end of the base URL. */
  readonly path?: string;
  /** A part of the report's text. */
  readonly says?: RegExp;
}

const unknownToken = "nobody-9f8e7d6c5b";

function gatewayError(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { "content-type": "text/html", ...headers },
    text: `<html><title>${status}</title></html>`,
  };
}

/** Answers some requests otherwise. */
function except(isOther: (ask: Ask) => boolean, reply: Reply): NonNullable<Situation["answer"]> {
  return ({ answer }) =>
    (ask) =>
      isOther(ask) ? reply : answer(ask);
}

/** Answers some requests as those of the first account. */
function asFirst(isAny: (ask: Ask) => boolean): NonNullable<Situation["answer"]> {
  return ({ answer }) =>
    (ask) =>
      answer(isAny(ask) ? { ...ask, authorization: `Bearer ${defaultTokens.first}` } : ask);
}

/** Allows some requests at once, and some a second. */
export function limitedTo(burst: number, rate: number, reply: Reply): NonNullable<Situation["answer"]> {
  return ({ answer }) => {
    let [free, last] = [burst, Date.now()];
    return (ask) => {
      const now = Date.now();
      free = Math.min(burst, free + ((now - last) * rate) / 1000);
      last = now;
      if (free < 1) return reply;
      free -= 1;
      return answer(ask);
    };
  };
}

/** Answers otherwise for some seconds, in the middle of the run. */
function forSeconds(seconds: number, reply: Reply): NonNullable<Situation["answer"]> {
  return ({ answer }) => {
    let end: number | undefined;
    return (ask) => {
      if (isLate(ask)) end ??= Date.now() + 1000 * seconds;
      return Date.now() < (end ?? 0) ? reply : answer(ask);
    };
  };
}

/** Answers a part of the requests otherwise, drawn in the same way in each run. */
function atRandom(part: number, reply: Reply): NonNullable<Situation["answer"]> {
  return except(({ nth }) => createHash("sha256").update(String(nth)).digest().readUInt8(0) < part * 256, reply);
}

const isSecond = ({ authorization }: Ask): boolean => authorization === `Bearer ${defaultTokens.second}`;
const isFirst = ({ authorization }: Ask): boolean => authorization === `Bearer ${defaultTokens.first}`;
const isLate = ({ nth }: Ask): boolean => nth > 60;
const isUsers = ({ path }: Ask): boolean => path === "/api/v1/users";
const isInvoices = ({ path }: Ask): boolean => path === "/api/v1/invoices";
const forbidden = failure(403, "forbidden", "This token has no right to do that.");
const writing = { allowWrites: true, quick: false } as const;

/** The situations of the page, in its order. */
export const situations: readonly Situation[] = [
  { words: "the service conforms, and everything is given", exit: 0, given: writing },
  { words: "only the token is given", exit: 0, given: { secondToken: undefined, ids: {} } },
  { words: "the token is unknown or expired", exit: 3, given: { token: unknownToken }, says: /rejects the token/ },
  {
    words: "the second token is unknown or expired",
    exit: 3,
    given: { secondToken: unknownToken },
    says: /rejects the token in ORGKIT_TOKEN_B/,
  },
  { words: "the second token has no rights", exit: 3, answer: except(isSecond, forbidden), says: /ORGKIT_TOKEN_B/ },
  {
    words: "the second token may list users, but no invoices",
    exit: 0,
    answer: except((ask) => isSecond(ask) && isInvoices(ask), forbidden),
  },
  {
    words: "the second token is of the same account, or the service ignores whose records they are",
    exit: 3,
    answer: asFirst(isSecond),
    says: /ORGKIT_TOKEN and ORGKIT_TOKEN_B see the same records/,
  },
  {
    words: "both tokens are of one organization, and see the same users, but other invoices",
    exit: 0,
    answer: asFirst((ask) => isSecond(ask) && isUsers(ask)),
  },
  {
    words: "the token may list users, but no invoices (403)",
    exit: 3,
    answer: except((ask) => isFirst(ask) && isInvoices(ask), forbidden),
    says: /listInvoices: the token is accepted, but not/,
  },
  {
    words: "the token may not create users (403)",
    exit: 3,
    given: writing,
    answer: except((ask) => ask.method === "POST" && isFirst(ask), forbidden),
    says: /createUser: .* accepted, but not/,
  },
  {
    words: "the service knows none of the given ids",
    exit: 3,
    given: { ids: { subscription: ["gone-1"] } },
    says: /knows no subscription "gone-1"/,
  },
  {
    words: "the service does not know one of the given ids",
    exit: 3,
    given: { ids: { subscription: ["s-1", "gone-1"] } },
    says: /knows no subscription "gone-1"/,
  },
  {
    words: "the service rejects the body of a creation (`--create-body`)",
    exit: 3,
    given: { ...writing, createBody: { title: "{{unique}}" } },
    says: /--create-body/,
  },
  { words: "the base URL includes `/api/v1`", exit: 3, path: "/api/v1", says: /does not include/ },
  { words: "nothing of the interface is at the base URL", exit: 3, path: "/elsewhere", says: /right base URL/ },
  {
    words: "nothing of the interface is there, and the service asks for the token before it looks at the path",
    exit: 3,
    answer:
      ({ accountOf }) =>
      (ask) =>
        accountOf(ask) === undefined ? failure(401, "unauthorized", "Who are you?") : failure(404, "none", "Nothing."),
    says: /right base URL/,
  },
  {
    words: "every path gets the same object, such as that of a health check",
    exit: 3,
    answer: () => () => ({ status: 200, headers: {}, body: { status: "UP" } }),
    says: /right base URL/,
  },
  {
    words: "every request is redirected to a login page",
    exit: 3,
    answer: () => () => ({ status: 302, headers: { location: "/login" } }),
    says: /login page/,
  },
  { words: "every response is a page", exit: 3, answer: () => () => gatewayError(200), says: /right base URL/ },
  { words: "the gateway always responds 502, or 504", exit: 3, answer: () => () => gatewayError(502), says: /gateway/ },
  { words: "the gateway always responds 503", exit: 3, answer: () => () => gatewayError(503), says: /gateway/ },
  {
    words: "the gateway responds 502 from some request on",
    exit: 3,
    answer: except(isLate, gatewayError(502)),
    says: /stopped responding/,
  },
  {
    words: "the gateway responds 502 for a second, as during a deployment",
    exit: 0,
    answer: forSeconds(1, gatewayError(502)),
  },
  {
    words: "the gateway responds 502 for ten seconds, until the service has started",
    exit: 0,
    given: { patience: 15 },
    answer: forSeconds(10, gatewayError(502)),
  },
  {
    words: "the gateway responds 502 to every second request, since one of two instances is gone",
    exit: 0,
    answer: except(({ nth }) => nth % 2 === 0, gatewayError(502)),
  },
  {
    words: "a busy service responds 503 to one request of ten",
    exit: 0,
    answer: atRandom(0.1, gatewayError(503)),
  },
  {
    words: "a rate limit responds 429 with `Retry-After`",
    exit: 0,
    answer: limitedTo(40, 200, gatewayError(429, { "retry-after": "0" })),
  },
  {
    words: "the quota of the client is used up from some request on (429)",
    exit: 3,
    given: writing,
    answer: except(isLate, gatewayError(429, { "retry-after": "86400" })),
    says: /ended after \d+ requests: the target asks to wait/,
  },
  { words: "a rate limit responds 503, as nginx does", exit: 0, answer: limitedTo(40, 100, gatewayError(503)) },
  {
    words: "a rate limit responds 403 with `Retry-After`",
    exit: 0,
    answer: limitedTo(40, 200, gatewayError(403, { "retry-after": "0" })),
  },
  {
    words: "the token expires during the run (401)",
    exit: 3,
    answer: except(isLate, failure(401, "expired", "The token has expired.")),
    says: /refuses every operation since[^]*expired/,
  },
  {
    words: "a firewall blocks the client from some request on (403)",
    exit: 3,
    answer: except(isLate, gatewayError(403)),
    says: /refuses every operation since[^]*firewall/,
  },
  {
    words: "a firewall blocks each URL that was asked for often (403)",
    exit: 3,
    answer: ({ answer }) => {
      const counts = new Map<string, number>();
      return (ask) => {
        const url = `${ask.path}?${ask.query.toString()}`;
        counts.set(url, (counts.get(url) ?? 0) + 1);
        return (counts.get(url) ?? 0) > 7 ? gatewayError(403) : answer(ask);
      };
    },
    says: /refuses every operation since[^]*firewall/,
  },
  {
    words: "the gateway shows a maintenance page from some request on (200)",
    exit: 3,
    answer: except(isLate, { ...gatewayError(200), text: "<html>Maintenance</html>" }),
    says: /refuses every operation since[^]*maintenance/,
  },
  {
    words: "a firewall blocks the client for a second",
    exit: 0,
    answer: forSeconds(1, gatewayError(403)),
  },
  {
    words: "a firewall responds to unusual paths with a page (200)",
    exit: 0,
    answer: except(({ path }) => /[%;]|\.\.|\/\//.test(path), { ...gatewayError(200), text: "<html>Rejected</html>" }),
  },
  {
    words: "every request waits for a connection from some request on, and gets 500 or times out",
    exit: 3,
    answer:
      ({ answer }) =>
      async (ask) => {
        if (!isLate(ask)) return answer(ask);
        await sleep(1100);
        return failure(500, "no_connection", "The pool has no connection left.");
      },
    says: /responds slowly[^]*exhausted/,
  },
  {
    words: "the gateway always responds 503 to one operation",
    exit: 3,
    answer: except(isInvoices, gatewayError(503)),
    says: /listInvoices.*503/,
  },
  {
    words: "others create users meanwhile",
    exit: 0,
    answer:
      ({ answer, accounts: [{ users }] }) =>
      (ask) => {
        if (ask.nth % 9 === 0)
          users.push({ id: 9000 + ask.nth, name: `Other ${ask.nth}`, email: `${ask.nth}@other.example`, team: "core" });
        return answer(ask);
      },
  },
  {
    words: "the service responds 500 to a valid request, each time",
    exit: 1,
    answer: except((ask) => isFirst(ask) && isInvoices(ask), failure(500, "internal", "Something is wrong.")),
  },
  {
    words: "the service accepts any token",
    exit: 1,
    answer:
      ({ answer, accounts: [{ token }] }) =>
      (ask) =>
        answer({ ...ask, authorization: isSecond(ask) ? ask.authorization : `Bearer ${token}` }),
  },
  {
    words: "the service says that it created a user, and stores none",
    exit: 1,
    given: writing,
    answer:
      ({ answer, accounts: [{ users }] }) =>
      async (ask) => {
        const before = users.length;
        const reply = await answer(ask);
        users.length = before;
        return reply;
      },
  },
  {
    words: "the service does not conform, and the second token is unknown",
    exit: 1,
    given: { secondToken: unknownToken },
    answer:
      ({ answer }) =>
      async (ask) => {
        const reply = await answer(ask);
        return isUsers(ask) && reply.envelope ? { ...reply, body: { ...reply.envelope, data: null } } : reply;
      },
  },
];

/** Starts the service of a situation. */
export function situationServer({ answer }: Situation) {
  const service = openService();
  return serverOf(answer?.(service) ?? service.answer);
}

/** What a product in front of a service sends instead of it. */
export interface GatewayAnswer {
  readonly product: string;
  readonly status: number;
  /** What it consists of; without any, it is empty. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers that mean the same. */
export interface GatewayAnswers {
  /** What they mean, as the page has it. */
  readonly words: string;
  /** A part of what a run says about each. */
  readonly says: RegExp;
  readonly answers: readonly GatewayAnswer[];
}

const json = { "content-type": "application/json" } as const;
const plain = { "content-type": "text/plain" } as const;

/** As nginx writes all of its pages. */
function nginx(status: number, words: string, more = ""): GatewayAnswer {
  const head = `<html>\r\n<head><title>${status} ${words}</title></head>\r\n<body>\r\n<center><h1>${status} ${words}</h1></center>\r\n`;
  return { product: "nginx", status, text: `${head}${more}<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n` };
}

/** As Apache writes all of its pages. */
function apache(status: number, words: string, more: string): GatewayAnswer {
  const head = `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${status} ${words}</title>\n</head><body>\n<h1>${words}</h1>\n`;
  return { product: "Apache", status, text: `${head}<p>${more}</p>\n</body></html>\n` };
}

function inJson(product: string, status: number, value: object, headers: GatewayAnswer["headers"] = {}): GatewayAnswer {
  return { product, status, text: JSON.stringify(value), headers: { ...json, ...headers } };
}

function inText(product: string, status: number, text: string): GatewayAnswer {
  return { product, status, text, headers: plain };
}

/** A page of a service in the cloud. */
function page(product: string, status: number, words: string, headers: GatewayAnswer["headers"] = {}): GatewayAnswer {
  return { product, status, text: `<!DOCTYPE html>\n<html><head><title>${words}</title></head></html>`, headers };
}

/** Where the status says it all, whatever the page. */
function byStatus(...answers: readonly (readonly [product: string, status: number])[]): readonly GatewayAnswer[] {
  return answers.map(([product, status]) => ({ product, status }));
}

/** The typical answers of products to every request, by what they mean. */
export const gatewayAnswers: readonly GatewayAnswers[] = [
  {
    words: "no service behind it",
    says: /^No service responds/,
    answers: [
      nginx(502, "Bad Gateway"),
      nginx(504, "Gateway Time-out"),
      apache(503, "Service Unavailable", "The server is temporarily unable to service your request."),
      { product: "Caddy", status: 502 },
      inText("Envoy", 503, "no healthy upstream"),
      ...byStatus(["HAProxy", 503], ["Cloudflare", 521], ["Cloudflare", 522], ["Cloudflare", 520], ["Cloudflare", 530]),
      ...byStatus(["AWS ALB", 503], ["Azure Front Door", 503]),
      inJson("Kong", 503, { message: "name resolution failed", request_id: "5f3c" }),
      ...byStatus(["API Gateway", 504], ["Heroku", 503]),
    ],
  },
  {
    words: "HTTP to a port of HTTPS",
    says: /give https:\/\//,
    answers: [
      nginx(400, "Bad Request", "<center>The plain HTTP request was sent to HTTPS port</center>\r\n"),
      apache(400, "Bad Request", "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />"),
      inText("Go", 400, "Client sent an HTTP request to an HTTPS server.\n"),
    ],
  },
  {
    words: "no client certificate",
    says: /--cert FILE/,
    answers: [nginx(400, "Bad Request", "<center>No required SSL certificate was sent</center>\r\n")],
  },
  {
    words: "another host or path",
    says: /right base URL|include its stage|check the base URL/i,
    answers: [
      nginx(404, "Not Found"),
      nginx(421, "Misdirected Request"),
      apache(421, "Misdirected Request", "The client needs a new connection for this request."),
      { product: "Caddy", status: 200 },
      { product: "Envoy", status: 404 },
      page("Azure Front Door", 404, "Page not found"),
      inJson("Kong", 404, { message: "no Route matched with those values" }),
      inJson(
        "API Gateway",
        403,
        { message: "Missing Authentication Token" },
        { "x-amzn-errortype": "MissingAuthenticationTokenException" },
      ),
      page("CloudFront", 403, "ERROR: The request could not be satisfied", { "x-cache": "Error from cloudfront" }),
      inText("Kubernetes", 404, "default backend - 404"),
      page("nginx", 200, "Welcome to nginx!"),
      inText("Cloudflare", 409, "error code: 1001"),
    ],
  },
  {
    words: "something more is wanted",
    says: /add it with --header|shorter headers only/,
    answers: [
      inJson("Kong", 401, { message: "No API key found in request" }),
      inJson("Azure API Management", 401, {
        statusCode: 401,
        message: "Access denied due to missing subscription key.",
      }),
      apache(400, "Bad Request", "Your browser sent a request that this server could not understand.<br />"),
      nginx(400, "Bad Request", "<center>Request Header Or Cookie Too Large</center>\r\n"),
      nginx(494, "Request Header Too Large"),
      inJson("a tenant router", 400, { error: "the header X-Tenant is missing" }),
      inJson("a proxy", 407, { error: "proxy authentication required" }),
    ],
  },
  {
    words: "blocked by a firewall",
    says: /firewall|refused with the token/,
    answers: [
      nginx(403, "Forbidden"),
      page("Cloudflare", 403, "Attention Required! | Cloudflare", { server: "cloudflare" }),
      page("Cloudflare", 403, "Just a moment...", { "cf-mitigated": "challenge" }),
      page("AWS WAF", 403, "403 Forbidden", { server: "awselb/2.0" }),
      page("AWS WAF", 405, "Human Verification", { "x-amzn-waf-action": "captcha" }),
      { product: "AWS WAF", status: 202, headers: { "x-amzn-waf-action": "challenge" } },
      inJson("API Gateway", 403, { message: "Forbidden" }),
      page("HAProxy", 403, "Request forbidden by administrative rules."),
      page("Azure Front Door", 403, "The request is blocked."),
      { product: "ModSecurity", status: 406, text: "<head><title>Not Acceptable!</title></head>" },
      page("F5", 200, "Request Rejected"),
      { product: "a lock of the account", status: 423, text: '{"error":"locked"}', headers: json },
    ],
  },
  {
    words: "maintenance",
    says: /maintenance|No service responds/,
    answers: [
      nginx(503, "Service Temporarily Unavailable"),
      page("a page of its own", 503, "We'll be right back", { "retry-after": "3600" }),
      page("a page of its own", 200, "Maintenance"),
      { product: "a redirect", status: 302, headers: { location: "https://status.example/maintenance" } },
      inJson("a gateway", 503, { maintenance: true }, { "retry-after": "3600" }),
    ],
  },
];

/** Their limits, beside those of the situations: a run sends more slowly. */
export const gatewayLimits: readonly GatewayAnswer[] = [
  inJson("API Gateway", 429, { message: "Too Many Requests" }),
  inJson("Kong", 429, { message: "API rate limit exceeded" }, { "retry-after": "1", "ratelimit-remaining": "0" }),
];

/** As a test server sends it. */
export function toReply({ status, text = "", headers = {} }: GatewayAnswer): Reply {
  return { status, headers: { "content-type": "text/html", ...headers }, text };
}
