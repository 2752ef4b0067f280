import { isAccepting, isRejectionInBody, readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import type { Exchange } from "./model.ts";

/** Whether a response is that of a creation. */
export function isAcceptedCreation(exchange: Exchange): boolean {
  if (exchange.marker === undefined || !isSuccess(exchange)) return false;
  if (exchange.as === "first" || exchange.as === "second") return !isRejectionInBody(exchange.response);
  const { data } = readEnvelope(exchange.response);
  const isOtherPath = exchange.probe.path !== undefined && exchange.response.status === 200 && data?.length === 0;
  return isAccepting(exchange.response) && !isOtherPath;
}

/** How a report describes a creation without a response. */
export const shownInWords = {
  list: "no response, but the list of users shows one more",
  nothing: "possibly: neither a response nor a list shows",
} as const;
