import type { ApiError, ErrorKind } from "../api/api-error.ts";
import { Notice } from "./notice.tsx";

const texts: Readonly<Record<Exclude<ErrorKind, "unauthorized">, readonly [title: string, advice: string]>> = {
  unreachable: ["The service cannot be reached", "Check your connection, then try again."],
  timeout: ["The service takes too long to answer", "Try again in a moment."],
  unreadable: ["The service sent an answer that cannot be read", "Try again. If it stays so, tell its operator."],
  notFound: ["This does not exist", "It may have been removed."],
  tooManyRequests: ["Too many requests", "Wait a little, then try again."],
  unavailable: ["The service is down for the moment", "It may be under maintenance. Try again in a few minutes."],
  fault: ["The service has a problem", "It is not your doing. Try again in a moment."],
  refused: ["The service refused the request", ""],
};

interface ErrorNoticeProps {
  readonly error: ApiError;
  readonly onRetry?: () => unknown;
}

/** What went wrong, what to do about it, and a button that tries again. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  // An ended session concerns every page, and is spoken of above them.
  if (error.kind === "unauthorized") return null;
  const [title, advice] = texts[error.kind];
  return (
    <Notice tone="bad" title={title}>
      <p>{error.kind === "refused" ? error.message : advice}</p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}
