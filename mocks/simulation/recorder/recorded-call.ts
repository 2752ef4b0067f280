import type { CallMask } from "../../journal/mask.ts";
import type { JournalItem } from "../../journal/entry.ts";
import type { Call } from "../../service/call.ts";
import type { CallStep, RecordedCall } from "./step.ts";

/** A request and its response as plain data; possible real secrets are masked. */
export function recordCall({ number, at, call, reply }: JournalItem, masks: CallMask): CallStep {
  const { status, delivery } = reply;
  const sent = textOf(call.body);
  const { body, ...masked } = masks.call(call, sent.text);
  return {
    call: {
      number,
      at,
      method: call.method,
      ...masked,
      ...(body === "" ? {} : sent.isBytes ? { base64: btoa(body) } : { body }),
    },
    reply: { status, ...masks.reply(reply), ...(delivery === undefined ? {} : { delivery }) },
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A body as text. A body that is not UTF-8 becomes one character per byte. */
export function textOf(body: Uint8Array): { readonly text: string; readonly isBytes: boolean } {
  try {
    return { text: utf8.decode(body), isBytes: false };
  } catch {
    return { text: Array.from(body, (byte) => String.fromCharCode(byte)).join(""), isBytes: true };
  }
}

/** The exact bytes of a recorded body. */
export function bodyOf({ body = "", base64 }: Pick<RecordedCall, "body" | "base64">): Uint8Array<ArrayBuffer> {
  if (base64 === undefined) return new TextEncoder().encode(body);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The call of a recorded request. */
export function callOf(recorded: RecordedCall): Call {
  const { method, path, query, headers } = recorded;
  return { method, path, query, headers, body: bodyOf(recorded) };
}
