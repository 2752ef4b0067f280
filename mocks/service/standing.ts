import { z } from "zod";
import type { Account } from "./accounts.ts";
import type { RateLimiter } from "./rate-limit.ts";

const windowSchema = z.strictObject({ token: z.string(), endsAt: z.number(), used: z.int() });

const hiddenSchema = z.strictObject({
  account: z.string(),
  id: z.string(),
  readings: z.int().nullable().describe("`null` for any number."),
  until: z.number().nullable().describe("Milliseconds since 1970; `null` for ever."),
});

/** What a service remembers of earlier calls beside its records: plain data, the same as JSON. */
export const standingSchema = z.strictObject({
  windows: z.array(windowSchema).readonly().describe("Of the rate limit, one for each token."),
  hidden: z.array(hiddenSchema).readonly().describe("Users no list shows yet."),
});

export type Standing = z.infer<typeof standingSchema>;

export function takeStanding(accounts: readonly Account[], limiter: RateLimiter): Standing {
  const hidden = accounts.flatMap(({ id: account, users }) =>
    users.hidden
      .all()
      .map(({ id, readings, until }) => ({ account, id, readings: finite(readings), until: finite(until) })),
  );
  return { windows: limiter.windows, hidden };
}

export function putStanding({ windows, hidden }: Standing, accounts: readonly Account[], limiter: RateLimiter): void {
  limiter.windows = windows;
  for (const { account, id, readings, until } of hidden) {
    const { users } = accounts.find((candidate) => candidate.id === account) ?? {};
    users?.hidden.add(id, {
      readings: readings ?? Number.POSITIVE_INFINITY,
      until: until ?? Number.POSITIVE_INFINITY,
    });
  }
}

/** JSON has no infinity. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
