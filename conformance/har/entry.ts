import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { harEntrySchema, type HarEntry } from "../../fixtures/har/har.ts";
import { jsonOf } from "../../fixtures/json.ts";
import type { Passed } from "../proxy/finding.ts";
import { decompress } from "../target/read-body.ts";

/** An exchange from a HAR file: headers by lower-case name, nothing redacted. */
export type Read =
  | { readonly passed: Passed; readonly written: string }
  /** Why there is no exchange, and the address if it is known: normalized by `withPlainOrigin`, and as written. */
  | { readonly nothing: string; readonly url?: string; readonly written?: string };

/** The maximum bytes of a body, as in `orgkit proxy`. */
const maxBody = 4 * 2 ** 20;

/** Reads one entry of a HAR file. @param file whose directory has the bodies that Playwright stores separately */
export function readEntry(text: string, file: string): Read {
  const parsed = harEntrySchema.safeParse(jsonOf(text) ?? jsonOf(withoutNaN(text)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join(".") ?? "";
    return { nothing: at === "" ? "an entry that is not JSON" : `an entry with a ${at} that is not valid HAR 1.2` };
  }
  const { request, response, time } = parsed.data;
  const { method, url: written } = request;
  const url = withPlainOrigin(written);
  if (response === null || response === undefined || response.status < 100) {
    const why = response?._error ?? response?._failureText ?? "";
    // Only error codes: free text may contain anything.
    const code = /^[A-Z_\d]+$/.test(why.replace("net::", "")) ? ` (${why})` : "";
    return { nothing: `no response: failed or cancelled${code}`, url, written };
  }
  if (response.status === 304) return { nothing: "304: not modified, without a body", url, written };
  const sent = headersOf(request.headers);
  const headers = headersOf(response.headers);
  const body = method === "HEAD" ? { text: "", isUtf8: true } : bodyOf(response, headers, file);
  const isUnread = "unread" in body;
  const requestBody = sentBody(request.postData);
  return {
    written,
    passed: {
      request: { method, url, headers: sent, ...(requestBody === undefined ? {} : { body: requestBody }) },
      response: {
        status: response.status,
        headers,
        body: isUnread ? "" : body.text,
        ms: typeof time === "number" ? Math.max(0, Math.round(time)) : 0,
        ...(isUnread || body.isUtf8 ? {} : { isUtf8: false }),
      },
      ...(isUnread ? { unread: body.unread } : {}),
    },
  };
}

/** Some tools write numbers that are not JSON. */
function withoutNaN(text: string): string {
  return text.replaceAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")|-?\b(?:NaN|Infinity)\b/g,
    (_, quoted: string | undefined) => quoted ?? "null",
  );
}

/** An address as browsers write it: without a user, the default port, and capitals in the host. */
export function withPlainOrigin(url: string): string {
  const { origin = "null" } = URL.parse(url) ?? {};
  return origin === "null" ? url : url.replace(/^[^/?#]*\/\/[^/?#]*/, () => origin);
}

/** Removes HTTP/2 pseudo headers (`:authority`), and joins repeated headers (RFC 9110 §5.2). */
function headersOf(given: HarEntry["request"]["headers"]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const { name, value } of given) {
    const lower = name.toLowerCase();
    if (lower === "" || lower.startsWith(":")) continue;
    const text = value ?? "";
    headers.set(lower, headers.has(lower) ? `${headers.get(lower)}, ${text}` : text);
  }
  return Object.fromEntries(headers);
}

function sentBody(post: HarEntry["request"]["postData"]): string | undefined {
  if (post?.text !== undefined && post.text !== null) {
    return post.encoding === "base64" ? Buffer.from(post.text, "base64").toString() : post.text;
  }
  const { params = [] } = post ?? {};
  if (params.length === 0) return undefined;
  return new URLSearchParams(params.map(({ name, value }) => [name, value ?? ""])).toString();
}

type Body = { readonly text: string; readonly isUtf8: boolean } | { readonly unread: string };

/** The decoded body of a response, or why it cannot be judged if a tool dropped it. */
function bodyOf(
  { status, content }: NonNullable<HarEntry["response"]>,
  headers: Readonly<Record<string, string>>,
  file: string,
): Body {
  const { encoding, text: own, _file: name } = content ?? {};
  const size = content?.size ?? -1;
  const given = name === undefined || name === null ? own : attached(name, file);
  if (given === undefined || given === null) {
    // If the tool recorded a size of 0, nothing was dropped.
    const isEmpty = size === 0 || status === 204 || status === 205 || headers["content-length"] === "0";
    return isEmpty ? { text: "", isUtf8: true } : { unread: "the recorder left its body out" };
  }
  if (given.length > 2 * maxBody) return { unread: "a body too large to judge" };
  const isText = typeof given === "string" && encoding !== "base64";
  const bytes = typeof given === "string" && !isText ? Buffer.from(given, "base64") : given;
  const plain = typeof bytes === "string" ? bytes : decoded(bytes, headers["content-encoding"]);
  const length = plain === undefined ? Number.POSITIVE_INFINITY : Buffer.byteLength(plain);
  if (plain === undefined || length > maxBody) return { unread: "a body too large to judge" };
  const text = plain.toString();
  const isValid = typeof plain === "string" ? !plain.includes("\uFFFD") : isUtf8(plain);
  // Some tools count differently, so a complete JSON text is accepted.
  const whole = Math.max(size, isEncoded(headers) ? -1 : Number(headers["content-length"] ?? -1));
  const mayBeCut = length < whole || (whole < 0 && /^\s*[{[]/.test(text));
  const isOdd = mayBeCut || (!isValid && isEncoded(headers));
  if (!isOdd || jsonOf(text) !== undefined) return { text, isUtf8: isValid };
  return { unread: mayBeCut ? "its body is truncated" : `a body in the encoding ${headers["content-encoding"]}` };
}

function isEncoded(headers: Readonly<Record<string, string>>): boolean {
  return !/^(?:identity)?$/i.test((headers["content-encoding"] ?? "").trim());
}

/** The standard wants decoded bodies; some tools keep the encoding. */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  if (jsonOf(bytes.toString()) !== undefined) return bytes;
  try {
    return decompress(bytes, encoding, maxBody).content;
  } catch {
    return undefined;
  }
}

/** A body in a file beside the HAR; other directories are not read. */
function attached(name: string, file: string): Buffer | undefined {
  if (basename(name) !== name) return undefined;
  const path = join(dirname(file), name);
  try {
    return statSync(path).size > maxBody ? Buffer.alloc(2 * maxBody + 1) : readFileSync(path);
  } catch {
    return undefined;
  }
}
