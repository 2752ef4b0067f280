import type { Envelope } from "orgkit";
import { currentSession, endSession } from "./session.ts";

export const baseUrl = import.meta.env.VITE_API_BASE_URL ?? "http://api.example";
const patienceMs = 10_000;

/** A field error from the service. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The error of this client for every failed request. */
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

/**
 * Sends a request and returns the envelope of its response.
 * @throws ApiError if there is none
 */
export async function call<T>(path: string, init: RequestInit = {}): Promise<Envelope<T>> {
  const { token } = currentSession();
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(init.signal ? [init.signal] : [])]);
  const { response, body } = await fetch(baseUrl + path, { ...init, headers, signal })
    .then(async (reply) => ({ response: reply, body: parse(await reply.text()) }))
    .catch((error: unknown) => {
      throw new ApiError(error instanceof Error && error.name === "TimeoutError" ? "timeout" : "unreachable");
    });
  if (response.status === 401) endSession(token);
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
  return new ApiError(status, typeof detail === "string" ? detail : undefined, fields, readRetryAfter(headers));
}

/** The header is a number of seconds or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
