import type { Reply } from "../test-servers/service.ts";

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
