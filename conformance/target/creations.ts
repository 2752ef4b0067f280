import { isGood, type Call } from "./call.ts";
import { credentialsInWords } from "./credentials.ts";
import { readEnvelope } from "./envelope.ts";
import { isSuccess, type Exchange } from "./exchange.ts";
import { notSent } from "./no-reply.ts";
import type { Entry } from "./recorder.ts";

/** The default of the maximum number of created users. */
export const maxCreated = { conform: 4, learn: 5, diff: 10 } as const;

/** A user that a run created, or may have created. */
export interface Creation {
  readonly call: Call;
  readonly exchange: Exchange;
  /** The evidence: `response`, `list` (the total grew by one), or `nothing` (it is only possible). */
  readonly shownBy: "response" | "list" | "nothing";
}

/** How a report describes a creation without a response. */
export const shownInWords = {
  list: "no response, but the list of users shows one more",
  nothing: "possibly: neither a response nor a list shows",
} as const satisfies Partial<Record<Creation["shownBy"], string>>;

/**
 * The requests whose response is that of a creation. A success without an envelope for wrong credentials counts as a
 * rejection.
 */
export function creationsIn(entries: readonly Entry[]): readonly Exchange[] {
  return entries.filter(isAccepted).map(({ exchange }) => exchange);
}

/** Whether the response is that of a creation. */
export function isAccepted({ call, exchange }: Pick<Entry, "call" | "exchange">): boolean {
  if (exchange.request.body === undefined || !isSuccess(exchange)) return false;
  if (isGood(call)) return true;
  const { data, meta } = readEnvelope(exchange.response);
  // Some services respond to every path with an empty envelope.
  const isOther = call.path !== undefined && exchange.response.status === 200 && data?.length === 0;
  return data !== undefined && meta !== undefined && !isOther;
}

/** A POST that created a user, or may have, by its response alone. */
export function asCreation({ call, exchange }: Pick<Entry, "call" | "exchange">): Creation {
  return { call, exchange, shownBy: isAccepted({ call, exchange }) ? "response" : "nothing" };
}

/** Whether a POST created a user, or may have: without a response, or with an error for an account whose list is not read. */
export function mayHaveCreated({ call, exchange }: Pick<Entry, "call" | "exchange">): boolean {
  const isUnseen = call.as === "second" && (exchange.response?.status ?? 0) >= 500;
  return isUnseen || isAccepted({ call, exchange }) || isUnknown(exchange);
}

/** No response came, but the request may have been processed. */
function isUnknown({ noReply }: Exchange): boolean {
  if (noReply === undefined || noReply.message.startsWith(notSent)) return false;
  return ["timeout", "broken", "cut", "too-large"].includes(noReply.kind);
}

/** Why no more POSTs are sent: the first user that was created by mistake, if there is one. */
export function spent(creations: readonly Creation[], limit: number): string {
  const most = `a run creates at most ${limit} ${limit === 1 ? "user" : "users"}`;
  const stray = creations.find(({ call, shownBy }) => shownBy !== "response" || !isGood(call));
  if (stray === undefined) return `not tried: ${most}`;
  const { call, exchange, shownBy } = stray;
  const answer = exchange.response?.status ?? exchange.noReply?.message ?? "no response";
  const what = `a creation with ${credentialsInWords[call.as ?? "first"]} (${answer})`;
  return `not tried: ${most}, and ${what} ${shownBy === "nothing" ? "may have created" : "created"} one`;
}
