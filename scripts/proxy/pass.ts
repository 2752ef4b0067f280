import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Passed } from "../../conformance/proxy/finding.ts";
import { decompress } from "../../conformance/target/read-body.ts";
import { hasBody, readTarget } from "../../mocks/adapters/http-call.ts";
import { flat, forClient, forTarget, readableHeaders } from "./headers.ts";
import type { Upstream } from "./upstream.ts";

/** The target, and callbacks. */
export interface Passage {
  readonly baseUrl: string;
  readonly upstream: Upstream;
  /** Called after the response was sent to the client. */
  readonly onPassed: (exchange: Passed) => void;
  /** Called if the target sent no complete response. */
  readonly onLost: (request: Passed["request"], reason: string) => void;
}

/** The maximum bytes of a body to judge, encoded and decoded. */
const maxBody = 4 * 1024 * 1024;
const maxDecoded = 2 * maxBody;

/** Forwards a request and its response, byte for byte, without delay. Never rejects. */
export async function pass(request: IncomingMessage, response: ServerResponse, passage: Passage): Promise<void> {
  const { baseUrl, upstream, onPassed, onLost } = passage;
  const started = performance.now();
  const { method = "GET" } = request;
  const { path, query } = readTarget(request.url ?? "/");
  const target = query === "" ? path : `${path}?${query}`;
  const sent = { method, url: `${baseUrl}${target}`, headers: flat(request.headers) };
  const left = new AbortController();
  response.once("close", () => left.abort());
  const [requestCopy, responseCopy] = [new Copy(), new Copy()];
  let isBroken = false;
  try {
    const reply = await upstream.send({
      method,
      path: target,
      headers: forTarget(request.rawHeaders, request.headers.connection),
      body: hasBody(request) ? Readable.from(requestCopy.follow(request), { objectMode: false }) : null,
      signal: left.signal,
    });
    reply.body.once("error", () => (isBroken ||= !left.signal.aborted));
    response.writeHead(reply.statusCode, forClient(reply.headers));
    await pipeline(reply.body, (chunks) => responseCopy.follow(chunks), response);
    const headers = flat(reply.headers);
    const [requestBody, body] = [requestCopy.bytes, decoded(responseCopy.bytes, headers["content-encoding"])];
    const unread = [requestBody, body].find((read) => typeof read === "string");
    onPassed({
      request: { ...sent, ...(hasBody(request) ? { body: requestBody.toString() } : {}) },
      response: {
        status: reply.statusCode,
        headers,
        body: typeof body === "string" ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body),
        ms: Math.round(performance.now() - started),
      },
      ...(unread === undefined ? {} : { unread }),
    });
  } catch (error) {
    const reason = upstream.explain(error).message;
    // A client that disconnects is not a fault of the target.
    if (isBroken || !left.signal.aborted) onLost(sent, reason);
    if (response.headersSent || response.destroyed) response.destroy();
    else
      reject(response, 502, "Bad Gateway", `orgkit proxy got no response from the target: ${reason}.`, readableHeaders);
  }
}

/** Responds instead of the target. */
export function reject(response: ServerResponse, status: number, title: string, detail: string, headers = {}): void {
  response
    .writeHead(status, { ...headers, "content-type": "application/problem+json", connection: "close" })
    .end(`${JSON.stringify({ title, status, detail })}\n`);
}

const tooLarge = "a body too large to judge";

/** Copies a stream, unless it is too large: then it is only forwarded. */
class Copy {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  /** The same chunks, without delay. */
  async *follow(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      this.#size += chunk.byteLength;
      if (this.#size <= maxBody) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
      yield chunk;
    }
  }

  /** A text says why there are none. */
  get bytes(): Buffer | string {
    return this.#size > maxBody ? tooLarge : Buffer.concat(this.#chunks);
  }
}

function decoded(body: Buffer | string, encoding = "identity"): Buffer | string {
  if (typeof body === "string") return body;
  if (!/^(?:identity|x?-?gzip|deflate|br)$/i.test(encoding.trim())) return `a body in the encoding ${encoding}`;
  try {
    return decompress(body, encoding, maxDecoded).content;
  } catch {
    return tooLarge;
  }
}
