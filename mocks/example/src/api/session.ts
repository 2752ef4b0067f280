import { useSyncExternalStore } from "react";

/** `hasEnded`: the service rejected the token, so requests have to wait for the next sign-in. */
let session = { token: import.meta.env.VITE_API_TOKEN ?? "aurora-token-4f7a91", hasEnded: false };
const listeners = new Set<() => void>();

export function currentSession() {
  return session;
}

export function useSession() {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentSession);
}

export function signIn(token: string): void {
  change(token, false);
}

/** Ends the session of this token. A late rejection of an earlier token does not end the next session. */
export function endSession(token: string): void {
  if (token === session.token) change(token, true);
}

function change(token: string, hasEnded: boolean): void {
  session = { token, hasEnded };
  for (const notify of listeners) notify();
}
