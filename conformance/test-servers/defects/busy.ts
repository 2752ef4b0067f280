import type { Envelope } from "../../../fixtures/contract/types.ts";
import { listOperationIds, readOperationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { caching, instead, isFor, sharing, pause, reshape, withListParameters, type Departure } from "../departures.ts";
import type { IndependentServer } from "../independent-server.ts";
import { failure, newUser, sizedWorld, success, type Ask, type Reply } from "../service.ts";
import { defects, type Defects, type Parts } from "./defect.ts";

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

const caches: Defects = {
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
  const orders = new Map<string, string>();
  return [
    (ask, next) => {
      const { authorization = "" } = ask;
      const sort = ask.query.get("sort") ?? orders.get(authorization);
      if (!isFor(ask, operation) || sort === undefined) return next(ask);
      orders.set(authorization, sort);
      return next({ ...ask, query: new URLSearchParams([...ask.query, ["sort", sort]]) });
    },
    withListParameters(),
  ];
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
    return async (ask, next, service) => {
      if (!isFor(ask, operation) || service.accountOf(ask) === undefined) return next(ask);
      if (Date.now() - last > 900) left = 2;
      last = Date.now();
      left -= 1;
      return left < 0 ? next(ask) : answer();
    };
  };

/** The next id is that of the last user and one more, which two requests at once read before either is stored. */
function sameIdAtOnce(): Departure {
  let underway = 0;
  let id = 0;
  return async (ask, next, service) => {
    if (!isFor(ask, "createUser")) return next(ask);
    underway += 1;
    if (underway === 1) id += 1;
    const own = 7000 + id;
    await pause(15);
    underway -= 1;
    const reply = await next(ask);
    const [user] = reply.envelope?.data ?? [];
    if (reply.envelope === undefined || typeof user !== "object") return reply;
    const users = service.accountOf(ask)?.users ?? [];
    const stored = { ...user, id: own };
    users.splice(
      users.findIndex((one) => one["id"] === Object(user)["id"]),
      1,
      stored,
    );
    return { ...reply, envelope: { ...reply.envelope, data: [stored] } };
  };
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
  ...defects("PAGE-01 TOTAL-01 ENV-04", listOperationIds, caches),
  ...defects("PAGE-01", ["listUsers"], { "keeps-few-pages": collidingPages }),
  ...defects("READ-01 PAGE-01 TOTAL-01", listOperationIds, { "sorts-for-all": sortedForAll }),
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
