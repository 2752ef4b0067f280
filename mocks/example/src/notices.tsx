import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode, SubmitEvent } from "react";
import { signIn, type ApiError } from "./api.ts";

interface NoticeProps {
  readonly tone: "good" | "calm" | "bad";
  readonly title: string;
  readonly children?: ReactNode;
}

/** A message about an event. Errors are announced at once, others when the screen reader pauses. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}

const fault = ["The service has a problem", "It is not your doing. Try again in a moment."] as const;
const texts: Readonly<Partial<Record<ApiError["kind"], readonly [title: string, advice: string]>>> = {
  unreachable: ["The service cannot be reached", "Check your connection, then try again."],
  timeout: ["The service takes too long to answer", "Try again in a moment."],
  unreadable: ["The service sent an answer that cannot be read", "Try again in a moment."],
  429: ["Too many requests", "Wait a little, then try again."],
  503: ["The service is down for the moment", "It may be under maintenance. Try again in a few minutes."],
};

/** What went wrong, what to do, and a button that retries. */
export function ErrorNotice({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => unknown }) {
  const { kind, message } = error;
  if (kind === 401) return <SignInAgain />;
  const [title, advice] = texts[kind] ?? (Number(kind) >= 500 ? fault : ["The service rejected the request", message]);
  return (
    <Notice tone="bad" title={title}>
      <p>{advice}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}

/** While a request waits for the time in Retry-After. */
export function WaitNotice({ retryAfter }: { readonly retryAfter: number | undefined }) {
  return (
    <Notice tone="calm" title="The service is busy">
      <p>It asks for a pause of {retryAfter} seconds. Trying again then.</p>
    </Notice>
  );
}

/** Asks for another token; inputs on the page are kept. */
export function SignInAgain({ onSignedIn }: { readonly onSignedIn?: () => void }) {
  const queryClient = useQueryClient();
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    signIn(textIn(event.currentTarget, "token"));
    // The next token may be of another account, so drop everything fetched with the last one.
    await queryClient.resetQueries();
    onSignedIn?.();
  }
  return (
    <Notice tone="bad" title="Your session has ended">
      <form onSubmit={submit}>
        <label>
          Access token
          <input name="token" type="password" autoComplete="current-password" required />
        </label>
        <button className="primary">Sign in</button>
      </form>
    </Notice>
  );
}

/** The text in a field of a form. */
export function textIn(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field);
  return typeof value === "string" ? value.trim() : "";
}
