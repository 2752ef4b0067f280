import {
  hasId,
  listOperationIds,
  operationIds,
  readOperationIds,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { isFor, letIn, onGood, pause, reshape, type Departure } from "../independent/departures.ts";
import {
  failure,
  subscriptionIdOf,
  type Ask,
  type Envelope,
  type Reply,
  type Service,
} from "../independent/service.ts";
import { defect, each, undeclared, type Defect } from "./defect.ts";

/** Concurrent requests share a part of their input: all get the response to the last one. */
function sharing(operation: OperationId, part: (ask: Ask) => Partial<Ask>): Departure {
  let last: Partial<Ask> = {};
  return async (ask, next, service) => {
    if (!isFor(ask, operation) || service.accountOf(ask) === undefined) return next(ask);
    last = part(ask);
    await pause(8);
    return next({ ...ask, ...last });
  };
}

/** Every seventh request for a known id gets the previous response: a variable was not reset. */
function stale(operation: OperationId): Departure {
  let [count, before] = [0, ""];
  return (ask, next, service) => {
    const isKnown = service.accounts[0].subscriptions.has(subscriptionIdOf(ask));
    if (!isFor(ask, operation) || !isKnown || service.accountOf(ask) === undefined) return next(ask);
    count += 1;
    const path = count % 7 === 0 ? before : ask.path;
    before = ask.path;
    return next({ ...ask, path });
  };
}

/** Whether this is every third request of its kind. */
function third(): (kind: string) => boolean {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count % 3 === 0;
  };
}

/** One of three instances behind a gateway fails. */
function failing(operation: OperationId): Departure {
  const isThird = third();
  return (ask, next, service) =>
    isFor(ask, operation) && service.accountOf(ask) && isThird("any")
      ? failure(500, "oops", "This instance lacks its database.")
      : next(ask);
}

/** One of three instances has no guard, or only a part of it. */
function open(operation: OperationId, isOpen: (ask: Ask) => boolean): Departure {
  const isThird = third();
  return letIn(operation, (ask, token, isFirst) => {
    const isPlain = ask.query.size === 0 && !JSON.stringify(ask.headers).includes(token);
    return isFirst && isPlain && isFor(ask, operation) && isOpen(ask) && isThird(ask.authorization ?? "");
  });
}

/** A gateway sends a cached rejection to the next clients with the same URL. */
function keepingRejections(operation: OperationId): Departure {
  const kept = new Map<string, { readonly reply: Reply; left: number }>();
  return async (ask, next) => {
    if (!isFor(ask, operation)) return next(ask);
    const key = `${ask.method} ${ask.path}?${ask.query.toString()}`;
    const known = kept.get(key);
    if (known !== undefined && known.left > 0) {
      known.left -= 1;
      return known.reply;
    }
    const reply = await next(ask);
    if (reply.isRejection === true) kept.set(key, { reply, left: 8 });
    return reply;
  };
}

/** Every third response to the plain request of a list is empty: an error was treated as an empty result. */
function emptied(operation: OperationId): Departure {
  const isThird = third();
  return reshape(operation, (envelope, { query, authorization = "" }) =>
    query.size === 0 && isThird(authorization) ? { data: [], meta: { page: 1, total: 0 } } : envelope,
  );
}

/** The members beside the records are a variable that all responses share. */
function sharedTotal(): Departure {
  let total = 1;
  return onGood(["listUsers", "listInvoices", "getSubscription"], (reply, ask) => {
    const { data, meta } = reply.envelope;
    if (!isFor(ask, "getSubscription")) total = Math.max(meta.total, 1);
    return isFor(ask, "getSubscription") ? { ...reply, body: { data, meta: { ...meta, total } } } : reply;
  });
}

/** The first response of a list is cached for all its pages. */
function keptByPath(operation: OperationId): Departure {
  const kept = new WeakMap<Service, Map<string, Envelope>>();
  return reshape(operation, (envelope, { authorization = "" }, service) => {
    const ofService = kept.get(service) ?? new Map<string, Envelope>();
    kept.set(service, ofService);
    const first = ofService.get(authorization) ?? envelope;
    ofService.set(authorization, first);
    return first;
  });
}

/** Rules that break occasionally, or with concurrent requests. */
export const timingDefects: readonly Defect[] = [
  defect(
    "SCOPE-01",
    "listInvoices",
    "shares-the-caller",
    sharing("listInvoices", ({ authorization }) => ({ authorization })),
  ),
  ...operationIds.filter(hasId).map((operation) =>
    defect(
      "SUB-02",
      operation,
      "shares-the-id",
      sharing(operation, ({ path }) => ({ path })),
    ),
  ),
  ...each("TOTAL-01", "empty-every-third", emptied, undeclared, listOperationIds),
  defect("PAGE-01 TOTAL-01", "listInvoices", "kept-for-all-pages", keptByPath("listInvoices"), undeclared),
  defect("TOTAL-01", "getSubscription", "total-of-another-list", sharedTotal(), undeclared),
  ...each("SUB-02", "keeps-every-seventh-id", stale, {}, operationIds.filter(hasId)),
  ...each("PATH-01", "fails-every-third", failing, {}, readOperationIds),
  ...each("AUTH-01", "keeps-rejections-by-url", keepingRejections, undeclared, readOperationIds),
  ...each(
    "AUTH-02",
    "open-every-third",
    (operation) => open(operation, ({ authorization }) => authorization === undefined),
    {},
    readOperationIds,
  ),
  ...each(
    "AUTH-04",
    "open-to-any-token-every-third",
    (operation) => open(operation, ({ authorization = "" }) => /^Bearer ./.test(authorization)),
    {},
    readOperationIds,
  ),
];
