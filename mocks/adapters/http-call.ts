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

/** The target of a request as it was sent: no part of a path is taken away or decoded. */
export function readTarget(url: string): Pick<Call, "path" | "query"> {
  // RFC 9112 §3.2.2: a client may send the whole URL.
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  return {
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
  };
}

/** Of all headers node gives a list for `set-cookie` alone, which no client sends. */
function isFlat(headers: IncomingHttpHeaders): headers is Record<string, string | undefined> {
  return headers["set-cookie"] === undefined;
}

function flat(headers: IncomingHttpHeaders): Call["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

/** Called once: the body, or that the caller left before its end. */
export interface BodyReader {
  readonly read: (body: Uint8Array) => void;
  readonly failed: (error: Error) => void;
}

/** Reads at most one byte more than `limit`: enough to know that a body is too large. The rest is left unread. */
export function readBody(request: IncomingMessage, limit: number, { read, failed }: BodyReader): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const end = (): void => {
    if (isDone) return;
    isDone = true;
    // Copied, so that a small body which is kept does not keep what it was read with.
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
