import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { Agent, request } from "undici";
import type { Exchange, noReplyKinds } from "./exchange.ts";
import { redactBody, type Redact } from "./redact.ts";

/** A request to the target, before redaction. */
export interface Outgoing {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests to one target and hands back redacted exchanges. Never rejects: no reply is an exchange too. */
export interface HttpClient {
  send(outgoing: Outgoing): Promise<Exchange>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly redact: Redact;
  /** Milliseconds until a whole reply must have come. */
  readonly timeout?: number;
  /** The greatest body read, in bytes, before and after decompression. */
  readonly bodyBytes?: number;
}

/** One connection pool, no redirects followed, no cookies, nothing retried. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { redact, timeout = 30_000, bodyBytes = 8 * 1024 * 1024 } = options;
  const agent = new Agent({ connections: 4, connect: { timeout: Math.min(timeout, 10_000) } });

  async function receive(outgoing: Outgoing): Promise<NonNullable<Exchange["response"]>> {
    const started = performance.now();
    const { statusCode, headers, body } = await request(outgoing.url, {
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeout),
    });
    const bytes = decompress(await readWithin(body, bodyBytes), headers["content-encoding"], bodyBytes);
    return {
      status: statusCode,
      headers: redactHeaders(headers, redact),
      body: redactBody(new TextDecoder().decode(bytes), redact),
      ms: Math.round(performance.now() - started),
    };
  }

  return {
    async send(outgoing) {
      const sent = redactRequest(outgoing, redact);
      try {
        return { request: sent, response: await receive(outgoing) };
      } catch (error) {
        const { kind, message } = noReply(error, timeout, bodyBytes);
        return { request: sent, noReply: { kind, message: redact(message) } };
      }
    },
    close: () => agent.close(),
  };
}

class TooLarge extends Error {}

async function readWithin(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) throw new TooLarge();
  }
  return Buffer.concat(chunks);
}

/**
 * The client asks for no encoding; a target that compresses all the same is understood. A body that is not
 * what its header says stays as it came: what to make of it is for the checks.
 */
function decompress(body: Buffer, encoding: string | string[] | undefined, limit: number): Buffer {
  const decoders = decodersOf(String(encoding ?? "").toLowerCase());
  for (const decode of decoders) {
    try {
      return decode(body, { maxOutputLength: limit });
    } catch (error) {
      if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw new TooLarge();
    }
  }
  return body;
}

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Buffer;

function decodersOf(encoding: string): readonly Decoder[] {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return [gunzipSync];
    // Servers disagree on whether "deflate" has a zlib header; browsers take both.
    case "deflate":
      return [inflateSync, inflateRawSync];
    case "br":
      return [brotliDecompressSync];
    default:
      return [];
  }
}

function redactRequest({ method, url, headers, body }: Outgoing, redact: Redact): Exchange["request"] {
  const sent = { method, url: redact(url), headers: redactHeaders(headers, redact) };
  return body === undefined ? sent : { ...sent, body: redactBody(body, redact) };
}

function redactHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  redact: Redact,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      redact(Array.isArray(value) ? value.join(", ") : (value ?? "")),
    ]),
  );
}

/** An error of the network in words, without the request it belongs to: errors may quote headers. */
function noReply(
  error: unknown,
  timeout: number,
  limit: number,
): { kind: (typeof noReplyKinds)[number]; message: string } {
  const code = errorCode(error);
  if (error instanceof TooLarge) {
    return { kind: "too-large", message: `the body is larger than ${limit} bytes` };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return { kind: "unknown-host", message: "the host name is not known" };
  if (code === "ECONNREFUSED") return { kind: "refused", message: "the connection was refused" };
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return { kind: "tls", message: `TLS failed (${code})` };
  }
  if (/TIMEOUT|^TimeoutError$|^ETIMEDOUT$/i.test(code)) {
    return { kind: "timeout", message: `no whole reply within ${timeout / 1000} s` };
  }
  return { kind: "broken", message: `the connection broke (${code})` };
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}
