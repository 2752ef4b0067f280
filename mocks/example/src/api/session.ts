import { useSyncExternalStore } from "react";

/** `hasEnded`: the service refused the token, so nothing can be asked before the next sign-in. */
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

/** Ends the session of this token. A late refusal of an earlier token does not end the session of the next one. */
export function endSession(token: string): void {
  if (token === session.token) change(token, true);
}

function change(token: string, hasEnded: boolean): void {
  session = { token, hasEnded };
  for (const notify of listeners) notify();
}
