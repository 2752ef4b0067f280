import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { InputError } from "../../fixtures/input-error.ts";
import type { Reply } from "../service/call.ts";
import type { Wait } from "./wait.ts";

/** Over how many parts a slow body is spread. */
const parts = 10;

/** Sends a reply at once and whole. @param closing aborted once the server closes */
export function send(
  { status, headers, body }: Reply,
  { method }: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): void {
  // A closing server waits for its connections: none is kept.
  if (closing.aborted) response.setHeader("connection", "close");
  if (method === "HEAD" || status === 204) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

/**
 * Sends a reply the way it is to be delivered. A connection that was taken can no longer be refused, so
 * `refused` resets it at once.
 * @param signal aborted where the caller left or the server closes: nothing is waited for any more
 * @returns whether the caller still waits for an end that will not come
 */
export async function deliver(
  reply: Reply,
  method: string | undefined,
  response: ServerResponse,
  wait: Wait,
  signal: AbortSignal,
): Promise<"ended" | "held"> {
  const { delayMs = 0, bodyMs = 0, end } = reply.delivery ?? {};
  if (delayMs > 0) await wait(delayMs, signal);
  if (end === "never") return "held";
  if (end === "reset" || end === "refused") {
    response.socket?.resetAndDestroy();
    return "ended";
  }
  // A closing server waits for its connections: none is kept.
  if (signal.aborted) response.setHeader("connection", "close");
  const hasBody = method !== "HEAD" && reply.status !== 204;
  const body = Buffer.from(hasBody ? reply.body : "");
  response.writeHead(reply.status, { ...reply.headers, ...(hasBody ? { "content-length": body.byteLength } : {}) });
  // Node would keep the head until the first part of the body.
  if (bodyMs > 0) response.flushHeaders();
  const sent = end === "cut" ? body.subarray(0, Math.floor(body.byteLength / 2)) : body;
  await writeInParts(sent, bodyMs, response, wait, signal);
  // Ended, not reset: a reset would take back what the caller has not read yet.
  if (end === "cut") response.socket?.destroy();
  else endReply(response, signal);
  return "ended";
}

/** A head that went out before the server closed did not say that the connection ends with it. */
function endReply(response: ServerResponse, signal: AbortSignal): void {
  const { socket } = response;
  response.once("finish", () => {
    if (signal.aborted) socket?.destroySoon();
  });
  response.end();
}

async function writeInParts(
  body: Buffer,
  bodyMs: number,
  response: ServerResponse,
  wait: Wait,
  signal: AbortSignal,
): Promise<void> {
  const write = promisify((part: Buffer, written: (error?: Error | null) => void) => response.write(part, written));
  const size = bodyMs === 0 ? body.byteLength : Math.ceil(body.byteLength / parts);
  for (let at = 0; at < body.byteLength && !response.destroyed; at += size) {
    if (bodyMs > 0) await wait(bodyMs / parts, signal);
    await write(body.subarray(at, at + size));
  }
}

/** What a caller gets instead of a reply that a crash could take back; `undefined` of any other fault. */
export function notSavedText(error: unknown): string | undefined {
  if (!(error instanceof InputError)) return undefined;
  return `orgkit cannot save its state, and answers no requests until it can. ${error.message}`;
}
