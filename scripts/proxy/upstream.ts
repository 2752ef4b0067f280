import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { createPool } from "../../conformance/target/connection-pool.ts";
import { noReply } from "../../conformance/target/no-reply.ts";
import { rejectBadProxy } from "../../conformance/target/reject-bad-proxy.ts";

/** A request for the target; its headers are alternating names and values. */
export type Outgoing = Pick<Dispatcher.RequestOptions, "method" | "path" | "signal"> & {
  readonly headers: string[];
  readonly body: Readable | null;
};

/** The target of all requests, fixed at the start. */
export interface Upstream {
  /** Does not follow redirects or decode bodies. Rejects if no response begins. */
  send(outgoing: Outgoing): Promise<Dispatcher.ResponseData>;
  /** An error of `send` in words, without quoting the request. */
  explain(error: unknown): ReturnType<typeof noReply>;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  /** Milliseconds without any data from the target. */
  readonly timeout: number;
  /** PEM. */
  readonly ca?: string | undefined;
  readonly insecure: boolean;
}

/** @throws InputError if the environment has an invalid proxy */
export function openUpstream(baseUrl: string, { timeout, ca, insecure }: UpstreamOptions): Upstream {
  rejectBadProxy(process.env);
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, "");
  const connection = { timeout, insecure, ...(ca === undefined ? {} : { ca }) };
  const pool = createPool(connection, { connections: 64 });
  // A request that changes something gets a new connection: the server may just be closing a kept one.
  const fresh = createPool(connection, { connections: 64, pipelining: 0 });
  return {
    send: ({ path, ...outgoing }) =>
      (/^(?:GET|HEAD)$/.test(outgoing.method) ? pool : fresh).request({
        ...outgoing,
        origin,
        path: `${prefix}${path}`,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      }),
    explain: (error) => noReply(error, timeout, "the response is too large"),
    async close() {
      await Promise.all([pool.destroy(), fresh.destroy()]);
    },
  };
}
