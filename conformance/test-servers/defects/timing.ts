import { createMeta } from "../../../fixtures/contract/envelope.ts";
import {
  hasId,
  listOperationIds,
  operationIds,
  readOperationIds,
  scopeOf,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import {
  isFor,
  acceptInvalidToken,
  caching,
  onGood,
  reshape,
  sharing,
  sharingConnections,
  type Departure,
  defects,
  independentServer,
  obligationsOf,
  type Defects,
  instead,
  pause,
  withListParameters,
  type Parts,
  forClients,
} from "../departures.ts";
import { otherUser } from "../conforming-lists.ts";
import {
  failure,
  members,
  success,
  type Ask,
  type Reply,
  type Row,
  type Service,
  newUser,
  pageOf,
  sizedWorld,
} from "../service.ts";
import type { IndependentServer } from "../independent-server.ts";
import type { Envelope } from "../../../fixtures/contract/types.ts";

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
    return forClients(operation, (ask, next) => (isThird("any") ? reply : next(ask)));
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

/** A gateway sends a cached rejection to the next clients with the same URL, this many times. */
function keepingRejections(where: OperationId | readonly OperationId[], times: number): Departure {
  const kept = new Map<string, { readonly reply: Reply; left: number }>();
  return async (ask, next) => {
    if (!isFor(ask, where)) return next(ask);
    const key = `${ask.method} ${ask.path}?${ask.query.toString()}`;
    const known = kept.get(key);
    if (known !== undefined && known.left > 0) {
      known.left -= 1;
      return known.reply;
    }
    const reply = await next(ask);
    if (reply.isRejection === true) kept.set(key, { reply, left: times });
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
  return forClients(operation, async (ask, next) => {
    const reply = await next(ask);
    if (reply.status === 404) missing.set(ask.path, Date.now());
    const isKept = Date.now() - (missing.get(ask.path) ?? 0) < 200;
    return isKept ? failure(404, "not_found", "No such record.") : reply;
  });
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
  return forClients(operation, (ask, next, { users }) => {
    users.push(otherUser(ask.nth));
    return next(ask);
  });
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
    "shares-the-last-of-ten-connections": (operation) => sharingConnections(operation, 10),
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
  ...defects("AUTH-01", readOperationIds, {
    "keeps-rejections-by-url": (operation) => keepingRejections(operation, 8),
  }),
  // Soon, the valid token succeeds at URLs only that nobody asked for.
  independentServer("keeps-all-rejections-by-url", obligationsOf("AUTH-01", readOperationIds), [
    keepingRejections(readOperationIds, Infinity),
  ]),
  ...defects("AUTH-02", readOperationIds, {
    "open-every-third": openEveryThird(({ authorization }) => authorization === undefined),
  }),
  ...defects("AUTH-04", readOperationIds, {
    "open-to-any-token-every-third": openEveryThird(({ authorization = "" }) => /^Bearer ./.test(authorization)),
  }),
];

/** A cache knows a list by its account and by some of its parameters, for some milliseconds. */
const cachedBy =
  (milliseconds: number, isInKey: (name: string) => boolean, ...more: readonly Exclude<Parts, readonly unknown[]>[]) =>
  (operation: OperationId): Parts => [
    caching(operation, milliseconds, ({ query, authorization = "" }) =>
      [authorization, ...Array.from(query).filter(([name]) => isInKey(name))].join(),
    ),
    withListParameters(),
    ...more,
  ];

const few = sizedWorld(3, 2);

const partialCaches: Defects = {
  "caches-without-the-page": cachedBy(500, (name) => name !== "page"),
  "caches-without-the-size": cachedBy(500, (name) => name !== "per_page"),
  "caches-for-seconds-without-the-query": cachedBy(2500, () => false),
  "caches-few-without-the-query": cachedBy(400, () => false, few),
  "caches-few-without-the-size": cachedBy(500, (name) => name !== "per_page", few),
  "caches-few-without-filters": cachedBy(500, (name) => /page|sort/.test(name), few),
};

/** A small cache of pages, in which every fifth has the place of the first. */
function collidingPages(operation: OperationId): Parts {
  const kept = new Map<string, Envelope>();
  const cache = reshape(operation, (envelope, { query, authorization = "" }) => {
    const page = Number(query.get("page") ?? 1);
    const key = `${authorization} ${query.get("per_page")} ${page % 4}`;
    const known = kept.get(key);
    if (known !== undefined && page > 4) return known;
    kept.set(key, envelope);
    return envelope;
  });
  return [cache, withListParameters(), { pageSize: 5 }];
}

/** Sorting changes the list itself. */
function sortedForAll(operation: OperationId): Parts {
  const orders = new Map<unknown, string>();
  return [
    forClients(operation, (ask, next, account) => {
      const sort = ask.query.get("sort") ?? orders.get(account);
      if (sort === undefined) return next(ask);
      orders.set(account, sort);
      return next({ ...ask, query: new URLSearchParams([...ask.query, ["sort", sort]]) });
    }),
    withListParameters(),
  ];
}

/** A filter writes the records that it keeps over the first ones of the list in memory. */
function filteredInPlace(): Parts {
  const lists = new Map<unknown, Row[]>();
  const show = onGood("listInvoices", (_, ask, service) => {
    const account = service.accountOf(ask);
    const list = lists.get(account) ?? [...(account?.invoices ?? [])];
    lists.set(account, list);
    const currency = ask.query.get("currency");
    if (currency === null) return pageOf(list, ask.query, { defaultSize: 5 });
    const kept = list.filter((row) => row["currency"] === currency);
    list.splice(0, kept.length, ...kept);
    return pageOf(kept, ask.query, { defaultSize: 5 });
  });
  const invoice = (index: number, account: number): Row => ({
    number: `R${account}-${index + 1001}`,
    cents: 1900 + 350 * index + account,
    // Neither the first pages nor the last one show that some invoices are in the list twice afterwards.
    currency: index === 1 || (index > 40 && index < 50) ? "CHF" : "EUR",
  });
  return [show, { world: { invoices: [60, 3], invoice } }];
}

/**
 * Each rejected request keeps one of these connections to the store; then requests wait for one in vain, until the store
 * closes them.
 */
const leaking = (connections: number, isLeak: (reply: Reply, ask: Ask) => boolean): Departure => {
  let left = connections;
  let waiting = 0;
  return async (ask, next) => {
    if (left <= 0) {
      waiting += 1;
      if (waiting % 16 === 0) left = connections;
      await pause(1200);
      return failure(500, "no_connection", "The pool has no connection left.");
    }
    const reply = await next(ask);
    if (isLeak(reply, ask)) left -= 1;
    return reply;
  };
};

/** After a pause, the first two requests find a connection that was closed meanwhile. */
const afterIdle =
  (answer: () => Reply) =>
  (operation: OperationId): Departure => {
    let last = Infinity;
    let left = 0;
    return forClients(operation, (ask, next) => {
      if (Date.now() - last > 900) left = 2;
      last = Date.now();
      left -= 1;
      return left < 0 ? next(ask) : answer();
    });
  };

/** The next id is that of the last user and one more, which two requests at once read before either is stored. */
function sameIdAtOnce(): Departure {
  let underway = 0;
  let id = 0;
  return forClients("createUser", async (ask, next, { users }) => {
    underway += 1;
    if (underway === 1) id += 1;
    const own = 7000 + id;
    await pause(15);
    underway -= 1;
    const reply = await next(ask);
    const [user] = reply.envelope?.data ?? [];
    if (reply.envelope === undefined || typeof user !== "object") return reply;
    const stored = { ...user, id: own };
    users.splice(
      users.findIndex((one) => one["id"] === Object(user)["id"]),
      1,
      stored,
    );
    return { ...reply, envelope: { ...reply.envelope, data: [stored] } };
  });
}

/** Whether a token is valid stands in a variable that requests under way share. */
function sharesTheCheck(): Departure {
  let isValid = false;
  return async (ask, next, { accounts: [{ token }], accountOf }) => {
    if (!isFor(ask, "createUser")) return next(ask);
    isValid = accountOf(ask) !== undefined;
    await pause(15);
    return next(isValid ? { ...ask, authorization: `Bearer ${token}` } : ask);
  };
}

/** What a rejected creation sent is stored by a queue, some seconds later. */
const storedLater = (isStored: (reply: Reply) => boolean): Departure =>
  instead(
    (reply, ask) => isFor(ask, "createUser") && isStored(reply),
    (reply, { body, nth }, { accounts: [{ users }] }) => {
      const mark = /orgkit[0-9a-f]{6}-[0-9a-f]{8}/.exec(body)?.[0];
      if (mark !== undefined)
        setTimeout(() => users.push(newUser(8000 + nth, `Late ${mark}`, `${mark}@late.example`)), 1500).unref();
      return reply;
    },
  );

/** Many requests, several at once, or a while without any: what a busy client sees, and a single question does not. */
export const busyDefects: readonly IndependentServer[] = [
  ...defects("PAGE-01 TOTAL-01 ENV-04", listOperationIds, partialCaches),
  ...defects("PAGE-01", ["listUsers"], { "keeps-few-pages": collidingPages }),
  ...defects("READ-01 PAGE-01 TOTAL-01", listOperationIds, { "sorts-for-all": sortedForAll }),
  ...defects("PAGE-01 TOTAL-01", ["listInvoices"], { "filters-in-place": filteredInPlace }),
  ...defects("PATH-01", ["listUsers"], {
    "leaks-connections": () => leaking(50, ({ isRejection }) => isRejection === true),
    "leaks-connections-without-a-header": () =>
      leaking(10, (reply, { authorization }) => reply.isRejection === true && authorization === undefined),
  }),
  ...defects("TOTAL-01 PATH-01", listOperationIds, {
    "empty-after-idle": afterIdle(() => success([])),
    "fails-after-idle": afterIdle(() => failure(500, "closed", "The connection was closed.")),
  }),
  ...defects("TOTAL-01 READ-01 PAGE-01", ["listUsers"], {
    "shares-the-query": () => sharing("listUsers", 40, ({ query }) => ({ query })),
  }),
  ...defects("SUB-01 KIND-01 SUB-02 ENV-02 TOTAL-01", ["getSubscription"], {
    "shares-the-path": () => sharing(readOperationIds, 40, ({ path }) => ({ path })),
  }),
  ...defects("CREATE-02 CREATE-04", ["createUser"], { "gives-the-same-id-at-once": sameIdAtOnce }),
  ...defects("AUTH-04", ["createUser"], { "shares-the-check": sharesTheCheck }),
  ...defects("AUTH-09", ["createUser"], {
    "stores-later-without-a-token": () => storedLater(({ isRejection }) => isRejection === true),
  }),
  ...defects("CREATE-02", ["createUser"], {
    "stores-later-what-it-rejects": () => storedLater(({ status }) => status === 400 || status === 422),
  }),
];
