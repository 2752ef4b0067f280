import { isUtf8 } from "node:buffer";
import { harEntrySchema, type HarEntry } from "../../fixtures/har/har.ts";
import { jsonOf, type Json } from "../../fixtures/values/json.ts";
import type { TrafficExchange } from "../proxy/exchange.ts";
import { decompress } from "../target/read-body.ts";

/** What an entry of a HAR file has. */
export interface HarEntryContent {
  /** `entry 17 of visit.har`. */
  readonly source: string;
  /** Normalized by `withPlainOrigin`; `undefined` if the entry is invalid. */
  readonly url?: string;
  /** With headers by lower-case name, and nothing redacted. */
  readonly exchange?: TrafficExchange;
  /** Why there is no exchange. */
  readonly problem?: string;
}

/** The maximum bytes of a body, as in `orgkit proxy`. */
const maxBody = 4 * 2 ** 20;

/** Reads one entry of a HAR file. */
export function readEntry(entry: Json, source: string): HarEntryContent {
  const parsed = harEntrySchema.safeParse(entry);
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join(".") ?? "";
    const problem = at === "" ? "an entry that is not JSON" : `an entry with a ${at} that is not valid HAR 1.2`;
    return { source, problem };
  }
  const { request, response, time } = parsed.data;
  const { method } = request;
  const url = withPlainOrigin(request.url);
  if (response === null || response === undefined || response.status < 100) {
    const why = response?._error ?? response?._failureText ?? "";
    // Only error codes: free text may contain anything.
    const code = /^[A-Z_\d]+$/.test(why.replace("net::", "")) ? ` (${why})` : "";
    return { source, url, problem: `no response: failed or cancelled${code}` };
  }
  if (response.status === 304) return { source, url, problem: "304: not modified, without a body" };
  const headers = readHeaders(response.headers);
  const body = method === "HEAD" ? { text: "" } : readResponseBody(response, headers);
  const requestBody = readRequestBody(request.postData);
  const exchange = {
    source,
    request: {
      method,
      url,
      headers: readHeaders(request.headers),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    response: {
      status: response.status,
      headers,
      body: body.text,
      ms: typeof time === "number" ? Math.max(0, Math.round(time)) : 0,
      ...(body.isUtf8 === false ? { isUtf8: false as const } : {}),
    },
    ...(body.unread === undefined ? {} : { unread: body.unread }),
  };
  return { source, url, exchange };
}

/** An address as browsers write it: without a user, the default port, and capitals in the host. */
export function withPlainOrigin(url: string): string {
  const { origin = "null" } = URL.parse(url) ?? {};
  return origin === "null" ? url : url.replace(/^[^/?#]*\/\/[^/?#]*/, () => origin);
}

/** Removes HTTP/2 pseudo headers (`:authority`), and joins repeated headers (RFC 9110 §5.2). */
function readHeaders(given: HarEntry["request"]["headers"]): Record<string, string> {
  const fields = given.filter(({ name }) => name !== "" && !name.startsWith(":"));
  const groups = Map.groupBy(fields, ({ name }) => name.toLowerCase());
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.map(({ value }) => value ?? "").join(", ")]));
}

function readRequestBody(post: HarEntry["request"]["postData"]): string | undefined {
  const { text, encoding, params = [] } = post ?? {};
  if (typeof text === "string") return encoding === "base64" ? Buffer.from(text, "base64").toString() : text;
  if (params.length === 0) return undefined;
  return new URLSearchParams(params.map(({ name, value }) => [name, value ?? ""])).toString();
}

/** A body, or why it cannot be judged. */
interface ResponseBody {
  readonly text: string;
  readonly isUtf8?: boolean;
  readonly unread?: string;
}

const tooLarge: ResponseBody = { text: "", unread: "a body too large to judge" };

/** The decoded body of a response, or why it cannot be judged if a tool dropped it. */
function readResponseBody(
  { status, content }: NonNullable<HarEntry["response"]>,
  headers: Readonly<Record<string, string>>,
): ResponseBody {
  const { encoding, text: given } = content ?? {};
  const size = content?.size ?? -1;
  if (given === undefined || given === null) {
    // If the tool recorded a size of 0, nothing was dropped.
    const isEmpty = size === 0 || status === 204 || status === 205 || headers["content-length"] === "0";
    return { text: "", ...(isEmpty ? {} : { unread: "the recorder left its body out" }) };
  }
  if (given.length > 2 * maxBody) return tooLarge;
  const bytes = encoding === "base64" ? Buffer.from(given, "base64") : given;
  const plain = typeof bytes === "string" ? bytes : decompressBody(bytes, headers["content-encoding"]);
  const length = plain === undefined ? Number.POSITIVE_INFINITY : Buffer.byteLength(plain);
  if (plain === undefined || length > maxBody) return tooLarge;
  const text = plain.toString();
  // A tool that decodes text replaces what is not UTF-8; in bytes, the replacement character is the service's.
  const isValid = typeof plain === "string" ? !plain.includes("\uFFFD") : isUtf8(plain);
  // Some tools count differently, so a complete JSON text is accepted.
  const whole = Math.max(size, isEncoded(headers) ? -1 : Number(headers["content-length"] ?? -1));
  const mayBeCut = length < whole || (whole < 0 && /^\s*[{[]/.test(text));
  const isOdd = mayBeCut || (!isValid && isEncoded(headers));
  if (!isOdd || jsonOf(text) !== undefined) return { text, isUtf8: isValid };
  return {
    text: "",
    unread: mayBeCut ? "its body is truncated" : `a body in the encoding ${headers["content-encoding"]}`,
  };
}

function isEncoded(headers: Readonly<Record<string, string>>): boolean {
  return !/^(?:identity)?$/i.test((headers["content-encoding"] ?? "").trim());
}

/** The standard wants decoded bodies; some tools keep the encoding. */
function decompressBody(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  if (jsonOf(bytes.toString()) !== undefined) return bytes;
  try {
    return decompress(bytes, encoding, maxBody).content;
  } catch {
    return undefined;
  }
}
