import type { Reply } from "../service/call.ts";

/** A reply as node:http sends it fastest. */
export interface Wire {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly text: string;
  readonly encoding: "utf8" | "latin1";
}

const kept = new WeakMap<Reply, Wire>();

/** What a reply is sent as; made once of one that answers many calls. */
export function toWire(reply: Reply): Wire {
  if (reply.isKept !== true) {
    const { headers, body: text } = reply;
    return { headers: { ...headers, "content-length": Buffer.byteLength(text) }, text, encoding: "utf8" };
  }
  const known = kept.get(reply);
  if (known !== undefined) return known;
  // Its UTF-8, a character for each byte: that is copied as it is, where a text would be encoded for each call.
  const text = Buffer.from(reply.body).toString("latin1");
  const wire: Wire = { headers: { ...reply.headers, "content-length": text.length }, text, encoding: "latin1" };
  kept.set(reply, wire);
  return wire;
}
