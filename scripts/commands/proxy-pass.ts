import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { decompress, TooLarge } from "../../conformance/target/read-body.ts";
import type { Seen } from "../../conformance/proxy/seen.ts";
import { corsHeaders } from "../../mocks/service/cors.ts";
import { hasBody, readTarget } from "../../mocks/faces/http-call.ts";
import type { Capture } from "./proxy-capture.ts";
import { flat, forClient, forTarget } from "./proxy-headers.ts";
import type { Upstream } from "./proxy-upstream.ts";

/** What a passage needs, and who is told of it. */
export interface Passage {
  readonly upstream: Upstream;
  readonly capture: () => Capture;
  /** Told once the reply is with the client. */
  readonly onSeen: (seen: Seen) => void;
  /** Told where the target gave no whole reply. */
  readonly onLost: (call: Pick<Seen, "method" | "path" | "query" | "requestHeaders">, reason: string) => void;
}

/** Passes one call on and its reply back, each byte as it came. Never rejects. */
export async function pass(request: IncomingMessage, response: ServerResponse, passage: Passage): Promise<void> {
  const { upstream, onSeen, onLost } = passage;
  const started = performance.now();
  const { method = "GET", url = "/" } = request;
  const { path, query } = readTarget(url);
  const call = { method, path, query, requestHeaders: flat(request.headers) };
  const left = new AbortController();
  response.once("close", () => left.abort());
  const [sent, received] = [passage.capture(), passage.capture()];
  let isBroken = false;
  try {
    const reply = await upstream.send({
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: forTarget(request.rawHeaders, request.headers.connection),
      body: hasBody(request) ? Readable.from(sent.follow(request), { objectMode: false }) : null,
      signal: left.signal,
    });
    reply.body.once("error", () => (isBroken ||= !left.signal.aborted));
    response.writeHead(reply.statusCode, forClient(reply.headers));
    await pipeline(reply.body, (chunks) => received.follow(chunks), response);
    const replied = {
      status: reply.statusCode,
      headers: flat(reply.headers),
      ms: Math.round(performance.now() - started),
    };
    onSeen({ ...call, ...bodiesOf(sent, received, replied, hasBody(request)) });
  } catch (error) {
    const reason = upstream.explain(error);
    // A client that goes away in the middle is no fault of the target's.
    if (isBroken || !left.signal.aborted) onLost(call, reason);
    giveUp(response, reason);
  } finally {
    sent.release();
    received.release();
  }
}

function bodiesOf(
  sent: Capture,
  received: Capture,
  replied: Omit<Seen["response"], "body">,
  isSent: boolean,
): Pick<Seen, "requestBody" | "response" | "unread"> {
  const [request, reply] = [sent.bytes(), received.bytes()];
  const encoding = replied.headers["content-encoding"] ?? "identity";
  const isReadable = /^(?:identity|x?-?gzip|deflate|br)$/i.test(encoding.trim());
  const decoded = reply === undefined || !isReadable ? undefined : decode(reply, encoding);
  const why =
    request === undefined || (reply !== undefined && isReadable && decoded === undefined) || reply === undefined
      ? "a body too large to be judged"
      : `a body in the encoding ${encoding}`;
  return {
    requestBody: isSent ? (request ?? Buffer.alloc(0)).toString() : undefined,
    response: { ...replied, body: new TextDecoder().decode(decoded ?? Buffer.alloc(0)) },
    ...(request === undefined || decoded === undefined ? { unread: why } : {}),
  };
}

/** The most bytes that a small body may become. */
const mostDecoded = 8 * 1024 * 1024;

function decode(body: Buffer, encoding: string): Buffer | undefined {
  try {
    return decompress(body, encoding, mostDecoded);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function giveUp(response: ServerResponse, reason: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = {
    title: "Bad Gateway",
    status: 502,
    detail: `orgkit proxy got no reply from the target: ${reason}.`,
  };
  response
    .writeHead(502, { ...corsHeaders, "content-type": "application/problem+json", connection: "close" })
    .end(`${JSON.stringify(problem)}\n`);
}
