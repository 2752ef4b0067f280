import { useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { signIn, useSession } from "../api/session.ts";

/** Shown above every page once the session has ended; what was typed into the page below stays. */
export function SignInAgain() {
  const queryClient = useQueryClient();
  const { hasEnded } = useSession();
  if (!hasEnded) return null;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get("token");
    if (typeof token !== "string" || token.trim() === "") return;
    signIn(token.trim());
    // The next token may be of another account, so nothing fetched with the last one is kept.
    await queryClient.resetQueries();
  }

  return (
    <section className="session" aria-labelledby="session-title">
      <div role="alert">
        <h2 id="session-title">Your session has ended</h2>
        <p>Sign in again to go on. What you typed is kept.</p>
      </div>
      <form onSubmit={submit}>
        <label>
          Access token
          <input name="token" type="password" autoComplete="current-password" required />
        </label>
        <button className="primary">Sign in</button>
      </form>
    </section>
  );
}
