import type { Envelope } from "../../../fixtures/contract/types.ts";
import { metaOf } from "../../../fixtures/contract/envelope.ts";
import {
  hasId,
  listOperationIds,
  operationIds,
  readOperationIds,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import { isFor, acceptInvalidToken, onGood, pause, present, reshape, type Departure } from "../departures.ts";
import { failure, subscriptionIdOf, type Ask, type Reply } from "../service.ts";
import { defect, each, idsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";
import { cutIntoPages } from "./paging.ts";
import { addUser } from "./write-departures.ts";

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
    const isKnown = idsOf(operation, service.accounts[0]).includes(subscriptionIdOf(ask));
    if (!isFor(ask, operation) || !isKnown || service.accountOf(ask) === undefined) return next(ask);
    count += 1;
    const path = count % 7 === 0 ? before : ask.path;
    before = ask.path;
    return next({ ...ask, path });
  };
}

/** Whether this is every Nth request of its kind. */
function third(nth = 3): (kind: string) => boolean {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count % nth === 0;
  };
}

/** One of three instances behind a gateway fails, or one of more. */
function failing(operation: OperationId, nth = 3, isThere: (ask: Ask) => boolean = () => true): Departure {
  const isThird = third(nth);
  return (ask, next, service) =>
    isFor(ask, operation) && service.accountOf(ask) && isThere(ask) && isThird("any")
      ? failure(500, "oops", "This instance lacks its database.")
      : next(ask);
}

/** One of three instances does not know the token. */
function rejecting(operation: OperationId): Departure {
  const isThird = third();
  return (ask, next, service) =>
    isFor(ask, operation) && service.accountOf(ask) && isThird("any")
      ? { ...failure(401, "unauthorized", "Who are you?"), isRejection: true }
      : next(ask);
}

/** One of three instances has no guard, or only a part of it. */
function open(operation: OperationId, isOpen: (ask: Ask) => boolean): Departure {
  const isThird = third();
  return acceptInvalidToken(operation, (ask, token, isFirst) => {
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

/** A cache keeps the lists of an operation, and serves them to some or all clients. */
function cached(
  operation: OperationId,
  keyOf: (ask: Ask) => string,
  milliseconds = Infinity,
  isServed: (ask: Ask, owner: string) => boolean = () => true,
): Departure {
  const kept = new Map<string, { readonly envelope: Envelope; readonly owner: string; readonly until: number }>();
  return reshape(operation, (envelope, ask) => {
    const { authorization: owner = "" } = ask;
    const known = kept.get(keyOf(ask));
    if (known !== undefined && known.until > Date.now() && isServed(ask, known.owner)) return known.envelope;
    kept.set(keyOf(ask), { envelope, owner, until: Date.now() + milliseconds });
    return envelope;
  });
}

const byQuery = ({ query }: Ask): string => query.toString();

/** A cache in front of the service keys pages by their URL alone, without the account. */
const keptForAnyone = (operation: OperationId): Departure =>
  cached(operation, byQuery, 200, ({ query, authorization }, owner) => query.size > 0 && authorization !== owner);

/** A cache behind the guard keeps every response by its URL alone. */
const keptForAll = (operation: OperationId, milliseconds: number): Departure =>
  cached(operation, byQuery, milliseconds);

/** A creation clears a cache, which is filled with the records of all accounts. */
function filledForAll(): Departure {
  let isCleared = false;
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (isFor(ask, "createUser") && reply.status < 300) isCleared = true;
    if (!isCleared || !isFor(ask, "listInvoices") || reply.envelope === undefined) return reply;
    isCleared = false;
    const all = service.accounts.flatMap(({ invoices }) => invoices);
    return { ...reply, envelope: { data: all, meta: metaOf(1, all.length) } };
  };
}

/** A creation removes the account's records of another kind. */
function lostWithCreations(operation: OperationId): Departure {
  const creators = new Set<unknown>();
  return async (ask, next, service) => {
    const reply = await next(ask);
    const caller = service.accountOf(ask)?.token;
    if (isFor(ask, "createUser") && reply.status < 300) creators.add(caller);
    if (!creators.has(caller) || !isFor(ask, operation) || reply.envelope === undefined) return reply;
    if (hasId(operation)) return failure(404, "not_found", "No such record.");
    return { ...reply, envelope: { data: [], meta: metaOf(1, 0) } };
  };
}

/** A 404 for one account is cached, and returned to the others. */
function keptMissing(operation: OperationId): Departure {
  const missing = new Map<string, number>();
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (!isFor(ask, operation) || service.accountOf(ask) === undefined) return reply;
    if (reply.status === 404) missing.set(ask.path, Date.now());
    const isKept = Date.now() - (missing.get(ask.path) ?? 0) < 200;
    return isKept ? failure(404, "not_found", "No such record.") : reply;
  };
}

/** Each reading adds to the records that it shows. */
function growing(operation: OperationId): Departure {
  let count = 0;
  return async (ask, next, service) => {
    if (isFor(ask, operation) && service.accountOf(ask) !== undefined) count += 1;
    const visits = Array.from({ length: count }, (_, index) => index);
    return present(operation, (row) => ({ ...row, visits }))(ask, next, service);
  };
}

/** Each request of an operation adds a user to the account. */
function visiting(operation: OperationId): Departure {
  return async (ask, next, service) => {
    if (isFor(ask, operation) && service.accountOf(ask) !== undefined) await addUser(ask, service, "visitor");
    return next(ask);
  };
}

/** Every third response to the plain request of a list is empty: an error was treated as an empty result. */
function emptied(operation: OperationId): Departure {
  const isThird = third();
  return reshape(operation, (envelope, { query, authorization = "" }) =>
    query.size === 0 && isThird(authorization) ? { data: [], meta: metaOf(1, 0) } : envelope,
  );
}

/** The members beside the records are a variable that all responses share. */
function sharedTotal(operation: OperationId): Departure {
  let total = 1;
  return onGood([...listOperationIds, operation], (reply, ask) => {
    const { data, meta } = reply.envelope;
    if (!isFor(ask, operation)) total = Math.max(meta.total, 1);
    return isFor(ask, operation) ? { ...reply, body: { data, meta: { ...meta, total } } } : reply;
  });
}

const withId = operationIds.filter(hasId);

/** Rules that break occasionally, or with concurrent requests. */
export const timingDefects: readonly IndependentServer[] = [
  defect(
    "SCOPE-01",
    "listInvoices",
    "shares-the-caller",
    sharing("listInvoices", ({ authorization }) => ({ authorization })),
  ),
  ...each("SUB-02", "shares-the-id", (operation) => sharing(operation, ({ path }) => ({ path })), withId),
  defect("SCOPE-03", "listUsers", "keeps-pages-for-anyone", keptForAnyone("listUsers")),
  defect("SCOPE-01", "listInvoices", "keeps-pages-for-anyone", keptForAnyone("listInvoices")),
  defect("SCOPE-03", "listUsers", "keeps-lists-by-url", keptForAll("listUsers", 5000)),
  defect("SCOPE-01", "listInvoices", "keeps-lists-by-url", keptForAll("listInvoices", 5000)),
  defect("SCOPE-01", "listInvoices", "keeps-lists-by-url-for-a-moment", keptForAll("listInvoices", 500)),
  defect("SCOPE-01", "listInvoices", "shows-all-after-creations", filledForAll()),
  defect("TOTAL-01", "listInvoices", "lost-with-creations", lostWithCreations("listInvoices")),
  ...each("PATH-01", "lost-with-creations", lostWithCreations, withId),
  ...each("PATH-01", "keeps-what-another-misses", keptMissing, withId),
  ...each("READ-01", "grows-when-read", growing, readOperationIds),
  ...each(
    "READ-01",
    "adds-a-user-when-read",
    visiting,
    readOperationIds.filter((operation) => operation !== "listUsers"),
  ),
  ...each("TOTAL-01", "empty-every-third", emptied, listOperationIds),
  defect("PAGE-01 TOTAL-01", "listInvoices", "kept-for-all-pages", [
    cached("listInvoices", ({ authorization = "" }) => authorization),
    cutIntoPages("listInvoices"),
  ]),
  ...each("SUB-01 TOTAL-01", "total-of-another-list", sharedTotal, withId),
  ...each("SUB-02", "keeps-every-seventh-id", stale, withId),
  ...each("PATH-01", "fails-every-third", failing, readOperationIds),
  ...each(
    "PATH-01",
    "fails-every-eighth-with-a-query",
    (operation) => failing(operation, 8, ({ query }) => query.size > 0),
    listOperationIds,
  ),
  ...each("PATH-01", "rejects-every-third", rejecting, readOperationIds),
  ...each("AUTH-01", "keeps-rejections-by-url", keepingRejections, readOperationIds),
  ...each(
    "AUTH-02",
    "open-every-third",
    (operation) => open(operation, ({ authorization }) => authorization === undefined),
    readOperationIds,
  ),
  ...each(
    "AUTH-04",
    "open-to-any-token-every-third",
    (operation) => open(operation, ({ authorization = "" }) => /^Bearer ./.test(authorization)),
    readOperationIds,
  ),
];
