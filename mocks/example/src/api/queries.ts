import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createUser, getSubscription, listInvoices, listUsers, type Paging } from "./operations.ts";

export function usersQuery(paging: Paging) {
  return queryOptions({
    queryKey: ["users", paging],
    queryFn: ({ signal }) => listUsers(paging, signal),
    placeholderData: keepPreviousData,
  });
}

export function invoicesQuery(paging: Paging) {
  return queryOptions({
    queryKey: ["invoices", paging],
    queryFn: ({ signal }) => listInvoices(paging, signal),
    placeholderData: keepPreviousData,
  });
}

export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: ["subscriptions", id],
    queryFn: ({ signal }) => getSubscription(id, signal),
  });
}

export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createUser,
    // After a failure, too: where the answer was lost, the user may exist.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}
