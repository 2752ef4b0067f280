import { maskHeaders, maskQuery, type IsKnownToken } from "../../journal/mask.ts";
import type { Happening } from "../../journal/entry.ts";
import type { Call } from "../../service/call.ts";
import type { CallStep, RecordedCall } from "./step.ts";

/** A call and its reply as plain data; what may be somebody's real secret is masked. */
export function recordCall({ number, at, call, reply }: Happening, isKnown: IsKnownToken): CallStep {
  const { status, headers, body, delivery } = reply;
  return {
    call: {
      number,
      at,
      method: call.method,
      path: call.path,
      query: maskQuery(call.query, isKnown),
      headers: maskHeaders(call.headers, isKnown),
      ...recordBody(call.body),
    },
    reply: { status, headers, body, ...(delivery === undefined ? {} : { delivery }) },
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function recordBody(body: Uint8Array): Pick<RecordedCall, "body" | "base64"> {
  if (body.byteLength === 0) return {};
  try {
    return { body: utf8.decode(body) };
  } catch {
    return { base64: btoa(Array.from(body, (byte) => String.fromCharCode(byte)).join("")) };
  }
}

/** The body of a recorded call, byte for byte. */
export function bodyOf({ body = "", base64 }: Pick<RecordedCall, "body" | "base64">): Uint8Array<ArrayBuffer> {
  if (base64 === undefined) return new TextEncoder().encode(body);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** A recorded call as it came. */
export function callOf(recorded: RecordedCall): Call {
  const { method, path, query, headers } = recorded;
  return { method, path, query, headers, body: bodyOf(recorded) };
}
