import type { HttpExchange } from "./exchange.ts";
import { proxyInWords, type Proxy } from "./proxy.ts";

/** The target ended the handshake after it had got all of ours, but for a certificate. */
export class ClientCertificateRequired extends Error {
  override readonly name = "ClientCertificateRequired";
}

/** A body that exceeds the limit. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** The body of a success was cut off. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}

type NoReply = NonNullable<HttpExchange["noReply"]>;

/** Message prefixes of requests that were not sent. */
export const notSent = "not sent";

/**
 * A network error in words, without its request: errors may quote headers.
 * @param tooLarge the text for a body that is too large
 * @param proxy in front of the target
 */
export function noReply(error: unknown, timeout: number, tooLarge: string, proxy?: Proxy): NoReply {
  if (error instanceof CutOff) {
    const { kind, message } = noReply(error.cause, timeout, tooLarge, proxy);
    return kind === "broken"
      ? { kind: "cut", message: "the connection was closed in the middle of the response" }
      : { kind, message };
  }
  const code = errorCode(error);
  if (code === "UND_ERR_INVALID_ARG") {
    const where = proxy === undefined ? "" : ` through the proxy ${proxyInWords(proxy)}`;
    return { kind: "not-sent", message: `${notSent}: the HTTP client sends no such header${where} (${code})` };
  }
  if (error instanceof TooLarge) return { kind: "too-large", message: tooLarge };
  if (proxy !== undefined) {
    const status = error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined;
    if (status !== undefined) {
      return { kind: "proxy", message: `the proxy ${proxyInWords(proxy)} refused the connection with ${status}` };
    }
    if (/^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) {
      return { kind: "proxy", message: `the proxy ${proxyInWords(proxy)} cannot be reached (${code})` };
    }
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { kind: "unknown-host", message: "unknown host name" };
  if (code === "ECONNREFUSED") return { kind: "refused", message: "the connection was refused" };
  if (error instanceof ClientCertificateRequired || /ALERT_CERTIFICATE_REQUIRED/.test(code)) {
    return { kind: "no-client-certificate", message: "the target demands a client certificate" };
  }
  if (rejectedCertificate.test(code)) {
    return { kind: "client-certificate", message: `the target rejects the client certificate (${code})` };
  }
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) {
    return { kind: "old-tls", message: `the target does not speak TLS 1.2 or 1.3 (${code})` };
  }
  if (code === "EPROTO" || code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return { kind: "no-tls", message: `TLS failed (${code})` };
  }
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return { kind: "tls", message: `TLS failed (${code})` };
  }
  if (/TIMEOUT|^TimeoutError$|^ETIMEDOUT$/i.test(code)) {
    return { kind: "timeout", message: `no complete response within ${timeout / 1000} s` };
  }
  if (isHttp2(error)) return { kind: "http2", message: "the target speaks only HTTP/2 without TLS" };
  return { kind: "broken", message: `the connection was closed (${code})` };
}

/** The alerts of a target that does not accept a client's certificate. */
const rejectedCertificate =
  /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(?:EXPIRED|REVOKED|UNKNOWN))/;

/** Whether the response begins with a SETTINGS frame, as each connection of HTTP/2 does (RFC 9113 §3.4). */
function isHttp2(error: unknown): boolean {
  if (!(error instanceof Error) || !("data" in error)) return false;
  const start = String(error.data);
  return start.startsWith("\0\0") && start.slice(3, 9) === "\u0004\0\0\0\0\0";
}

const advice: Readonly<Record<NoReply["kind"], string>> = {
  "not-sent": "Does a header of this run have a value that HTTP allows?",
  "unknown-host": "Is the host name right, and does this machine reach it?",
  proxy: "It is the proxy, not the target: check its variable, or list the target's host in NO_PROXY.",
  refused: "Is the server running, and is the port right?",
  "no-client-certificate": "Give one with --cert FILE and --key FILE.",
  "client-certificate":
    "Is the certificate in --cert the one that it expects, valid, and issued by an authority that it trusts?",
  "old-tls": "Older versions are not safe: enable TLS 1.2 or 1.3 there.",
  "no-tls": "Does it speak HTTPS there, and not HTTP?",
  http2: "Enable HTTP/1.1 there, or HTTPS, over which both are spoken.",
  tls: "Is its certificate valid for this name, and issued by an authority this machine trusts? Set another authority with --ca FILE, or accept any certificate with --insecure.",
  timeout: "Is the address right, and does a firewall let this machine through?",
  broken: "Does it speak HTTP there, and not HTTPS?",
  cut: "Does the service, or what stands in front of it, end with an error there?",
  "too-large": "Is this the base URL of the interface?",
};

/** Why there was no response, and what to check first. */
export function withAdvice({ kind, message }: NoReply): string {
  return `${message}. ${advice[kind]}`;
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}
