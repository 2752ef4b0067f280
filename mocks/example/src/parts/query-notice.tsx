import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorNotice } from "./error-notice.tsx";
import { WaitNotice } from "./wait-notice.tsx";

/** What is to be said about a query that has failed, or waits to try again. Nothing where all is well. */
export function QueryNotice({ query }: { readonly query: UseQueryResult }) {
  const { error, failureReason, isFetching, refetch } = query;
  if (isFetching && failureReason !== null) return <WaitNotice reason={failureReason} />;
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  return null;
}
