import { operationIds } from "../../fixtures/contract/operations.ts";
import { openSource, type Source } from "../discovery/source.ts";
import type { Call } from "../target/call.ts";
import type { Session } from "../target/session.ts";

/** The maximum number of requests to learn a dialect: some for each operation, and those that all have in common. */
export const maxRequests: number = 110 + 10 * operationIds.length;

/** The number of requests that a session has sent. */
export function requestsOf({ entries }: Pick<Session, "entries">): number {
  return entries.reduce((sum, entry) => sum + entry.requests, 0);
}

/** A target while it is learned: counts all requests. */
export function openLearning(session: Session, signal?: AbortSignal): Source {
  return openSource(session, {
    signal,
    reject(call) {
      const sent = requestsOf(session);
      return sent + mayTake(call, session) > maxRequests
        ? `${sent} requests were sent, the maximum is ${maxRequests}`
        : undefined;
    },
  });
}

/**
 * The maximum number of requests for a call. A read takes one, and is repeated only within the limit. A POST is never
 * repeated, but the list of users is read before and after it, and twice more if other clients may be writing; more
 * often if users appear late. A body that is not JSON creates nothing, once one is known to create nothing.
 */
function mayTake(call: Call, { entries }: Session): number {
  if (call.operation !== "createUser" || call.method !== undefined) return 1;
  if (entries.some(({ call: { label = "" } }) => label.startsWith("after the creation, look"))) return 12;
  const isKnown = call.text !== undefined && entries.some((entry) => entry.call.text?.type === call.text?.type);
  return isKnown ? 2 : 5;
}
