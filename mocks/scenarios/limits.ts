import { counted } from "../../fixtures/text.ts";
import { z } from "zod";
import { expiredToken as rejection } from "../service/authenticate.ts";
import { Failure } from "../service/reply.ts";
import { retryAfter as retryAfterHeader } from "../service/rate-limit.ts";
import { defineScenario, type Turn } from "./scenario.ts";

const optionsSchema = z.object({
  calls: z
    .int()
    .min(0)
    .default(0)
    .describe("How many requests are answered before the limit; after a pause, at least one."),
  window: z.int().min(1).max(86_400).default(60).describe("The length of the window, in seconds."),
  retryAfter: z.int().min(1).max(86_400).default(30).describe("The length of the pause, in seconds."),
  format: z.enum(["seconds", "date", "none"]).default("seconds").describe("The format of Retry-After."),
});

/**
 * Too many requests in a window are rejected until the pause in `Retry-After` has passed, by the simulation's clock.
 */
export const tooManyRequests = defineScenario({
  name: "too-many-requests",
  summary: "After N requests of an account in a window, respond 429 with Retry-After.",
  options: optionsSchema,
  examples: ["too-many-requests:retryAfter=2,times=1", "too-many-requests:calls=10,window=60,format=date"],
  start: (options) => {
    const gates = new Map<string, Gate>();
    return {
      goesOn: ({ account, now }) => now < (gates.get(account?.id ?? "")?.closedUntil ?? 0),
      disturb: ({ account, operation, now, reject }, next) => {
        if (account === undefined || operation === undefined) return next();
        const gate = pass(gates.get(account.id), options, now);
        gates.set(account.id, gate);
        const { closedUntil } = gate;
        if (closedUntil === undefined) return next();
        const message = `Too many requests; try again in ${counted(Math.ceil((closedUntil - now) / 1000), "second")}.`;
        const headers = retryAfterHeader(options.format, closedUntil, now);
        return reject(new Failure("tooManyRequests", message, { rule: "limits.rate", headers }));
      },
    };
  },
});

/** The state of an account. Timestamps in milliseconds since 1970. */
interface Gate {
  readonly windowEndsAt: number;
  /** The requests left in this window. */
  readonly left: number;
  /** The end of the pause; absent outside a pause. */
  readonly closedUntil?: number;
}

/** The state of an account after one more request, which is rejected if a pause has begun. */
function pass(before: Gate | undefined, options: z.infer<typeof optionsSchema>, now: number): Gate {
  const { calls, window, retryAfter } = options;
  if (before?.closedUntil !== undefined && now < before.closedUntil) return before;
  const isAnew = before === undefined || before.closedUntil !== undefined || now >= before.windowEndsAt;
  const min = before?.closedUntil === undefined ? 0 : 1;
  const gate = isAnew ? { windowEndsAt: now + window * 1000, left: Math.max(calls, min) } : before;
  return gate.left > 0 ? { ...gate, left: gate.left - 1 } : { ...gate, closedUntil: now + retryAfter * 1000 };
}

function tokenOf({ account, call }: Turn): string | undefined {
  return account === undefined ? undefined : call.headers["authorization"];
}

/** The session ends during use. An expired token stays expired; each token has its own limit. */
export const expiredToken = defineScenario({
  name: "expired-token",
  summary: "Expire a valid token during a session, after N requests; it stays expired.",
  options: z.object({
    calls: z.int().min(0).default(0).describe("How many requests each token is accepted for before it expires."),
  }),
  examples: ["expired-token:calls=5", "expired-token:after=1", "expired-token:rate=0.05"],
  start: ({ calls }) => {
    const used = new Map<string, number>();
    const expired = new Set<string>();
    return {
      goesOn: (turn) => expired.has(tokenOf(turn) ?? ""),
      disturb: (turn, next) => {
        const token = tokenOf(turn);
        if (token === undefined) return next();
        const before = used.get(token) ?? 0;
        used.set(token, before + 1);
        if (before < calls) return next();
        expired.add(token);
        return turn.reject(rejection(turn.dialect.auth));
      },
    };
  },
});
