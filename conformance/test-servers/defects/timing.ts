import { createMeta } from "../../../fixtures/contract/envelope.ts";
import {
  hasId,
  listOperationIds,
  operationIds,
  readOperationIds,
  scopeOf,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import { isFor, acceptInvalidToken, caching, onGood, reshape, sharing, type Departure } from "../departures.ts";
import { otherUser } from "../conforming-lists.ts";
import { failure, members, success, type Ask, type Reply, type Service } from "../service.ts";
import { defects, type Defects } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** Whether this is every third request of its kind. */
function third(): (kind: string) => boolean {
  const counts = new Map<string, number>();
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count % 3 === 0;
  };
}

/** One of three instances behind a gateway responds otherwise to the valid token. */
const everyThird =
  (reply: Reply) =>
  (operation: OperationId): Departure => {
    const isThird = third();
    return (ask, next, service) =>
      isFor(ask, operation) && service.accountOf(ask) && isThird("any") ? reply : next(ask);
  };

/** One of three instances has no guard, or only a part of it. */
const openEveryThird =
  (isOpen: (ask: Ask) => boolean) =>
  (operation: OperationId): Departure => {
    const isThird = third();
    return acceptInvalidToken(operation, (ask, { token }, isFirst) => {
      const isPlain = ask.query.size === 0 && !JSON.stringify(ask.headers).includes(token);
      return isFirst && isPlain && isFor(ask, operation) && isOpen(ask) && isThird(ask.authorization ?? "");
    });
  };

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

/** A cache keys the pages of a list by their URL alone, for some milliseconds, and serves them to some or all clients. */
const cached =
  (milliseconds: number, isServed?: Parameters<typeof caching>[3]) =>
  (operation: OperationId): Departure =>
    caching(operation, milliseconds, ({ query }) => query.toString(), isServed);

const caches: Defects = {
  // A cache in front of the service, which does not keep the plain list.
  "keeps-pages-for-anyone": cached(200, ({ query, authorization }, owner) => query.size > 0 && authorization !== owner),
  "keeps-lists-by-url": cached(5000),
  // What is kept is compressed.
  "keeps-compressed-lists-by-url": (operation) =>
    caching(operation, 5000, ({ query, headers, nth }) =>
      headers["accept-encoding"] === "gzip" ? query.toString() : `${nth}`,
    ),
};

/** A creation clears a cache, which is filled with the records of all accounts. */
function filledForAll(): Departure {
  let isCleared = false;
  return reshape(["createUser", "listInvoices"], (envelope, ask, { accounts }) => {
    const isShown = isCleared;
    isCleared = isFor(ask, "createUser");
    const all = accounts.flatMap(({ invoices }) => invoices);
    return isShown && !isCleared ? { data: all, meta: createMeta(1, all.length) } : envelope;
  });
}

/** A creation removes the account's records of another kind. */
function lostWithCreations(operation: OperationId): Departure {
  const creators = new Set<unknown>();
  return onGood(["createUser", operation], (reply, ask, service) => {
    const caller = service.accountOf(ask);
    if (isFor(ask, "createUser")) creators.add(caller);
    if (!creators.has(caller) || !isFor(ask, operation)) return reply;
    return hasId(operation) ? failure(404, "not_found", "No such record.") : success([]);
  });
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
  return reshape(operation, ({ data, meta }) => {
    count += 1;
    return { data: data.map((row) => ({ ...members(row), visits: Array(count).fill(1) })), meta };
  });
}

/** Each request of an operation adds a user to the account. */
function visiting(operation: OperationId): Departure {
  return (ask, next, service) => {
    if (isFor(ask, operation)) service.accountOf(ask)?.users.push(otherUser(ask.nth));
    return next(ask);
  };
}

/** Every third response to the plain request of a list is empty: an error was treated as an empty result. */
function emptied(operation: OperationId): Departure {
  const isThird = third();
  return reshape(operation, (envelope, { query, authorization = "" }) =>
    query.size === 0 && isThird(authorization) ? { data: [], meta: createMeta(1, 0) } : envelope,
  );
}

/** The three lists after a rejected request are short: its failure was taken for one of the store. */
function shortAfterRejections(operation: OperationId): Departure {
  const left = new WeakMap<Service, number>();
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.isRejection === true) left.set(service, 3);
    const count = left.get(service) ?? 0;
    if (!isFor(ask, operation) || reply.envelope === undefined || count === 0) return reply;
    left.set(service, count - 1);
    return success(reply.envelope.data.slice(0, 1), 1, 1);
  };
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

/** Rules that break occasionally, with concurrent requests, or after other ones. */
export const timingDefects: readonly IndependentServer[] = [
  ...defects("SCOPE-01", ["listInvoices"], {
    "shares-the-caller": (operation) => sharing(operation, 8, ({ authorization }) => ({ authorization })),
    "shows-all-after-creations": filledForAll,
  }),
  ...listOperationIds.flatMap((operation) => defects(scopeOf(operation).requirement, [operation], caches)),
  ...defects("SUB-02", withId, { "shares-the-id": (operation) => sharing(operation, 8, ({ path }) => ({ path })) }),
  ...defects("SUB-01 TOTAL-01", withId, { "total-of-another-list": sharedTotal }),
  ...defects("TOTAL-01", ["listInvoices"], { "lost-with-creations": lostWithCreations }),
  ...defects("TOTAL-01", listOperationIds, {
    "empty-every-third": emptied,
    "short-after-rejections": shortAfterRejections,
  }),
  ...defects("READ-01", readOperationIds, { "grows-when-read": growing }),
  ...defects(
    "READ-01",
    readOperationIds.filter((operation) => operation !== "listUsers"),
    { "adds-a-user-when-read": visiting },
  ),
  ...defects("PATH-01", withId, { "lost-with-creations": lostWithCreations, "keeps-what-another-misses": keptMissing }),
  ...defects("PATH-01", readOperationIds, {
    "fails-every-third": everyThird(failure(500, "oops", "This instance lacks its database.")),
    "rejects-every-third": everyThird({ ...failure(401, "unauthorized", "Who are you?"), isRejection: true }),
  }),
  ...defects("AUTH-01", readOperationIds, { "keeps-rejections-by-url": keepingRejections }),
  ...defects("AUTH-02", readOperationIds, {
    "open-every-third": openEveryThird(({ authorization }) => authorization === undefined),
  }),
  ...defects("AUTH-04", readOperationIds, {
    "open-to-any-token-every-third": openEveryThird(({ authorization = "" }) => /^Bearer ./.test(authorization)),
  }),
];
