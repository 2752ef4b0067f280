import type { Envelope } from "orgkit";
import { ApiError } from "./api-error.ts";
import { refusal } from "./refusal.ts";
import { currentSession, endSession } from "./session.ts";

export const baseUrl = import.meta.env.VITE_API_BASE_URL ?? "http://api.example";
const patienceMs = 10_000;

/**
 * Calls the service and returns the envelope it answers with.
 * @throws ApiError where there is none
 */
export async function call<T>(path: string, init: RequestInit = {}): Promise<Envelope<T>> {
  const { token } = currentSession();
  const { response, text } = await exchange(path, init, token);
  const body = parse(text);
  if (response.status === 401) endSession(token);
  if (!response.ok) throw refusal(response, body);
  if (!isEnvelope<T>(body)) throw new ApiError("unreadable");
  return body;
}

async function exchange(path: string, init: RequestInit, token: string): Promise<{ response: Response; text: string }> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  const signals = [AbortSignal.timeout(patienceMs), ...(init.signal ? [init.signal] : [])];
  try {
    const response = await fetch(baseUrl + path, { ...init, headers, signal: AbortSignal.any(signals) });
    return { response, text: await response.text() };
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    throw new ApiError(isTimeout ? "timeout" : "unreachable", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every success has this shape; the fields of the records are the service's promise. */
function isEnvelope<T>(body: unknown): body is Envelope<T> {
  if (typeof body !== "object" || body === null || !("data" in body) || !("meta" in body)) return false;
  const { data, meta } = body;
  if (!Array.isArray(data) || typeof meta !== "object" || meta === null) return false;
  return "page" in meta && Number.isInteger(meta.page) && "total" in meta && Number.isInteger(meta.total);
}
