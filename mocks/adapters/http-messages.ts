import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { InputError } from "../../fixtures/input/input-error.ts";
import { mapMembers } from "../../fixtures/values/json.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import type { Call, Reply } from "../service/call.ts";
import { clientBaseUrl, type OwnHosts } from "./control-guard.ts";
import { bodyParts, type Wait } from "./delivery.ts";

const noBody = new Uint8Array();

const rejected = new WeakSet<Socket>();

/** Closes the connection of a rejected request after its response: who disagrees about its end sees other requests. */
export function rejectConnection(request: IncomingMessage, response: ServerResponse): void {
  // A frame of HTTP/2 says where it ends.
  if (isHttp2(request)) return;
  rejected.add(request.socket);
  response.setHeader("connection", "close");
}

/** As Vite speaks it where it has a certificate: many requests and responses share one connection. */
function isHttp2({ httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor > 1;
}

/** Whether a request announces a body (RFC 9112 §6). One of HTTP/2 need not, and may have one. */
export function hasBody(request: IncomingMessage): boolean {
  const { headers, method } = request;
  if (isHttp2(request)) return method !== "GET" && method !== "HEAD";
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/**
 * Rejects a request without one `Host` header: of two, who reads the other one sees another request (RFC 9112 §3.2).
 * What follows a rejected request on its connection gets no response.
 */
export function rejectAmbiguous(request: IncomingMessage, response: ServerResponse): boolean {
  if (rejected.has(request.socket)) return true;
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  // HTTP/1.0 has none, and HTTP/2 has `:authority` instead.
  if (hosts === 1 || (hosts === 0 && request.httpVersion !== "1.1")) return false;
  rejectConnection(request, response);
  response.writeHead(400, { "content-type": "text/plain" }).end("A request has one Host header.\n");
  return true;
}

/** A request as the simulation sees it. */
export function toCall(request: IncomingMessage, hosts: OwnHosts, body: Uint8Array = noBody): Call {
  const { url = "/", method = "GET", headers } = request;
  return {
    method,
    ...readTarget(url),
    baseUrl: clientBaseUrl(headers, hosts, "encrypted" in request.socket),
    headers: isFlat(headers) ? headers : flatten(headers),
    body,
  };
}

/** The request target as sent: nothing is decoded or normalized. */
export function readTarget(url: string): Pick<Call, "path" | "query"> {
  // RFC 9112 §3.2.2: a client may send the whole URL.
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  return {
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
  };
}

/** Only for `set-cookie`, which no client sends, Node gives a list. */
function isFlat(headers: IncomingHttpHeaders): headers is Record<string, string | undefined> {
  return headers["set-cookie"] === undefined;
}

/** Each header once, as a text, by lower-case name. */
export function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return mapMembers(headers, (value) => [value].flat().join(", "));
}

/**
 * Reads at most one byte more than `limit`, which shows that a body is too large. The rest is left unread. Rejects if the
 * client leaves before the end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Copied, since a small body would otherwise keep the whole read buffer alive.
    const end = (): void => resolve(Buffer.concat(chunks, Math.min(size, limit + 1)));
    request.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size <= limit) return;
      request.removeAllListeners("data").pause();
      end();
    });
    request.on("end", end);
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(new Error("the caller left before the end of its body"));
    });
  });
}

/**
 * Reads a body and puts it back: who reads the request next gets it, too.
 * @returns nothing if it is larger than `limit`. Rejects if the client leaves before the end
 */
export async function holdBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (!hasBody(request)) return noBody;
  const length = Number(request.headers["content-length"]);
  const chunks: Buffer[] = [];
  let size = 0;
  const readArrived = (): boolean => {
    for (let chunk: Buffer | null; (chunk = request.read()) !== null; size += chunk.byteLength) chunks.push(chunk);
    return request.complete || size === length || size > limit;
  };
  while (!readArrived()) await once(request, "readable");
  const body = Buffer.concat(chunks);
  if (size > 0) request.unshift(body);
  return size > limit ? undefined : body;
}

/** Sends a reply at once and complete. @param closing aborted when the server closes */
export function send(reply: Reply, response: ServerResponse, closing: AbortSignal): void {
  response.end(writeHead(reply, response, closing));
}

/** @returns the body that belongs to it */
function writeHead({ status, headers, body }: Reply, response: ServerResponse, closing: AbortSignal): string {
  const { req } = response;
  // A closing server waits for its connections, so none is kept alive.
  if (closing.aborted) response.setHeader("connection", "close");
  const isWithBody = req.method !== "HEAD" && status !== 204;
  const head = isWithBody ? { ...headers, "content-length": Buffer.byteLength(body) } : headers;
  // HTTP/2 has no status text.
  if (isHttp2(req)) response.writeHead(status, head);
  else response.writeHead(status, statusText(status), head);
  return isWithBody ? body : "";
}

/** Sends the response of a request handler: a stream as it comes. */
export async function sendHandled(
  handled: Response,
  headers: Reply["headers"],
  response: ServerResponse,
): Promise<void> {
  if (handled.type === "error") return reset(response);
  const cookies = handled.headers.getSetCookie();
  response.writeHead(handled.status, { ...headers, ...(cookies.length === 0 ? {} : { "set-cookie": cookies }) });
  for await (const part of handled.body ?? []) {
    if (response.destroyed) return;
    response.write(part);
  }
  response.end();
}

/**
 * Sends a reply with its delivery. A connection that was accepted can no longer be refused, so `refused` resets it.
 * @param signal aborted when the client disconnects or the server closes, which ends all waiting
 * @returns whether the client still waits for a response that will never come
 */
export async function deliver(
  reply: Reply,
  response: ServerResponse,
  wait: Wait,
  signal: AbortSignal,
): Promise<"ended" | "held"> {
  const { delivery = {} } = reply;
  const { delayMs = 0, bodyMs = 0, end } = delivery;
  if (delayMs > 0) await wait(delayMs, signal);
  if (end === "never") return "held";
  if (end === "reset" || end === "refused") {
    reset(response);
    return "ended";
  }
  const body = Buffer.from(writeHead(reply, response, signal));
  // Otherwise Node sends the head with the first part of the body.
  if (bodyMs > 0) response.flushHeaders();
  const write = promisify((part: Uint8Array, written: (error?: Error | null) => void) => response.write(part, written));
  for await (const part of bodyParts(body, delivery, wait, signal)) {
    if (response.destroyed) break;
    await write(part);
  }
  // Closed, not reset: a reset would discard what the client has not read yet.
  if (end === "cut") response.destroy(isHttp2(response.req) ? new Error("cut") : undefined);
  else endReply(response, signal);
  return "ended";
}

/** Breaks a connection; of HTTP/2 only the one response, and within TLS, which Node cannot reset, by closing it. */
function reset(response: ServerResponse): void {
  const { socket, req } = response;
  if (isHttp2(req)) response.destroy(new Error("reset"));
  else if (socket !== null && "encrypted" in socket) socket.destroy();
  else socket?.resetAndDestroy();
}

/** A head sent before the server closed did not announce the end of the connection. */
function endReply(response: ServerResponse, signal: AbortSignal): void {
  const { socket } = response;
  response.once("finish", () => {
    if (signal.aborted) socket?.destroySoon();
  });
  response.end();
}

/** The response if the simulation fails to persist its state; `undefined` for any other error. */
export function notSavedText(error: unknown): string | undefined {
  if (!(error instanceof InputError)) return undefined;
  return `orgkit cannot save its state, and answers no requests until it can. ${error.message}`;
}
