import { rootCertificates } from "node:tls";
import { EnvHttpProxyAgent, type Dispatcher } from "undici";
import type { Connection } from "./connection.ts";

/** Uses the proxy in `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, if they are set. */
export function createPool(
  { timeout, ca, insecure = false }: Pick<Connection, "timeout"> & Partial<Connection>,
  further: { pipelining?: number; connections?: number },
): Dispatcher {
  const tls = {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
  return new EnvHttpProxyAgent({
    connections: 4,
    maxHeaderSize: 128 * 1024,
    connect: { timeout: Math.min(timeout, 10_000), ...tls },
    requestTls: tls,
    proxyTls: tls,
    ...further,
  });
}
