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
  const known = errors.find(({ codes }) => codes.test(code));
  if (known !== undefined) return { kind: known.kind, message: known.describe(code, timeout) };
  if (isHttp2(error)) return { kind: "http2", message: "the target speaks only HTTP/2 without TLS" };
  return { kind: "broken", message: `the connection was closed (${code})` };
}

interface KnownError {
  readonly kind: NoReply["kind"];
  /** The codes, or the names, of errors. */
  readonly codes: RegExp;
  readonly describe: (code: string, timeout: number) => string;
}

/** Errors of connections; the first whose codes match counts. */
const errors: readonly KnownError[] = [
  { kind: "unknown-host", codes: /^(?:ENOTFOUND|EAI_AGAIN)$/, describe: () => "unknown host name" },
  { kind: "refused", codes: /^ECONNREFUSED$/, describe: () => "the connection was refused" },
  {
    kind: "no-client-certificate",
    codes: /^ClientCertificateRequired$|ALERT_CERTIFICATE_REQUIRED/,
    describe: () => "the target demands a client certificate",
  },
  {
    kind: "client-certificate",
    codes: /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(?:EXPIRED|REVOKED|UNKNOWN))/,
    describe: (code) => `the target rejects the client certificate (${code})`,
  },
  {
    kind: "old-tls",
    codes: /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    describe: (code) => `the target does not speak TLS 1.2 or 1.3 (${code})`,
  },
  {
    kind: "no-tls",
    codes: /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/,
    describe: (code) => `TLS failed (${code})`,
  },
  {
    kind: "tls",
    codes: /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/,
    describe: (code) => `TLS failed (${code})`,
  },
  {
    kind: "timeout",
    codes: /TIMEOUT|^ETIMEDOUT$/i,
    describe: (_, timeout) => `no complete response within ${timeout / 1000} s`,
  },
];

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
