import type { Envelope, Invoice, Subscription, User } from "orgkit";
import { ApiError } from "./api-error.ts";
import { call } from "./client.ts";

/** One page of a list; the first one is 1. */
export interface Paging {
  readonly page: number;
  readonly perPage: number;
}

export interface UserDraft {
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** The newest first. */
export function listUsers(paging: Paging, signal: AbortSignal): Promise<Envelope<User>> {
  return call<User>(`/api/v1/users?${pageQuery(paging, "-createdAt")}`, { signal });
}

export async function createUser(draft: UserDraft): Promise<void> {
  await call<User>("/api/v1/users", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(draft),
  });
}

/** @throws ApiError of kind `notFound` where no subscription has this id */
export async function getSubscription(id: string, signal: AbortSignal): Promise<Subscription> {
  const { data } = await call<Subscription>(`/api/v1/subscriptions/${encodeURIComponent(id)}`, { signal });
  const [subscription] = data;
  if (subscription === undefined) throw new ApiError("notFound");
  return subscription;
}

/** The newest first. */
export function listInvoices(paging: Paging, signal: AbortSignal): Promise<Envelope<Invoice>> {
  return call<Invoice>(`/api/v1/invoices?${pageQuery(paging, "-issuedAt")}`, { signal });
}

function pageQuery({ page, perPage }: Paging, sort: string): string {
  return new URLSearchParams({ page: `${page}`, per_page: `${perPage}`, sort }).toString();
}
