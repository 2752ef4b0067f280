import { QueryClient } from "@tanstack/react-query";
import type { ApiError } from "./api-error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

const longestWait = 60;

/**
 * Tries again by itself only where the service names the time to (429 with Retry-After); every other failure is
 * shown at once, with a button.
 */
export function createQueryClient(): QueryClient {
  const policy = { retry: isWorthWaiting, retryDelay: waitMs, networkMode: "always" } as const;
  return new QueryClient({ defaultOptions: { queries: { ...policy, refetchOnReconnect: true }, mutations: policy } });
}

function isWorthWaiting(failures: number, { kind, retryAfter = Infinity }: ApiError): boolean {
  return kind === "tooManyRequests" && retryAfter <= longestWait && failures < 3;
}

function waitMs(_: number, { retryAfter = 0 }: ApiError): number {
  return retryAfter * 1000;
}
