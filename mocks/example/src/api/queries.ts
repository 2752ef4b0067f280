import { keepPreviousData, QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Invoice, Subscription, User } from "orgkit";
import { ApiError, call } from "./client.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

const longestWait = 60;
export const pageSize = 20;

/** Retries only if the service says when (429 with Retry-After); any other failure is shown at once, with a button. */
export function createQueryClient(): QueryClient {
  const policy = {
    retry: (failures: number, { kind, retryAfter = Infinity }: ApiError) =>
      kind === 429 && retryAfter <= longestWait && failures < 3,
    retryDelay: (_: number, { retryAfter = 0 }: ApiError) => retryAfter * 1000,
    networkMode: "always",
  } as const;
  return new QueryClient({ defaultOptions: { queries: policy, mutations: policy } });
}

/** The newest first. */
function listQuery<T>(list: string, sort: string, page: number) {
  const query = new URLSearchParams({ page: `${page}`, per_page: `${pageSize}`, sort });
  return queryOptions({
    queryKey: [list, page],
    queryFn: ({ signal }) => call<T>(`/api/v1/${list}?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const usersQuery = (page: number) => listQuery<User>("users", "-createdAt", page);
export const invoicesQuery = (page: number) => listQuery<Invoice>("invoices", "-issuedAt", page);

export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: ["subscriptions", id],
    queryFn: async ({ signal }) => {
      const { data } = await call<Subscription>(`/api/v1/subscriptions/${encodeURIComponent(id)}`, { signal });
      const [subscription] = data;
      if (subscription === undefined) throw new ApiError(404);
      return subscription;
    },
  });
}

export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: object) =>
      call<User>("/api/v1/users", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(draft),
      }),
    // Also after a failure: if the response was lost, the user may exist.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}
