import { keepPreviousData, QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Envelope, User } from "orgkit";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

export const baseUrl = import.meta.env.VITE_API_BASE_URL ?? "http://api.example";
const timeoutMs = 10_000;
const maxWaitSeconds = 60;
export const pageSize = 20;

/** A field error from the service. */
interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The error of every failed request. */
export class ApiError extends Error {
  /** The status of a rejection; a word if there was no readable response, so a write may have been done. */
  readonly kind: number | "unreachable" | "timeout" | "unreadable";
  readonly fields: readonly FieldProblem[];
  /** The seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(kind: ApiError["kind"], message = `${kind}`, fields: readonly FieldProblem[] = [], retryAfter?: number) {
    super(message);
    this.kind = kind;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

const tokenKey = "token";

export function signIn(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/** @throws ApiError if the response is not an envelope */
async function call<T>(path: string, init: RequestInit = {}): Promise<Envelope<T>> {
  const headers = new Headers(init.headers);
  const token = sessionStorage.getItem(tokenKey) ?? import.meta.env.VITE_API_TOKEN ?? "aurora-token-4f7a91";
  headers.set("authorization", `Bearer ${token}`);
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]);
  const { response, body } = await fetch(baseUrl + path, { ...init, headers, signal })
    .then(async (reply) => ({ response: reply, body: parse(await reply.text()) }))
    .catch((error: unknown) => {
      throw new ApiError(error instanceof Error && error.name === "TimeoutError" ? "timeout" : "unreachable");
    });
  if (!response.ok) throw rejection(response, body);
  if (!isEnvelope<T>(body)) throw new ApiError("unreadable");
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shape of every success; the service promises the fields of the records. */
function isEnvelope<T>(body: unknown): body is Envelope<T> {
  if (!isObject(body) || !isObject(body["meta"])) return false;
  const { page, total } = body["meta"];
  return Array.isArray(body["data"]) && Number.isInteger(page) && Number.isInteger(total);
}

/** A response other than 2xx; its body is problem details (RFC 9457), or anything. */
function rejection({ status, headers }: Response, body: unknown): ApiError {
  const { detail, errors } = isObject(body) ? body : {};
  const fields = Array.isArray(errors) ? errors.filter(isFieldProblem) : [];
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  return new ApiError(status, typeof detail === "string" ? detail : undefined, fields, retryAfter);
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Retries only if the service says when (429 with Retry-After); any other failure is shown at once, with a button. */
export function createQueryClient(): QueryClient {
  const policy = {
    retry: (failures: number, { kind, retryAfter = Infinity }: ApiError) =>
      kind === 429 && retryAfter <= maxWaitSeconds && failures < 3,
    retryDelay: (_: number, { retryAfter = 0 }: ApiError) => retryAfter * 1000,
    networkMode: "always",
  } as const;
  return new QueryClient({ defaultOptions: { queries: policy, mutations: policy } });
}

/** The newest first. */
export function usersQuery(page: number) {
  return queryOptions({
    queryKey: ["users", page],
    queryFn: ({ signal }) => call<User>(`/api/v1/users?page=${page}&per_page=${pageSize}&sort=-createdAt`, { signal }),
    placeholderData: keepPreviousData,
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
