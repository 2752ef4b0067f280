import { openSource, type Source } from "../discovery/source.ts";
import type { Session } from "../target/session.ts";

/** The most requests that are sent to learn a dialect. */
export const maxRequests = 150;

/** A read may take so many: once more where the connection broke, four times more where the target asks to wait. */
const maxForOneRead = 6;

/** A POST may take so many: itself, and looks at the list of users, each of which is sent once more at most. */
const maxForOnePost = 9;

/** Requests that a session sent so far. */
export function requestsOf({ entries }: Pick<Session, "entries">): number {
  return entries.reduce((sum, entry) => sum + entry.requests, 0);
}

/** A target while it is learned: every question goes through here, and all are counted. */
export function openLearning(session: Session, signal?: AbortSignal): Source {
  return openSource(session, {
    signal,
    refuse(call) {
      // A POST is never sent again, but the list of users is looked at before it and after it.
      const isPost = call.operation === "createUser" && call.method === undefined;
      const sent = requestsOf(session);
      return sent + (isPost ? maxForOnePost : maxForOneRead) > maxRequests
        ? `${sent} requests were sent, and more than ${maxRequests} never are`
        : undefined;
    },
  });
}

/** How many reads may still be made, at least. */
export function requestsLeft(source: Pick<Session, "entries">): number {
  return Math.max(0, maxRequests - maxForOneRead - requestsOf(source));
}
