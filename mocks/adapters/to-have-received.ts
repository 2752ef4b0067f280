import type { Journal, Verification } from "../journal/journal.ts";
import { type Count, type Match, showExpected } from "../journal/match.ts";

/** How many requests are expected. */
export interface ReceivedOptions {
  /** At least one by default. */
  readonly count?: Count;
}

/** What `expect(simulation).toHaveReceived(…)` accepts: anything with a journal. */
export interface Received {
  readonly journal: Pick<Journal, "verify" | "subscribe">;
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Implements `expect(simulation).toHaveReceived({ operation: "createUser" })`. The message shows the closest requests
 * and their differences.
 * @throws InputError if the match or the options have an unknown member or a wrong value
 */
export function toHaveReceived(received: Received, match: Match = {}, options: ReceivedOptions = {}): MatcherResult {
  const verification = received.journal.verify({ match, ...options });
  return { pass: verification.ok, message: () => inWords(verification, match) };
}

function inWords({ ok, expected, count, nearMisses }: Verification, match: Match): string {
  const lines = [`${ok ? "Not expected" : "Expected"}: ${expected} of ${showExpected(match)}`, `Received: ${count}`];
  const misses = nearMisses.flatMap(({ entry: { number, request, reply }, differences }) => [
    `  #${number} ${request.method} ${request.path} → ${reply.status}`,
    ...differences.map((difference) => `      ${difference}`),
  ]);
  return [...lines, ...(misses.length === 0 ? [] : ["Nearest:", ...misses])].join("\n");
}
