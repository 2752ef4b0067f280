import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { unsearchedText, type Redactor } from "../../fixtures/secrets/redactor.ts";
import { timeoutSignal } from "../../fixtures/values/timers.ts";
import type { Call } from "./call.ts";
import { asksToWait, brokeOff, type HttpExchange } from "./exchange.ts";
import { CutOff, noReply, notSent } from "./no-reply.ts";
import type { Connection } from "./connection.ts";
import { createPool } from "./connection-pool.ts";
import type { Proxy } from "./proxy.ts";
import { decompress, readWithin } from "./read-body.ts";
import { createPace } from "./pace.ts";

/** A request to the target, before redaction. */
export interface Outgoing {
  readonly method: "GET" | "POST" | NonNullable<Call["method"]>;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What to show instead of a header's value. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The result of a request, and its cost. */
export interface Sent {
  readonly exchange: HttpExchange;
  /** The number of requests sent: more than one after a rate limit, or a dropped connection. */
  readonly requests: number;
  /** Milliseconds waited for the target's rate limit. */
  readonly waited: number;
  /** The first result, if the connection broke or the target failed, and the request was sent again. */
  readonly repeated?: HttpExchange | undefined;
}

/**
 * Sends requests to one target and returns redacted exchanges. Rejects only if orgkit itself fails: a missing response
 * is an exchange too.
 */
export interface HttpClient {
  send(outgoing: Outgoing): Promise<Sent>;
  /** Aborts all open requests and waits, as exchanges without a response; resolves when none is left. */
  close(): Promise<void>;
}

export interface HttpClientOptions extends Partial<Omit<Connection, "patience" | "maxCreated">> {
  readonly redactor: Redactor;
  /** The proxy in front of the target. */
  readonly proxy?: Proxy | undefined;
  /** Headers whose value is shown as a variable, by lower-case name. */
  readonly hiddenHeaders?: ReadonlyMap<string, string>;
  /** The maximum size of a body, in bytes, before and after decompression. */
  readonly bodyBytes?: number;
  /** The maximum number of bytes for all bodies after decompression; equal ones are kept, and count, once. */
  readonly allBytes?: number;
  /** After this many requests, none is sent again. */
  readonly maxRequests?: number | undefined;
}

/** After this many timeouts, nothing more is sent: the run must end. */
const maxTimeouts = 4;

/** After this many requests that got 429 to the end, one after the other, nothing more is sent. */
const maxGivenUp = 3;

/** Shorter bodies are not worth a digest. */
const minSharedLength = 65_536;

/** One connection pool, no redirects, no cookies. Only GET requests are repeated; after the 429 to a POST, it waits. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const {
    redactor,
    hiddenHeaders = new Map(),
    timeout = 15_000,
    bodyBytes = 64 * 1024 * 1024,
    allBytes = 256 * 1024 * 1024,
    maxRequests = Number.POSITIVE_INFINITY,
  } = options;
  const pool = createPool({ ...options, timeout }, {});
  // A POST gets a new connection: the server may just be closing a kept one, and a POST must not be repeated.
  const fresh = createPool({ ...options, timeout }, { pipelining: 0 });
  const closing = new AbortController();
  const pace = createPace({ ...options, signal: closing.signal });
  const longBodies = new Map<string, string>();
  const underway = new Set<Promise<Sent>>();
  let timeouts = 0;
  let givenUp = 0;
  let outages = 0;
  let bytes = 0;
  let sentRequests = 0;

  const room = (): number => Math.max(Math.min(bodyBytes, allBytes - bytes), 0);

  async function receive(outgoing: Outgoing): Promise<NonNullable<HttpExchange["response"]>> {
    const started = performance.now();
    const { statusCode, headers, body } = await (isWrite(outgoing) ? fresh : pool).request({
      ...splitUrl(outgoing.url),
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body ?? null,
      signal: AbortSignal.any([timeoutSignal(timeout), closing.signal]),
    });
    const limit = room();
    const received = await readWithin(body, limit).catch((cause: unknown) => {
      throw statusCode >= 200 && statusCode <= 299 ? new CutOff("the body did not end", { cause }) : cause;
    });
    const { content, isDecoded } = decompress(received, headers["content-encoding"], limit);
    return {
      status: statusCode,
      headers: flatHeaders(headers),
      // With a byte order mark, for the checks to judge.
      body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(content),
      ...(isUtf8(content) ? {} : { isUtf8: false }),
      ...(isDecoded ? {} : { isDecoded }),
      ms: Math.round(performance.now() - started),
    };
  }

  /** The same text for equal long bodies: a list that comes whole is read again and again. */
  function keep(body: string): string {
    if (body.length < minSharedLength) {
      bytes += body.length;
      return body;
    }
    const digest = createHash("sha256").update(body).digest("base64");
    const kept = longBodies.get(digest);
    if (kept !== undefined) return kept;
    bytes += Buffer.byteLength(body);
    longBodies.set(digest, body);
    return body;
  }

  async function attempt(outgoing: Outgoing): Promise<HttpExchange> {
    const sent = redactRequest(outgoing, redactor, hiddenHeaders);
    const obstacle =
      timeouts >= maxTimeouts
        ? `${maxTimeouts} earlier requests timed out`
        : givenUp >= maxGivenUp
          ? "the target asks to wait, again and again or for too long"
          : undefined;
    if (obstacle !== undefined) {
      return { request: sent, noReply: { kind: "not-sent", message: `${notSent}: ${obstacle}` } };
    }
    await pace.turn();
    sentRequests += 1;
    const received = await receive(outgoing).catch((error: unknown) => {
      // A fault of orgkit, not of the connection.
      if ((error instanceof TypeError || error instanceof ReferenceError) && !("code" in error)) throw error;
      const { kind, message } = noReply(
        error,
        timeout,
        room() < bodyBytes
          ? `the responses of this run are larger than ${allBytes} bytes in total`
          : `the body is larger than ${bodyBytes} bytes`,
        options.proxy,
      );
      if (kind === "timeout") timeouts += 1;
      return { request: sent, noReply: { kind, message: redactor.text(message) } };
    });
    if ("noReply" in received) return received;
    const { headers, body, ...response } = received;
    const shown = { headers: redactor.headers(headers), body: redactor.body(body) };
    // Rules would judge the text that stands in its place.
    if (shown.body === unsearchedText)
      return { request: sent, noReply: { kind: "too-large", message: unsearchedText } };
    return { request: sent, response: { ...response, headers: shown.headers, body: keep(shown.body) } };
  }

  async function sendPatiently(outgoing: Outgoing): Promise<Sent> {
    let exchange = await attempt(outgoing);
    let requests = exchange.noReply?.kind === "not-sent" ? 0 : 1;
    let waited = 0;
    let repeated: HttpExchange | undefined;
    while (!closing.signal.aborted && sentRequests < maxRequests) {
      if (asksToWait(exchange)) {
        const { status, headers } = exchange.response;
        const retryAfter = headers["retry-after"];
        const isUnsure = status === 503 && retryAfter === undefined;
        // Where requests succeed beside it, it is no outage: then this request alone gets it each time.
        if (isUnsure && outages >= maxGivenUp && requests > 1) break;
        const wait = await pace.waitOut({ retryAfter, attempt: requests - 1, isUnsure });
        if (wait === undefined) break;
        waited += wait;
      } else if (isDoubtful(exchange) && repeated === undefined && !isWrite(outgoing)) repeated = exchange;
      else break;
      if (isWrite(outgoing)) break;
      exchange = await attempt(outgoing);
      requests += 1;
    }
    if (asksToWait(exchange) && !isWrite(outgoing)) {
      givenUp += 1;
      if (exchange.response.status === 503) outages += 1;
    } else if (exchange.response !== undefined) {
      givenUp = 0;
      pace.pass();
    }
    return { exchange, requests, waited, ...(repeated === undefined ? {} : { repeated }) };
  }

  return {
    send(outgoing) {
      const sent = sendPatiently(outgoing);
      underway.add(sent);
      const forget = (): unknown => underway.delete(sent);
      sent.then(forget, forget);
      return sent;
    },
    async close() {
      closing.abort();
      await Promise.allSettled(underway);
      await Promise.all([pool, fresh].map((one) => one.destroy()));
    },
  };
}

/** A broken connection or an internal error may be chance: it counts only if it happens twice. */
function isDoubtful(exchange: HttpExchange): boolean {
  return brokeOff(exchange) || (exchange.response?.status ?? 0) >= 500;
}

/** POST requests, and those with a body, may write. */
function isWrite({ method, body }: Outgoing): boolean {
  return method === "POST" || body !== undefined;
}

/** Sends the path unchanged: a URL parser would resolve `/./` and similar. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, path = ""] = /^[a-z]+:\/\/[^/?#]+(.*)$/is.exec(url) ?? [];
  return { origin: new URL(url).origin, path: path.replaceAll(/[^!-~]+/g, encodeURIComponent) };
}

function redactRequest(
  { method, url, headers, body, shown: own = {} }: Outgoing,
  redactor: Redactor,
  hidden: ReadonlyMap<string, string>,
): HttpExchange["request"] {
  const visibleHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    own[name] ?? hidden.get(name.toLowerCase()) ?? value,
  ]);
  const sent = { method, url: redactor.text(url), headers: redactor.headers(Object.fromEntries(visibleHeaders)) };
  return body === undefined ? sent : { ...sent, body: redactor.body(body) };
}

function flatHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
