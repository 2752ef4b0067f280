import type { Count, Journal, Verification } from "../journal/journal.ts";
import type { Match } from "../journal/match.ts";

/** What `expect(simulation).toHaveReceived(…)` is asked about: anything with a journal. */
export interface Received {
  readonly journal: Pick<Journal, "verify" | "subscribe">;
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Whether a simulation received calls: `expect(simulation).toHaveReceived({ operation: "createUser" })`.
 * The message shows the calls that came nearest, and in what they differ.
 * @param count one or more, where nothing is said
 */
export function toHaveReceived(
  received: Received,
  match: Match = {},
  { count }: { readonly count?: Count } = {},
): MatcherResult {
  const verification = received.journal.verify({ match, ...(count === undefined ? {} : { count }) });
  return { pass: verification.ok, message: () => inWords(verification, match) };
}

function inWords({ ok, expected, count, nearMisses }: Verification, match: Match): string {
  const lines = [`${ok ? "Not expected" : "Expected"}: ${expected} of ${JSON.stringify(match)}`, `Received: ${count}`];
  const misses = nearMisses.flatMap(({ entry: { number, request, reply }, differences }) => [
    `  #${number} ${request.method} ${request.path} → ${reply.status}`,
    ...differences.map((difference) => `      ${difference}`),
  ]);
  return [...lines, ...(misses.length === 0 ? [] : ["Nearest:", ...misses])].join("\n");
}
