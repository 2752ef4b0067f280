import { openSource, type Source } from "../discovery/source.ts";
import type { Call } from "../target/call.ts";
import type { Session } from "../target/session.ts";

/** The most requests that are sent to learn a dialect. */
export const maxRequests = 150;

/** Requests that a session sent so far. */
export function requestsOf({ entries }: Pick<Session, "entries">): number {
  return entries.reduce((sum, entry) => sum + entry.requests, 0);
}

/** A target while it is learned: every question goes through here, and all are counted. */
export function openLearning(session: Session, signal?: AbortSignal): Source {
  return openSource(session, {
    signal,
    refuse(call) {
      const sent = requestsOf(session);
      return sent + mayTake(call, session) > maxRequests
        ? `${sent} requests were sent, the maximum is ${maxRequests}`
        : undefined;
    },
  });
}

/**
 * How many requests a call may take. A read takes one; it is sent again only as long as the bound allows. A POST is never
 * sent again, but the list of users is looked at before and after it, and twice more where it may be that others write;
 * often, where users show late. A body that is not JSON creates nothing, once one was seen to create nothing.
 */
function mayTake(call: Call, { entries }: Session): number {
  if (call.operation !== "createUser" || call.method !== undefined) return 1;
  if (entries.some(({ call: { label = "" } }) => label.startsWith("after the creation, look"))) return 12;
  const isKnown = call.text !== undefined && entries.some((entry) => entry.call.text?.type === call.text?.type);
  return isKnown ? 2 : 5;
}

/** How many reads may still be made. */
export function requestsLeft(session: Session): number {
  return Math.max(0, maxRequests - requestsOf(session));
}
