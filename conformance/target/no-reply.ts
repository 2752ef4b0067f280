import type { noReplyKinds } from "./exchange.ts";
import { TooLarge } from "./read-body.ts";

/** How the message begins where a request did not even go out. */
export const notSent = "not sent";

/**
 * An error of the network in words, without the request it belongs to: errors may quote headers.
 * @param tooLarge what is said of a body that is too large
 */
export function noReply(
  error: unknown,
  timeout: number,
  tooLarge: string,
): { kind: (typeof noReplyKinds)[number]; message: string } {
  const code = errorCode(error);
  if (error instanceof TooLarge) return { kind: "too-large", message: tooLarge };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return { kind: "unknown-host", message: "the host name is not known" };
  if (code === "ECONNREFUSED") return { kind: "refused", message: "the connection was refused" };
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return { kind: "tls", message: `TLS failed (${code})` };
  }
  if (/TIMEOUT|^TimeoutError$|^ETIMEDOUT$/i.test(code)) {
    return { kind: "timeout", message: `no whole reply within ${timeout / 1000} s` };
  }
  return { kind: "broken", message: `the connection broke (${code})` };
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}
