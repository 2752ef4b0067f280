import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Call, Reply } from "./call.ts";
import { headersWith } from "./envelope.ts";
import { hashText } from "./identifiers.ts";

/** Adds the headers that all responses have, and `ETag`: 304 if the client has this version (RFC 9110 §13.1.2). */
export function withSharedHeaders(reply: Reply, call: Call, { headers, etag }: Dialect["responses"]): Reply {
  if (headers.always === undefined && etag.kind === "none") return reply;
  const shared = { ...reply, headers: { ...headersWith(headers.always, {}), ...reply.headers } };
  const isRead = call.method === "GET" || call.method === "HEAD";
  const isSuccess = reply.status < 300;
  const isTagged = etag.on === "all" || (isSuccess && (etag.on === "successes" || isRead));
  if (etag.kind === "none" || !isTagged || reply.body === "") return shared;
  const tag = `${etag.kind === "weak" ? "W/" : ""}"${reply.body.length.toString(16)}-${(hashText(reply.body) >>> 0).toString(36)}"`;
  const tagged: Reply["headers"] = { ...shared.headers, etag: tag };
  const isKnown = (call.headers["if-none-match"] ?? "")
    .split(",")
    .some((known) => known.trim() === "*" || opaque(known.trim()) === opaque(tag));
  if (!isKnown || !isRead || !isSuccess) return { ...shared, headers: tagged };
  const { "content-type": _, ...others } = tagged;
  return { ...shared, status: 304, headers: others, body: "", why: { ...reply.why, rule: "responses.etag" } };
}

/** Weak comparison. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
