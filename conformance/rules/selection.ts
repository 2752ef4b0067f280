import { readEnvelope } from "../target/envelope.ts";
import { asksToWait, isSuccess } from "../target/exchange.ts";
import type { AccountName, Exchange } from "../log/model.ts";
import type { Check } from "../log/rule.ts";

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

/** The exchanges of each run of an experiment. */
export function groupByRun(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  return [...Map.groupBy(exchanges, ({ experiment, round }) => `${experiment} ${round}`).values()];
}

/** A check that seeing once proves. */
export function markCertain(check: Check): Check {
  return { ...check, isCertain: true };
}
