import { rootCertificates } from "node:tls";
import { Agent, ProxyAgent, type Dispatcher } from "undici";
import type { Connection } from "./connection.ts";
import type { Proxy } from "./proxy.ts";

/** @param proxy in front of the target; it tunnels every request, so that its own refusals are never the target's */
export function createPool(
  {
    timeout,
    ca,
    insecure = false,
    proxy,
  }: Pick<Connection, "timeout"> & Partial<Connection> & { proxy?: Proxy | undefined },
  further: { pipelining?: number; connections?: number },
): Dispatcher {
  const tls = {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
  const options = {
    connections: 4,
    maxHeaderSize: 128 * 1024,
    connect: { timeout: Math.min(timeout, 10_000), ...tls },
    ...further,
  };
  if (proxy === undefined) return new Agent(options);
  return new ProxyAgent({ ...options, uri: proxy.url, requestTls: tls, proxyTls: tls, proxyTunnel: true });
}
