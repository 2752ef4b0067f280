import * as z from "zod/mini";
import type { Delivery, Reply } from "../service/call.ts";
import { defineScenario } from "./scenario.ts";
import { optional, withDefault, wholeNumber } from "../../fixtures/values/schema.ts";

/**
 * Changes the delivery of a reply. Delays of several scenarios add up. A lost reply cannot be cut or lost again; a cut
 * one can still be lost.
 */
function addDelivery(reply: Reply, { delayMs = 0, bodyMs = 0, end }: Delivery): Reply {
  const before = reply.delivery ?? {};
  const ending = before.end === undefined || before.end === "cut" ? (end ?? before.end) : before.end;
  const delivery = {
    delayMs: (before.delayMs ?? 0) + delayMs,
    bodyMs: (before.bodyMs ?? 0) + bodyMs,
    ...(ending !== undefined && { end: ending }),
  };
  // What is not delayed is sent as any other reply.
  const isImmediate = ending === undefined && delivery.delayMs + delivery.bodyMs === 0;
  return isImmediate ? { ...reply } : { ...reply, delivery };
}

/** No response at all: the request does not reach the service. */
function noReply(end: "reset" | "refused" | "never"): Reply {
  return { status: 0, headers: {}, body: "", why: { rule: "scenario" }, delivery: { end } };
}

const milliseconds = wholeNumber(0, 600_000);

/** Slow and broken connections. */
export const deliveryScenarios = [
  defineScenario({
    name: "latency",
    summary: "Delay each response: by ms, or by a random time from min to max.",
    options: () =>
      z
        .object({
          ms: optional(milliseconds, "A fixed delay, in milliseconds: 300, unless max is given."),
          min: withDefault(milliseconds, 0, "The shortest delay; needs max."),
          max: optional(milliseconds, "The longest delay."),
        })
        .check(
          z.refine(({ ms, min, max }) => (max === undefined ? min === 0 : ms === undefined && min <= max), {
            error: "expected either ms, or max and a min that is not larger",
          }),
        ),
    examples: ["latency", "latency:ms=800", "latency:min=50,max=400"],
    start:
      ({ ms = 300, min, max }) =>
      async ({ random }, next) =>
        addDelivery(await next(), { delayMs: max === undefined ? ms : random.between(min, max) }),
  }),
  defineScenario({
    name: "slow-body",
    summary: "Send the headers at once and the body slowly, over N milliseconds.",
    options: () =>
      z.object({
        ms: withDefault(milliseconds, 3000, "Milliseconds until the body is complete."),
      }),
    examples: ["slow-body", "slow-body:ms=10000,on=listUsers"],
    start:
      ({ ms }) =>
      async (_, next) =>
        addDelivery(await next(), { bodyMs: ms }),
  }),
  defineScenario({
    name: "hang",
    summary: "Never respond: the client has to time out.",
    options: () =>
      z.object({
        served: withDefault(z.boolean(), false, "Process the request anyway, and commit a write."),
      }),
    examples: ["hang", "hang:on=createUser,served=true,times=1"],
    start:
      ({ served }) =>
      async (_, next) =>
        served ? addDelivery(await next(), { end: "never" }) : noReply("never"),
  }),
  defineScenario({
    name: "refused",
    summary: "Refuse the connection, as if nothing listened on the port.",
    options: () => z.object({}),
    examples: ["refused", "refused:rate=0.2"],
    start: () => () => noReply("refused"),
  }),
  // Nothing was done, so it is safe to send the request again.
  defineScenario({
    name: "reset",
    summary: "Reset the connection before the request reaches the service.",
    options: () => z.object({}),
    examples: ["reset:times=1", "reset:on=createUser,times=1"],
    start: () => () => noReply("reset"),
  }),
  // A user may have been created, but the client never learns of it.
  defineScenario({
    name: "lost-response",
    summary: "Process the request, then reset the connection before the response.",
    options: () => z.object({}),
    examples: ["lost-response:on=createUser,times=1"],
    start: () => async (_, next) => addDelivery(await next(), { end: "reset" }),
  }),
  defineScenario({
    name: "truncated-body",
    summary: "Process the request, but close the connection in the middle of the response body.",
    options: () => z.object({}),
    examples: ["truncated-body", "truncated-body:rate=0.1"],
    start:
      () =>
      async ({ call }, next) => {
        const reply = await next();
        return call.method === "HEAD" || reply.body === "" ? reply : addDelivery(reply, { end: "cut" });
      },
  }),
] as const;
