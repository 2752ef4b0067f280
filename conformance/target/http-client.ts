import { unsearchedText, type Redactor } from "../../fixtures/secrets/redactor.ts";
import { asksToWait, brokeOff, isSuccess, type HttpExchange, type Success } from "./exchange.ts";
import { noReply, notSent } from "./no-reply.ts";
import { Outages, Pace } from "./pace.ts";
import { isWrite, Transport, type Outgoing, type TransportOptions } from "./transport.ts";

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
  /** Why nothing more is sent. */
  readonly obstacle?: string | undefined;
  send(outgoing: Outgoing): Promise<Sent>;
  /** Aborts all open requests and waits, as exchanges without a response; resolves when none is left. */
  close(): Promise<void>;
}

export interface HttpClientOptions extends TransportOptions {
  readonly redactor: Redactor;
  /** Headers whose value is shown as a variable, by lower-case name. */
  readonly hiddenHeaders?: ReadonlyMap<string, string>;
  /** After this many requests, none is sent again. */
  readonly maxRequests?: number | undefined;
}

/** After this many timeouts, nothing more is sent: the run must end. */
const maxTimeouts = 4;

/** After this many requests that got 429 to the end, one after the other, nothing more is sent. */
const maxGivenUp = 3;

/** Sends GET requests again after a limit or a doubtful response; after the 429 to a POST, it waits. */
export class PatientClient implements HttpClient {
  readonly #options: HttpClientOptions;
  readonly #transport: Transport;
  readonly #pace: Pace;
  readonly #closing = new AbortController();
  readonly #underway = new Set<Promise<Sent>>();
  #timeouts = 0;
  #givenUp = 0;
  readonly #outages = new Outages();
  #requests = 0;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#transport = new Transport(options);
    this.#pace = new Pace({ ...options, signal: this.#closing.signal });
  }

  send(outgoing: Outgoing): Promise<Sent> {
    const sent = this.#sendPatiently(outgoing);
    this.#underway.add(sent);
    const forget = (): unknown => this.#underway.delete(sent);
    sent.then(forget, forget);
    return sent;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underway);
    await this.#transport.close();
  }

  async #sendPatiently(outgoing: Outgoing): Promise<Sent> {
    const { maxRequests = Number.POSITIVE_INFINITY } = this.#options;
    let exchange = await this.#attempt(outgoing);
    let requests = exchange.noReply?.kind === "not-sent" ? 0 : 1;
    let waited = 0;
    let repeated: HttpExchange | undefined;
    while (!this.#closing.signal.aborted && this.#requests < maxRequests) {
      if (asksToWait(exchange)) {
        const wait = await this.#waitOut(exchange, outgoing, requests);
        if (wait === undefined) break;
        waited += wait;
      } else if (isDoubtful(exchange) && repeated === undefined && !isWrite(outgoing)) repeated = exchange;
      else break;
      if (isWrite(outgoing)) break;
      exchange = await this.#attempt(outgoing);
      requests += 1;
    }
    this.#count(exchange, outgoing);
    return { exchange, requests, waited, repeated };
  }

  /** Sends a request once. */
  async #attempt(outgoing: Outgoing): Promise<HttpExchange> {
    const { redactor, hiddenHeaders = new Map(), proxy } = this.#options;
    const request = redactRequest(outgoing, redactor, hiddenHeaders);
    const { obstacle } = this;
    if (obstacle !== undefined) return { request, noReply: { kind: "not-sent", message: `${notSent}: ${obstacle}` } };
    await this.#pace.turn();
    this.#requests += 1;
    try {
      const { headers, body, ...response } = await this.#transport.receive(outgoing, this.#closing.signal);
      const shown = { headers: redactor.headers(headers), body: redactor.body(body) };
      // Rules would judge the text that stands in its place.
      if (shown.body === unsearchedText) return { request, noReply: { kind: "too-large", message: unsearchedText } };
      return { request, response: { ...response, headers: shown.headers, body: this.#transport.keep(shown.body) } };
    } catch (error) {
      // A fault of orgkit, not of the connection.
      if ((error instanceof TypeError || error instanceof ReferenceError) && !("code" in error)) throw error;
      const { timeout, tooLarge } = this.#transport;
      const { kind, message } = noReply(error, timeout, tooLarge, proxy);
      if (kind === "timeout") this.#timeouts += 1;
      return { request, noReply: { kind, message: redactor.text(message) } };
    }
  }

  get obstacle(): string | undefined {
    if (this.#timeouts >= maxTimeouts) return `${maxTimeouts} earlier requests timed out`;
    return this.#givenUp >= maxGivenUp ? "the target asks to wait, again and again or for too long" : undefined;
  }

  /** Waits as a response asks. @returns milliseconds; `undefined` if the request is not sent again */
  async #waitOut({ response }: Success, { url }: Outgoing, requests: number): Promise<number | undefined> {
    const retryAfter = response.headers["retry-after"];
    const isUnsure = response.status === 503 && retryAfter === undefined;
    if (isUnsure && this.#outages.isInVain(url, requests)) return undefined;
    return this.#pace.waitOut({ retryAfter, attempt: requests - 1, isUnsure });
  }

  #count(exchange: HttpExchange, outgoing: Outgoing): void {
    if (asksToWait(exchange) && !isWrite(outgoing)) {
      this.#givenUp += 1;
      if (exchange.response.status === 503 && this.#outages.add(outgoing.url)) this.#pace.forgetLimit();
    } else if (exchange.response !== undefined) {
      this.#givenUp = 0;
      if (isSuccess(exchange)) this.#outages.endAt(outgoing.url);
      this.#pace.pass();
    }
  }
}

/** A broken connection or an internal error may be chance: it counts only if it happens twice. */
function isDoubtful(exchange: HttpExchange): boolean {
  return brokeOff(exchange) || (exchange.response?.status ?? 0) >= 500;
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
