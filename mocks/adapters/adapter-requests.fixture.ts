import { request, type RequestOptions } from "node:http";

/** A request as a client sends it. */
export interface SentCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** What a client saw; only `broken` if no complete response came. */
export type Answer =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly broken: true };

/** Headers that transports add; everything else must be equal on every adapter. */
const transportHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** A response without what its transport added. */
export function withoutTransport(answer: Answer): Answer {
  if ("broken" in answer) return answer;
  const headers = Object.entries(answer.headers).filter(([name]) => !transportHeaders.has(name));
  return { ...answer, headers: Object.fromEntries(headers) };
}

/** Sends through `node:http`, which keeps the path unchanged, over its own connection unless an agent is given. */
export function callByHttp(
  url: string,
  call: SentCall,
  options: Pick<RequestOptions, "agent" | "signal"> = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const { method, path, headers } = call;
    const outgoing = request({ hostname, port, method, path, headers, agent: false, ...options }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", () => resolve({ broken: true }));
      reply.on("end", () => {
        const entries = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
        const body = Buffer.concat(chunks).toString("utf8");
        resolve({ status: reply.statusCode ?? 0, headers: Object.fromEntries(entries), body });
      });
    });
    outgoing.on("error", () => resolve({ broken: true }));
    outgoing.end(call.body);
  });
}

/** Sends through `fetch`. It also runs inside a page, so it uses nothing else of this module. */
export async function callByFetch(
  call: SentCall & { readonly url: string },
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const { url, method, headers, body } = call;
  try {
    const reply = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    });
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() };
  } catch {
    return { broken: true };
  }
}
