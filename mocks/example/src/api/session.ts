import { useSyncExternalStore } from "react";

export interface Session {
  readonly token: string;
  /** The service refused the token: nothing can be asked before the next sign-in. */
  readonly hasEnded: boolean;
}

let session: Session = { token: import.meta.env.VITE_API_TOKEN ?? "aurora-token-4f7a91", hasEnded: false };
const listeners = new Set<() => void>();

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

export function signIn(token: string): void {
  change({ token, hasEnded: false });
}

/** Ends the session of this token. A late refusal of an earlier token does not end the session of the next one. */
export function endSession(token: string): void {
  if (token === session.token) change({ token, hasEnded: true });
}

function change(next: Session): void {
  session = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
