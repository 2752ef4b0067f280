import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "../api/client.ts";

interface PageProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One page: its title in the document and on the screen, and its content. */
export function Page({ title, action, children }: PageProps) {
  return (
    <>
      <title>{`${title} · Organization`}</title>
      <header className="page-header">
        <h1 id="page-title">{title}</h1>
        {action}
      </header>
      {children}
    </>
  );
}

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
  unreadable: [
    "The service sent an answer that cannot be read",
    "Try again. If the problem persists, tell its operator.",
  ],
  429: ["Too many requests", "Wait a little, then try again."],
  503: ["The service is down for the moment", "It may be under maintenance. Try again in a few minutes."],
};

/** What went wrong, what to do, and a button that retries. */
export function ErrorNotice({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => unknown }) {
  const { kind, message } = error;
  // An ended session concerns all pages, and is shown above them.
  if (kind === 401) return null;
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

/** Why there is no result yet, while a request waits for the time in Retry-After. */
export function WaitNotice({ retryAfter }: { readonly retryAfter: number | undefined }) {
  return (
    <Notice tone="calm" title="The service is busy">
      <p>It asks for a pause of {retryAfter} seconds. Trying again then.</p>
    </Notice>
  );
}

/** A query that is loading, waiting to retry, or failed. Renders nothing on success. */
export function QueryState({ query, label }: { readonly query: UseQueryResult; readonly label: string }) {
  const { error, failureReason, isFetching, isPending, refetch } = query;
  if (isFetching && failureReason !== null) return <WaitNotice retryAfter={failureReason.retryAfter} />;
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (!isPending) return null;
  return (
    <div className="skeleton" role="status" aria-label={`Loading ${label}`}>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}

/** The text in a field of a form. */
export function textIn(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field);
  return typeof value === "string" ? value.trim() : "";
}
