import { request } from "node:http";
import type { GeneratedCall } from "./hostile/any-call.fixture.ts";

/** What a client saw; only `broken` if no complete response came. */
export type Answer =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly broken: true };

/** Headers that transports add; everything else must be equal on every adapter. */
const transportHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** A response without what its transport added, and its base URL as `{base}`. A page does not see the status of a redirect it does not follow. */
export function withoutTransport(answer: Answer, baseUrl: string): Answer {
  if ("broken" in answer) return answer;
  if (answer.status >= 300 && answer.status < 400) return { status: 0, statusText: "", headers: {}, body: "" };
  const headers = Object.entries(answer.headers).filter(([name]) => !transportHeaders.has(name));
  return JSON.parse(
    JSON.stringify({ ...answer, statusText: "", headers: Object.fromEntries(headers) }).replaceAll(baseUrl, "{base}"),
  );
}

/** Sends through `node:http`, which keeps the path unchanged, over its own connection. */
export function callByHttp(url: string, { method, path, headers, body }: GeneratedCall): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const fail = (): void => resolve({ broken: true });
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part: string) => (text += part));
      reply.on("error", fail);
      reply.on("end", () => {
        const entries = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
        const { statusCode: status = 0, statusMessage: statusText = "" } = reply;
        resolve({ status, statusText, headers: Object.fromEntries(entries), body: text });
      });
    });
    // fetch joins repeated headers; others send them as they are.
    const tokens = headers["authorization"]?.split(", ") ?? [];
    if (tokens.length > 1) outgoing.setHeader("authorization", tokens);
    outgoing.on("error", fail).end(body);
  });
}

/** Sends through `fetch`. It also runs inside a page, so it uses nothing else of this module. */
export async function callByFetch({ url, ...init }: GeneratedCall & { readonly url: string }): Promise<Answer> {
  try {
    const reply = await fetch(url, { ...init, redirect: "manual" });
    const { status, statusText } = reply;
    return { status, statusText, headers: Object.fromEntries(reply.headers), body: await reply.text() };
  } catch {
    return { broken: true };
  }
}
