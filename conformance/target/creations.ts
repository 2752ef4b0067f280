import { readEnvelope } from "./envelope.ts";
import { isSuccess, type Exchange } from "./exchange.ts";
import type { Entry } from "./recorder.ts";

/**
 * The calls of a run that created a user: those with the good token that were answered with success, and those with
 * other credentials that got an envelope. A success without one is a refusal like any other.
 */
export function creationsIn(entries: readonly Entry[]): readonly Exchange[] {
  return entries
    .filter(({ call, exchange }) => {
      if (exchange.request.method !== "POST" || !isSuccess(exchange)) return false;
      const { data, meta } = readEnvelope(exchange.response);
      return (call.as ?? "first") === "first" || (data !== undefined && meta !== undefined);
    })
    .map(({ exchange }) => exchange);
}
