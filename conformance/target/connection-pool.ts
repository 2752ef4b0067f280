import { rootCertificates, TLSSocket } from "node:tls";
import { Agent, buildConnector, ProxyAgent, type Dispatcher } from "undici";
import type { Connection } from "./connection.ts";
import { readPem } from "./pem.ts";
import type { Proxy } from "./proxy.ts";

/** The target ended the handshake after it had got all of ours, but for a certificate. */
export class ClientCertificateRequired extends Error {
  override readonly name = "ClientCertificateRequired";
}

/** Which certificates count, and that of this client. */
export function tlsOptions({ ca, cert, key, insecure = false }: Partial<Connection>) {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, readPem(ca)] }),
    ...(cert === undefined ? {} : { cert: readPem(cert), key: readPem(key ?? cert) }),
    rejectUnauthorized: !insecure,
  };
}

/** @param proxy in front of the target; it tunnels every request, so that its own refusals are never the target's */
export function createPool(
  { timeout, proxy, ...given }: Pick<Connection, "timeout"> & Partial<Connection> & { proxy?: Proxy | undefined },
  further: { pipelining?: number; connections?: number },
): Dispatcher {
  const tls = tlsOptions(given);
  const connect = { timeout: Math.min(timeout, 10_000), ...tls };
  const options = { connections: 4, maxHeaderSize: 128 * 1024, ...further };
  if (proxy === undefined) return new Agent({ ...options, connect: createConnector(connect) });
  return new ProxyAgent({
    ...options,
    connect,
    uri: proxy.url,
    requestTls: tls,
    proxyTls: tlsOptions({ ...given, cert: undefined }),
    proxyTunnel: true,
  });
}

/** Connects as undici does, but keeps the reason for which a target ends TLS. */
function createConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    let hasKeys = false;
    const socket: unknown = connect(target, (...result) => {
      const [error, connected] = result;
      if (error !== null) {
        const isDemanded = hasKeys && /HANDSHAKE_FAILURE/.test(String(Object(error).code));
        return callback(isDemanded ? new ClientCertificateRequired(error.message) : error, null);
      }
      // After an alert of TLS 1.3, Node closes nothing, and undici would report the end of the connection.
      connected.on("error", (reason) => connected.destroy(reason));
      return callback(null, connected);
    });
    if (socket instanceof TLSSocket) socket.once("keylog", () => (hasKeys = true));
  };
}
