import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { timeoutSignal } from "../../fixtures/values/timers.ts";
import type { ExchangeResponse } from "./exchange.ts";
import { rootCertificates, TLSSocket } from "node:tls";
import { Agent, buildConnector, ProxyAgent, type Dispatcher } from "undici";
import type { Proxy } from "./proxy.ts";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { readPem, type Connection } from "./connection.ts";
import { ClientCertificateRequired, CutOff, TooLarge } from "./no-reply.ts";

/** A request to the target, before redaction. */
export interface Outgoing {
  readonly method: "GET" | "POST" | "HEAD" | "OPTIONS" | "PROPFIND";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What to show instead of a header's value. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A GET request over a connection of its own; without it, connections are kept. */
  readonly connection?: "new";
}

export interface TransportOptions extends Partial<Omit<Connection, "patience" | "maxCreated">> {
  /** The proxy in front of the target. */
  readonly proxy?: Proxy | undefined;
  /** The maximum size of a body, in bytes, before and after decompression. */
  readonly bodyBytes?: number;
  /** The maximum number of bytes for all bodies after decompression; equal ones are kept, and count, once. */
  readonly allBytes?: number;
}

/** Shorter bodies are not worth a digest. */
const minSharedLength = 65_536;

/** Sends each request once, without redirects or cookies, and reads its response within limits. */
export class Transport {
  readonly timeout: number;
  readonly #pool;
  /** A POST gets a new connection, too: the server may just be closing a kept one, and a POST must not be repeated. */
  readonly #fresh;
  readonly #bodyBytes: number;
  readonly #allBytes: number;
  readonly #longBodies = new Map<string, string>();
  #bytes = 0;

  constructor(options: TransportOptions) {
    const { timeout = 15_000, bodyBytes = 64 * 1024 * 1024, allBytes = 256 * 1024 * 1024 } = options;
    this.timeout = timeout;
    this.#bodyBytes = bodyBytes;
    this.#allBytes = allBytes;
    this.#pool = createPool({ ...options, timeout }, {});
    this.#fresh = createPool({ ...options, timeout }, { pipelining: 0, connections: 16 });
  }

  async receive(outgoing: Outgoing, signal: AbortSignal): Promise<ExchangeResponse> {
    const started = performance.now();
    const isFresh = outgoing.connection === "new" || isWrite(outgoing);
    const { statusCode, headers, body } = await (isFresh ? this.#fresh : this.#pool).request({
      ...splitUrl(outgoing.url),
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body ?? null,
      signal: AbortSignal.any([timeoutSignal(this.timeout), signal]),
    });
    const limit = this.#room;
    const received = await readWithin(body, limit).catch((cause: unknown) => {
      throw statusCode >= 200 && statusCode <= 299 ? new CutOff("the body did not end", { cause }) : cause;
    });
    const content = readContent(received, headers["content-encoding"], limit);
    return {
      status: statusCode,
      headers: flatHeaders(headers),
      ...content,
      ms: Math.round(performance.now() - started),
    };
  }

  /** Counts a body that the run keeps. @returns the same text for equal long ones: a whole list is read again and again */
  keep(body: string): string {
    if (body.length < minSharedLength) {
      this.#bytes += body.length;
      return body;
    }
    const digest = createHash("sha256").update(body).digest("base64");
    const kept = this.#longBodies.get(digest);
    if (kept !== undefined) return kept;
    this.#bytes += Buffer.byteLength(body);
    this.#longBodies.set(digest, body);
    return body;
  }

  /** How many bytes the next body may have. */
  get #room(): number {
    return Math.max(Math.min(this.#bodyBytes, this.#allBytes - this.#bytes), 0);
  }

  /** What to say of a body that is too large. */
  get tooLarge(): string {
    return this.#room < this.#bodyBytes
      ? `the responses of this run are larger than ${this.#allBytes} bytes in total`
      : `the body is larger than ${this.#bodyBytes} bytes`;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#fresh.destroy()]);
  }
}

/** POST requests, and those with a body, may write. */
export function isWrite({ method, body }: Outgoing): boolean {
  return method === "POST" || body !== undefined;
}

/** Sends the path unchanged: a URL parser would resolve `/./` and similar. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, path = ""] = /^[a-z]+:\/\/[^/?#]+(.*)$/is.exec(url) ?? [];
  return { origin: new URL(url).origin, path: path.replaceAll(/[^!-~]+/g, encodeURIComponent) };
}

/** Each header once, as a text. */
function flatHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));
}

/** Which certificates count, and that of this client. */
export function tlsOptions({ ca, cert, key, insecure = false }: Partial<Connection>) {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, readPem(ca)] }),
    ...(cert === undefined ? {} : { cert: readPem(cert), key: readPem(key ?? cert) }),
    rejectUnauthorized: !insecure,
  };
}

/** @param proxy in front of the target; it tunnels every request, so that its own refusals are never the target's */
function createPool(
  { timeout, proxy, ...given }: Pick<Connection, "timeout"> & Partial<Connection> & { proxy?: Proxy | undefined },
  further: { pipelining?: number; connections?: number },
): Dispatcher {
  const tls = tlsOptions(given);
  const connect = { timeout: Math.min(timeout, 10_000), ...tls };
  const options = { connections: 4, maxHeaderSize: 128 * 1024, ...further };
  if (proxy === undefined) return new Agent({ ...options, connect: createConnector(connect) });
  return new ProxyAgent({
    ...options,
    connect,
    uri: proxy.url,
    requestTls: tls,
    proxyTls: tlsOptions({ ...given, cert: undefined }),
    proxyTunnel: true,
  });
}

/** Connects as undici does, but keeps the reason for which a target ends TLS. */
function createConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    let hasKeys = false;
    const socket: unknown = connect(target, (...result) => {
      const [error, connected] = result;
      if (error !== null) {
        const isDemanded = hasKeys && /HANDSHAKE_FAILURE/.test(String(Object(error).code));
        return callback(isDemanded ? new ClientCertificateRequired(error.message) : error, null);
      }
      // After an alert of TLS 1.3, Node closes nothing, and undici would report the end of the connection.
      connected.on("error", (reason) => connected.destroy(reason));
      return callback(null, connected);
    });
    if (socket instanceof TLSSocket) socket.once("keylog", () => (hasKeys = true));
  };
}

/** @throws TooLarge if the body has more bytes than `limit` */
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

/** The text of a body, and whether it is what its headers say. @throws TooLarge */
export function readContent(
  received: Buffer,
  encoding: string | string[] | undefined,
  limit: number,
): Pick<ExchangeResponse, "body" | "isUtf8" | "isDecoded"> {
  const { content, isDecoded } = decompress(received, encoding, limit);
  return {
    // With a byte order mark, for the checks to judge.
    body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(content),
    ...(isUtf8(content) ? {} : { isUtf8: false }),
    ...(isDecoded ? {} : { isDecoded }),
  };
}

/**
 * The client asks for no encoding, but decodes a compressed response anyway. A body that does not match its header
 * stays as received, for the checks to judge.
 */
function decompress(
  body: Buffer,
  encoding: string | string[] | undefined,
  limit: number,
): { readonly content: Buffer; readonly isDecoded: boolean } {
  const decoders = chooseDecoders(String(encoding ?? "").toLowerCase());
  for (const decode of decoders) {
    try {
      return { content: decode(body, { maxOutputLength: limit }), isDecoded: true };
    } catch (error) {
      if (error instanceof RangeError) throw new TooLarge();
    }
  }
  return { content: body, isDecoded: decoders.length === 0 || body.length === 0 };
}

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Buffer;

function chooseDecoders(encoding: string): readonly Decoder[] {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return [gunzipSync];
    // Servers disagree on whether "deflate" has a zlib header; browsers accept both.
    case "deflate":
      return [inflateSync, inflateRawSync];
    case "br":
      return [brotliDecompressSync];
    default:
      return [];
  }
}
