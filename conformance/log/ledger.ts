import { listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { canonical } from "./records.ts";
import type { Facts } from "./facts.ts";
import { isOfWholeList, isPlain } from "./exchanges.ts";
import { isChanging } from "./history.ts";
import type { AccountName, Exchange } from "./model.ts";

/** The records that an account's own list has. */
export interface OwnRecords {
  readonly keys: ReadonlySet<string>;
  /** Whole records, by their texts. */
  readonly texts: ReadonlyMap<string, unknown>;
  /** Those on first pages. */
  readonly firstTexts: ReadonlySet<string>;
  readonly total: number;
  /** Whether these are all. */
  readonly isComplete: boolean;
}

/**
 * The records of an account. Only responses to the plain request and to walks count, whose URLs the account was the
 * first to ask for: a cache that mixes up accounts cannot hide behind itself. Without any, the plain ones count.
 */
export function readOwnRecords(operation: ListOperationId, account: AccountName, facts: Facts): OwnRecords {
  return facts.once(`own ${operation} ${account}`, () => {
    const keys = new Set<string>();
    const texts = new Map<string, unknown>();
    const firstTexts = new Set<string>();
    let total = -1;
    const firstAsked = new Map<string, string>();
    const read: Exchange[] = [];
    for (const exchange of facts.log) {
      if (exchange.operation !== operation) continue;
      const { url } = exchange.request;
      const isOwn = (firstAsked.get(url) ?? exchange.as) === exchange.as;
      firstAsked.set(url, firstAsked.get(url) ?? exchange.as);
      const isRead =
        (isPlain(exchange) || (isOwn && exchange.place.page !== undefined)) &&
        exchange.as === account &&
        isOfWholeList(exchange) &&
        exchange.place.moment === undefined &&
        exchange.round === 0;
      if (isRead) read.push(exchange);
    }
    const own = read.filter(({ request }) => firstAsked.get(request.url) === account);
    const isKnown = own.some((exchange) => facts.page(exchange) !== undefined);
    for (const page of (isKnown ? own : read).flatMap((exchange) => facts.page(exchange) ?? [])) {
      for (const { key, record } of page.entries) {
        if (facts.isCreated(record)) continue;
        keys.add(key);
        texts.set(canonical(record), record);
        if ((page.exchange.place.page ?? 1) === 1) firstTexts.add(canonical(record));
      }
      // The users that this run created are not counted, as they are not among the keys.
      total = Math.max(total, page.total - countCreated(page.exchange, facts));
    }
    return { keys, texts, firstTexts, total, isComplete: total >= 0 && keys.size >= total };
  });
}

/** How many users this run created before an exchange; none for other lists. */
export function countCreated({ operation, number }: Exchange, facts: Facts): number {
  if (operation !== "listUsers") return 0;
  return facts.log.filter((one) => one.number < number && facts.createdMarkers.has(one.marker ?? "")).length;
}

/** Whether both accounts have users, and none in common: then each has its own organization. */
export function areApart(operation: ListOperationId, facts: Facts): boolean {
  return facts.once(`apart ${operation}`, () => {
    const [first, second] = [readOwnRecords(operation, "first", facts), readOwnRecords(operation, "second", facts)];
    if (first.keys.size === 0 || second.keys.size === 0) return false;
    return [...second.keys].every((key) => !first.keys.has(key));
  });
}

/** Which part of a list that others change two readings have in common. */
const partInCommon = 0.8;

/**
 * Whether both accounts have records in every list, and the same ones as far as both were read: then nothing shows that
 * they are two accounts.
 */
export function haveSameRecords(facts: Facts): boolean {
  return listOperationIds.every((operation) => {
    const [first, second] = [readOwnRecords(operation, "first", facts), readOwnRecords(operation, "second", facts)];
    const common = [...second.texts.keys()].filter((text) => first.texts.has(text)).length;
    const smaller = Math.min(first.texts.size, second.texts.size);
    if (isChanging(operation, facts)) return common > 0 && common >= partInCommon * smaller;
    return common > 0 && common === smaller && first.total === second.total;
  });
}
