import { readEnvelope, isAccepting, isRejectionInBody } from "../target/envelope.ts";
import { asksToWait, isSuccess } from "../target/exchange.ts";
import type { AccountName, Exchange } from "./model.ts";

/** Whether a request has the token of one of the accounts, as §5 says. */
export function hasValidToken(exchange: Exchange): exchange is Exchange & { readonly as: AccountName } {
  return exchange.as === "first" || exchange.as === "second";
}

/** The account of an exchange with a valid token. */
export function readAccount({ as }: Pick<Exchange, "as">): AccountName {
  return as === "second" ? "second" : "first";
}

/** Whether the response is a success with an envelope (§2). */
export function hasEnvelope(exchange: Exchange): boolean {
  if (!isSuccess(exchange)) return false;
  const { data, meta } = readEnvelope(exchange.response);
  return data !== undefined && meta !== undefined;
}

/** The records of a success; none if it has no envelope. */
export function readRecords(exchange: Exchange): readonly unknown[] {
  return isSuccess(exchange) ? (readEnvelope(exchange.response).data ?? []) : [];
}

/** Whether a response says nothing about a request: there is none, the target failed, or it asked to wait. */
export function isInconclusive(exchange: Exchange): boolean {
  return exchange.response === undefined || exchange.response.status >= 500 || asksToWait(exchange);
}

/** How the target responded, for messages. */
export function describeResponse({ response, noReply }: Pick<Exchange, "response" | "noReply">): string {
  if (response !== undefined) return String(response.status);
  return noReply === undefined ? "no response" : `no response (${noReply.message})`;
}

/** What a request is, for messages: ` on page 2`, or nothing. */
export function describePlace({ place }: Exchange): string {
  const page = place.page === undefined || place.page === 1 ? undefined : `page ${place.page}`;
  const size = place.size === undefined ? undefined : `of ${place.size} records`;
  const words = [place.words, page, size].filter((word) => word !== undefined);
  const view = place.view === undefined ? "" : ` with \`${place.view}\``;
  return `${words.length === 0 ? "" : ` on ${words.join(" ")}`}${view}${place.isConcurrent ? " at the same time as others" : ""}`;
}

export function otherAccount(account: AccountName): AccountName {
  return account === "first" ? "second" : "first";
}

/** The start of a record, for messages. */
export function quoteRecord(record: unknown): string {
  return JSON.stringify(record).slice(0, 120);
}

/** The exchanges of each run of an experiment. */
export function groupByRun(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  return [...Map.groupBy(exchanges, ({ experiment, round }) => `${experiment} ${round}`).values()];
}

function areAbsent(...members: readonly unknown[]): boolean {
  return members.every((member) => member === undefined);
}

/** Whether a request is the plain one of its operation, for any known id. */
export function isPlain({ probe, place }: Exchange): boolean {
  const { query, path, method, headers, body, text } = probe;
  const { variant, isConcurrent } = place;
  return areAbsent(query, path, method, headers, body, text, variant, isConcurrent);
}

/** Whether a request asks for the whole list or for a page of it, in its usual order. */
export function isOfWholeList({ probe, place }: Exchange): boolean {
  const { path, method, headers } = probe;
  const { view, trial, isConcurrent, isLinked } = place;
  return areAbsent(path, method, headers, view, trial, isConcurrent, isLinked);
}

/** Whether a request is for a known id, in the usual spelling. */
export function isKnownId({ probe, place }: Exchange): boolean {
  return areAbsent(probe.path, probe.method, place.variant);
}

/** Whether a response is that of a creation. */
export function isAcceptedCreation(exchange: Exchange): boolean {
  if (exchange.marker === undefined || !isSuccess(exchange)) return false;
  if (hasValidToken(exchange)) return !isRejectionInBody(exchange.response);
  const { data } = readEnvelope(exchange.response);
  const isOtherPath = exchange.probe.path !== undefined && exchange.response.status === 200 && data?.length === 0;
  return isAccepting(exchange.response) && !isOtherPath;
}

/** How a report describes a creation without a response. */
export const shownInWords = {
  list: "no response, but the list of users shows one more",
  nothing: "possibly: neither a response nor a list shows",
} as const;
