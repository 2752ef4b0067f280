import { z } from "zod";
import { endOfText } from "./parse-json.ts";
import { hideInBody, hideInHeaders, type Masker } from "../../fixtures/secrets/named.ts";

const headersSchema = z.record(z.string(), z.string());

/** Why there is no complete response. */
const noReplyKinds = [
  "not-sent",
  "unknown-host",
  "proxy",
  "refused",
  "tls",
  "no-tls",
  "old-tls",
  "no-client-certificate",
  "client-certificate",
  "http2",
  "timeout",
  "broken",
  "cut",
  "too-large",
] as const;

/**
 * One request and its response, with secrets redacted. Checks judge it, and reports show it except for the end of very
 * long bodies: checks do not use more than a reader can see.
 */
export const exchangeSchema = z.strictObject({
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: headersSchema,
    body: z.string().optional(),
  }),
  /** Absent if no complete response came; then `noReply` is the reason. */
  response: z
    .strictObject({
      status: z.int(),
      headers: headersSchema,
      body: z.string(),
      isUtf8: z
        .literal(false)
        .optional()
        .describe("Present if the body is not valid UTF-8; invalid parts are shown as U+FFFD."),
      isDecoded: z
        .literal(false)
        .optional()
        .describe("Present if the body does not match `Content-Encoding`; it is then shown as received."),
      ms: z.number().describe("Milliseconds from the request to the last byte."),
    })
    .optional(),
  noReply: z.strictObject({ kind: z.enum(noReplyKinds), message: z.string() }).optional(),
});

export type HttpExchange = z.infer<typeof exchangeSchema>;

/** Whether the connection ended before the response or in the middle of it. */
export function brokeOff({ noReply }: HttpExchange): boolean {
  return noReply?.kind === "broken" || noReply?.kind === "cut";
}
export type ExchangeResponse = NonNullable<HttpExchange["response"]>;

/** An exchange in short: `GET https://…/api/v1/users → 200`. */
export function summarize({ request, response, noReply }: HttpExchange): string {
  return `${request.method} ${request.url} → ${response?.status ?? noReply?.message ?? "no response"}`;
}

/** The maximum characters of a body in evidence: enough to see the problem, small enough to mail. */
const evidenceLength = 20_000;

/** The maximum characters of a header's value in evidence. */
const headerLength = 2000;

const ownNames = String.raw`ORGKIT_(?:TOKEN(?:_B|_EXPIRED)?|HEADER_[A-Z\d_]+)`;

/** A variable of ours, whole or altered, after a scheme or alone: `Bearer $ORGKIT_TOKEN`, `${ORGKIT_TOKEN%?}`. */
const ownVariable = new RegExp(String.raw`^(?:[A-Za-z]+ )?\$(?:${ownNames}|\{${ownNames}[^\w{}]{0,3}[\d:]*\})$`);

/** Our own secrets are variables already, which are more useful. A secret of the target may begin with `$`, too. */
const masker: Masker = {
  hide: (value) => (ownVariable.test(value) ? value : "(hidden)"),
  rest: (text) => text,
};

/** Masks members of a body that are secret by their names: passwords, keys, tokens of others. */
export function withoutCredentials(body: string): string {
  return hideInBody(body, masker);
}

/**
 * The start of a body, without credentials. Cut before masking, since a body may be very long; a text at the cut is
 * closed, so that it is masked like a whole one.
 */
export function evidenceBody(body: string, most = evidenceLength): string {
  if (body.length <= most) return withoutCredentials(body);
  const start = withoutCredentials(withLastTextClosed(body.slice(0, most + hidingMargin)));
  return `${start.slice(0, most)}… (${body.length - most} more characters)`;
}

/** Masking makes a body shorter. */
const hidingMargin = 4096;

function withLastTextClosed(json: string): string {
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at + 1)) {
    at = endOfText(json, at);
    if (at === json.length) return `${json.replace(/\\+$/, "")}"`;
  }
  return json;
}

/**
 * An exchange as evidence: without credentials from the target, with long bodies and headers cut.
 * @param most the maximum characters of a body
 */
export function asEvidence(exchange: HttpExchange, most = evidenceLength): HttpExchange {
  const { request, response, noReply } = exchange;
  return {
    request: request.body === undefined ? request : { ...request, body: evidenceBody(request.body, most) },
    ...(response === undefined
      ? {}
      : {
          response: {
            ...response,
            headers: Object.fromEntries(
              Object.entries(hideInHeaders(response.headers, masker)).map(([name, value]) => [
                name,
                shortenText(value, headerLength),
              ]),
            ),
            body: evidenceBody(response.body, most),
          },
        }),
    noReply,
  };
}

/** The start of a text, and the number of characters left out. */
export function shortenText(text: string, most = evidenceLength): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}

/** An exchange with a successful response. */
export type Success = HttpExchange & { readonly response: ExchangeResponse };

/**
 * Whether a target asks to come back later: a rate limit, or an outage. Gateways limit with 429, with 503 (nginx, unless
 * it is told otherwise), or with 403 and `Retry-After` (RFC 9110 §10.2.3).
 */
export function asksToWait(exchange: HttpExchange): exchange is HttpExchange & { response: ExchangeResponse } {
  const { status, headers } = exchange.response ?? {};
  return status === 429 || status === 503 || (status === 403 && headers?.["retry-after"] !== undefined);
}

/**
 * The statuses with which a gateway says that it reaches no service (RFC 9110 §15.5.20, §15.6.3 to §15.6.5; Cloudflare:
 * 520 to 527, 530).
 */
const gatewayStatuses: ReadonlySet<number> = new Set([421, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);

/** Headers of firewalls that respond instead of the service, whatever the status. */
export const firewallHeaders = ["cf-mitigated", "x-amzn-waf-action"];

/** Whether a gateway or a firewall responded instead of the service. */
export function isFromGateway({ response }: HttpExchange): boolean {
  if (response === undefined) return false;
  return gatewayStatuses.has(response.status) || firewallHeaders.some((name) => name in response.headers);
}

/** Whether no service responded: nothing did, or a gateway instead of it. */
export function isUnanswered(exchange: HttpExchange): boolean {
  return exchange.response === undefined || isFromGateway(exchange);
}

/** 2xx. */
export function isSuccess(exchange: HttpExchange): exchange is HttpExchange & { response: ExchangeResponse } {
  const status = exchange.response?.status ?? 0;
  return status >= 200 && status <= 299;
}
