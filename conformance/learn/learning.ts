import { callKey, type Call } from "../target/call.ts";
import { creationsIn } from "../target/creations.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import { remedies, Unavailable, type Session } from "../target/session.ts";
import type { Target } from "../target/target.ts";
import { beyondBounds } from "./beyond-bounds.ts";
import { unset, type Answer, type Unset } from "./finding.ts";
import { unlessAborted } from "../target/unless-aborted.ts";

/** The most requests that are sent to learn a dialect. */
export const mostRequests = 150;

/** A read may take so many: once more where the connection broke, four times more where the target asks to wait. */
const mostForOneRead = 6;

/** A POST may take so many: itself, and looks at the list of users, each of which is sent once more at most. */
const mostForOnePost = 9;

/** The name of the variable that holds a token whose time is over. It is sent as the second account's would be. */
export const expiredTokenVariable = "ORGKIT_TOKEN_EXPIRED";

/** A target while it is learned: every question goes through here, each is sent once, and all are counted. */
export interface Learning {
  readonly target: Target;
  /** What the target answers; unset where it does not, is out of order, or must not be asked any more. */
  ask(call: Call): Promise<Answer | Unset>;
  /** Every call so far, those of an interrupted run included, but for replies beyond all bounds. */
  readonly entries: readonly Entry[];
  /** Requests sent so far. */
  readonly requests: number;
  /** Users created so far. */
  readonly created: number;
  /** The calls that were not answered so that it tells anything, and why. */
  readonly silences: readonly Unset[];
}

/** @param signal stops the run: the next question rejects */
export function openLearning(session: Session, signal?: AbortSignal): Learning {
  const requests = (): number => session.entries.reduce((sum, entry) => sum + entry.requests, 0);
  const created = (): number => creationsIn(session.entries).length;

  const known = new Set<string>();
  let counted = 0;

  function isOnRecord(call: Call): boolean {
    for (const entry of session.entries.slice(counted)) known.add(callKey(entry.call));
    counted = session.entries.length;
    return known.has(callKey(call));
  }

  function forbidden(call: Call): Unset | undefined {
    if (isOnRecord(call)) return undefined;
    // A POST is never sent again, but the list of users is looked at before it and after it.
    const most = call.operation === "createUser" && call.method === undefined ? mostForOnePost : mostForOneRead;
    if (requests() + most > mostRequests) {
      return unset(`${requests()} requests were sent, and more than ${mostRequests} never are`);
    }
    return undefined;
  }

  const looked = new WeakMap<Exchange, string | undefined>();
  function outOfBounds(exchange: Exchange): string | undefined {
    if (!looked.has(exchange)) looked.set(exchange, beyondBounds(exchange));
    return looked.get(exchange);
  }

  const silences: Unset[] = [];
  const silent = (reason: Unset): Unset => {
    silences.push(reason);
    return reason;
  };

  return {
    target: session.target,
    silences,
    get entries() {
      return session.entries.filter((entry) => outOfBounds(entry.exchange) === undefined);
    },
    get requests() {
      return requests();
    },
    get created() {
      return created();
    },
    async ask(call) {
      signal?.throwIfAborted();
      const refused = forbidden(call);
      if (refused !== undefined) return silent(refused);
      const exchange = await unlessAborted(session.call(call), signal);
      if (exchange instanceof Unavailable) return silent(reasonOf(exchange));
      const { response, noReply } = exchange;
      if (response === undefined) {
        return silent(unset(`a call got no reply: ${noReply?.message ?? "for no known reason"}`));
      }
      if (response.status === 429 || response.status >= 500) {
        return silent(unset(`a call was answered with ${response.status}, which tells nothing of it`));
      }
      const problem = outOfBounds(exchange);
      return problem === undefined ? { call, exchange: { ...exchange, response } } : silent(unset(problem));
    },
  };
}

function reasonOf({ reason, lack }: Unavailable): Unset {
  // An expired token is sent as that of a second account would be.
  if (lack === "second-token") return unset("no token is known whose time is over", expiredTokenVariable);
  return unset(reason.replace(/ \(--.*\)$/, ""), lack && remedies.get(lack)?.give);
}

/** How many reads may still be made, at least. */
export function requestsLeft({ requests }: Learning): number {
  return Math.max(0, mostRequests - mostForOneRead - requests);
}

/** Why nothing can be concluded from what did not show: a call since then told nothing. */
export function silenceSince({ silences }: Learning, count: number): Unset | undefined {
  return silences[count];
}

/**
 * Remembers what was found out, so that inferences share it: computed once for each target and arguments.
 * @param find sends what it takes
 */
export function shared<Arguments extends readonly string[], Fact>(
  find: (learning: Learning, ...given: Arguments) => Promise<Fact>,
): (learning: Learning, ...given: Arguments) => Promise<Fact> {
  const facts = new WeakMap<Learning, Map<string, Promise<Fact>>>();
  return (learning, ...given) => {
    const known = facts.get(learning) ?? new Map<string, Promise<Fact>>();
    facts.set(learning, known);
    const key = given.join("\n");
    const fact = known.get(key) ?? find(learning, ...given);
    known.set(key, fact);
    return fact;
  };
}
