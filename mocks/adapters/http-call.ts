import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Call } from "../service/call.ts";

const noBody = new Uint8Array();

/** Whether a request announces a body (RFC 9112 §6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** A request as the simulation sees it. */
export function toCall(request: IncomingMessage, body: Uint8Array = noBody): Call {
  const { url = "/", method = "GET", headers } = request;
  return { method, ...readTarget(url), headers: isFlat(headers) ? headers : flat(headers), body };
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

function flat(headers: IncomingHttpHeaders): Call["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

/** Call it once. @returns the body, or that the client disconnected before its end */
export interface BodyReader {
  readonly read: (body: Uint8Array) => void;
  readonly failed: (error: Error) => void;
}

/** Reads at most one byte more than `limit`, which shows that a body is too large. The rest is left unread. */
export function readBody(request: IncomingMessage, limit: number, { read, failed }: BodyReader): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const end = (): void => {
    if (isDone) return;
    isDone = true;
    // Copied, since a small body would otherwise keep the whole read buffer alive.
    read(Buffer.concat(chunks, Math.min(size, limit + 1)));
  };
  const fail = (error: Error): void => {
    if (isDone) return;
    isDone = true;
    failed(error);
  };
  request.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size <= limit) return;
    request.removeAllListeners("data").pause();
    end();
  });
  request.on("end", end);
  request.on("error", fail);
  request.on("close", () => {
    if (!isDone) fail(new Error("the caller left before the end of its body"));
  });
}
