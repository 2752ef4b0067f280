import { z } from "zod";
import { counted } from "../../fixtures/text.ts";
import { expiredToken as expiredTokenFailure } from "../service/authenticate.ts";
import { retryAfter as retryAfterHeader } from "../service/rate-limit.ts";
import { Failure } from "../service/reply.ts";
import { defineScenario } from "./scenario.ts";

/** The format of `Retry-After`, an option of several scenarios. */
export const retryAfterFormat = z
  .enum(["seconds", "date", "none"])
  .default("seconds")
  .describe("The format of Retry-After.");

/** After some requests, all are rejected until the pause in `Retry-After` has passed, by the simulation's clock. */
export const tooManyRequests = defineScenario({
  name: "too-many-requests",
  summary: "After N requests of an account, respond 429 with Retry-After, until that time is over.",
  options: () =>
    z.object({
      calls: z
        .int()
        .min(0)
        .default(0)
        .describe("How many requests are answered before a pause; after the first one, at least one."),
      retryAfter: z.int().min(1).max(86_400).default(30).describe("The length of the pause, in seconds."),
      format: retryAfterFormat,
    }),
  examples: ["too-many-requests:retryAfter=2,times=1", "too-many-requests:calls=10,format=date"],
  isLasting: true,
  start: ({ calls, retryAfter, format }) => {
    /** By account: the requests left before the next pause, and the end of the last one. */
    const gates = new Map<string, { left: number; closedUntil: number }>();
    return ({ account, operation, now, isDrawn, reject }, next) => {
      if (account === undefined || operation === undefined) return next();
      const gate = gates.get(account.id) ?? { left: calls, closedUntil: 0 };
      gates.set(account.id, gate);
      if (now >= gate.closedUntil) {
        if (!isDrawn) return next();
        gate.left -= 1;
        if (gate.left >= 0) return next();
        gate.left = Math.max(calls, 1);
        gate.closedUntil = now + retryAfter * 1000;
      }
      const seconds = counted(Math.ceil((gate.closedUntil - now) / 1000), "second");
      const headers = retryAfterHeader(format, gate.closedUntil, now);
      const message = `Too many requests; try again in ${seconds}.`;
      return reject(new Failure("tooManyRequests", message, { rule: "limits.rate", headers }));
    };
  },
});

/** The session ends during use. An expired token stays expired; each token has its own limit. */
export const expiredToken = defineScenario({
  name: "expired-token",
  summary: "Expire a valid token during a session, after N requests; it stays expired.",
  options: () =>
    z.object({
      calls: z.int().min(0).default(0).describe("How many requests each token is accepted for before it expires."),
    }),
  examples: ["expired-token:calls=5", "expired-token:after=1", "expired-token:rate=0.05"],
  isLasting: true,
  start: ({ calls }) => {
    /** By token; 0 if it has expired. */
    const requestsLeft = new Map<string, number>();
    return ({ account, call, dialect, isDrawn, reject }, next) => {
      const token = call.headers["authorization"];
      if (account === undefined || token === undefined) return next();
      const left = requestsLeft.get(token) ?? calls + 1;
      if (left > 0 && !isDrawn) return next();
      requestsLeft.set(token, Math.max(left - 1, 0));
      return left > 1 ? next() : reject(expiredTokenFailure(dialect.auth));
    };
  },
});
