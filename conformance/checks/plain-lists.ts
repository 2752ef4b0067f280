import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import { waysOf } from "../places/way.ts";
import { turnLabel } from "../places/again.ts";
import type { Served } from "../places/visit.ts";
import { afterLabel } from "../places/write-attempts.ts";
import type { Call } from "../target/call.ts";
import type { Success } from "../target/exchange.ts";
import { canonical, pageIn, type Page } from "../target/records.ts";
import type { Session } from "../target/session.ts";

export const accounts = ["first", "second"] as const;

export type AccountName = (typeof accounts)[number];

/** Whether a request has the token of an account. */
export function hasTokenOf(name: AccountName): (one: Served) => boolean {
  return ({ call }) => (call.as ?? "first") === name;
}

/** The parameters that select a page of a list. */
export async function pagingNames(
  session: Session,
  operation: ListOperationId,
  plain: Success,
): Promise<readonly string[]> {
  const [way] = (pageIn(plain)?.total ?? 0) > 0 ? await waysOf(session, operation) : [];
  return [...Object.keys(way?.choose(1, 1, plain) ?? {}), ...(way?.size === undefined ? [] : [way.size])];
}

/** Whether a request is for the plain list, or one of its pages. */
export function isListCall({ query = {}, path, headers }: Call, paging: readonly string[]): boolean {
  return (path ?? headers) === undefined && Object.keys(query).every((key) => paging.includes(key));
}

/** Requests that may get another account's list from a cache, or a user that a rejected creation stored. */
const notOwn: ReadonlySet<string | undefined> = new Set([afterLabel, turnLabel]);

/** All readings of the plain list ("{}") and each of its pages. */
export function listPages(served: readonly Served[], paging: readonly string[]): ReadonlyMap<string, readonly Page[]> {
  const pages = new Map<string, Page[]>();
  for (const { call, exchange } of served) {
    const page = isListCall(call, paging) && !notOwn.has(call.label) ? pageIn(exchange) : undefined;
    const key = JSON.stringify(call.query ?? {});
    if (page !== undefined) pages.set(key, [...(pages.get(key) ?? []), page]);
  }
  return pages;
}

/** The most frequent response: a shared variable sometimes returns the list of another account. */
export function commonPage(pages: readonly Page[]): Page | undefined {
  const groups = [...Map.groupBy(pages, ({ records }) => canonical(records)).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0];
}
