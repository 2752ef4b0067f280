import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { createPool } from "../../conformance/target/connection-pool.ts";
import { noReply, withAdvice } from "../../conformance/target/no-reply.ts";

/** A call for the target. */
export interface Call {
  readonly method: string;
  /** With its query, below the path of the base URL. */
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: string[];
  readonly body: Readable | null;
  readonly signal: AbortSignal;
}

/** The one target that all calls go to, fixed at the start. */
export interface Upstream {
  readonly baseUrl: string;
  /** Redirects are not followed, bodies not decoded. Rejects where no reply begins. */
  send(call: Call): Promise<Dispatcher.ResponseData>;
  /** An error of `send` in words; they quote nothing of the call. */
  explain(error: unknown): string;
  /** The same, with what to look at first. */
  advise(error: unknown): string;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  /** Milliseconds without a sign of the target. */
  readonly timeout: number;
  /** PEM. */
  readonly ca?: string;
  readonly insecure: boolean;
}

const tooLarge = "the response is too large";

export function openUpstream(baseUrl: string, options: UpstreamOptions): Upstream {
  const { timeout } = options;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const pool = createPool(options, { connections: 64 });
  // A call that changes something gets a connection of its own: one kept open may be closed just then.
  const fresh = createPool(options, { connections: 64, pipelining: 0 });
  return {
    baseUrl,
    send: ({ path, method, ...call }) =>
      (method === "GET" || method === "HEAD" ? pool : fresh).request({
        ...call,
        origin,
        path: `${prefix}${path}`,
        method,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      }),
    explain: (error) => noReply(error, timeout, tooLarge).message,
    advise: (error) => withAdvice(noReply(error, timeout, tooLarge)),
    async close() {
      await Promise.all([pool.destroy(), fresh.destroy()]);
    },
  };
}

/** Whether the target answers at all, whatever it says. @returns why not, or `undefined` where it does */
export async function whyUnreachable(upstream: Upstream): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const { body } = await upstream.send({ method: "GET", path: "/api/v1/users", headers: [], body: null, signal });
    body.on("error", () => {}).destroy();
    return undefined;
  } catch (error) {
    return upstream.advise(error);
  }
}
