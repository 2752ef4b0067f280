import { expect, test } from "vitest";
import { ClientCertificateRequired, CutOff, noReply, TooLarge } from "./no-reply.ts";

const withCode = (code: string): Error => Object.assign(new Error("x"), { code });

test.each<readonly [error: unknown, kind: string]>([
  [withCode("ENOTFOUND"), "unknown-host"],
  [withCode("EAI_AGAIN"), "unknown-host"],
  [new AggregateError([withCode("ECONNREFUSED")]), "refused"],
  [new ClientCertificateRequired(), "no-client-certificate"],
  [withCode("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"), "no-client-certificate"],
  [withCode("ERR_SSL_TLSV1_ALERT_UNKNOWN_CA"), "client-certificate"],
  [withCode("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"), "old-tls"],
  [withCode("ERR_SSL_WRONG_VERSION_NUMBER"), "no-tls"],
  [withCode("EPROTO"), "no-tls"],
  [withCode("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls"],
  [withCode("ERR_TLS_CERT_ALTNAME_INVALID"), "tls"],
  [withCode("ETIMEDOUT"), "timeout"],
  [withCode("UND_ERR_HEADERS_TIMEOUT"), "timeout"],
  [new DOMException("x", "TimeoutError"), "timeout"],
  [withCode("ECONNRESET"), "broken"],
  [withCode("UND_ERR_INVALID_ARG"), "not-sent"],
  [new CutOff("x", { cause: withCode("ECONNRESET") }), "cut"],
  [new CutOff("x", { cause: withCode("UND_ERR_BODY_TIMEOUT") }), "timeout"],
  [new TooLarge(), "too-large"],
])("%o is no reply of the kind %s", (error, kind) => {
  expect(noReply(error, 1000, "too large").kind).toBe(kind);
});
