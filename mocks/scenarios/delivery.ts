import type { Delivery, Reply } from "../service/call.ts";

/**
 * A reply delivered in another way: delays of several scenarios add up. A reply that does not arrive can
 * neither be cut nor be lost in another way; one that is cut can still be lost.
 */
export function delivered(reply: Reply, delivery: Delivery): Reply {
  const { delayMs = 0, bodyMs = 0, end } = reply.delivery ?? {};
  const ending = end === undefined || end === "cut" ? (delivery.end ?? end) : end;
  return {
    ...reply,
    delivery: {
      delayMs: delayMs + (delivery.delayMs ?? 0),
      bodyMs: bodyMs + (delivery.bodyMs ?? 0),
      ...(ending === undefined ? {} : { end: ending }),
    },
  };
}

/** No reply at all: the call does not reach the service. */
export function noReply(end: "reset" | "refused" | "never"): Reply {
  return { status: 0, headers: {}, body: "", why: { rule: "scenario" }, delivery: { end } };
}
