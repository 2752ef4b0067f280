import { createHash } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { createMeta } from "../../fixtures/contract/envelope.ts";
import { listOperationIds, readOperationIds } from "../../fixtures/contract/operations.ts";
import { withAccount } from "./defects/accounts.ts";
import {
  early,
  everywhere,
  instead,
  isFor,
  listing,
  odd,
  oddities,
  say,
  onGood,
  present,
  reshape,
  withListParameters,
  type Departure,
} from "./departures.ts";
import {
  failure,
  members,
  newUser,
  numberOffsets,
  pageOf,
  positive,
  sizedWorld,
  subscriptionIdOf,
  success,
  without,
  type Reply,
  type Row,
} from "./service.ts";

const newestFirst = listing("listUsers", (users, query) => pageOf(users.toReversed(), query));
const whole = listing("listUsers", (users) => success(users));

/** Before a list of users, other clients change the organization's users, at most once in some milliseconds. */
export function withOtherClients(act: (users: Row[], nth: number) => void, milliseconds = 0): Departure {
  let last = Date.now();
  return (ask, next, service) => {
    const users = service.accountOf(ask)?.users;
    if (users !== undefined && isFor(ask, "listUsers") && Date.now() - last >= milliseconds) {
      last = Date.now();
      act(users, ask.nth);
    }
    return next(ask);
  };
}

/** A user that another client creates. */
export function otherUser(nth: number): Row {
  return newUser(9000 + nth, "Someone Else", `else${nth}@company1.example`);
}

/** Users leave at every other request, and three join whenever twelve are left. */
const leaving = withOtherClients((users, nth) => {
  if (users.length > 12) users.splice(0, nth % 2);
  else users.push(...[0, 1, 2].map((index) => otherUser(3 * nth + index)));
});

/** Users sign in while the list is read; it begins with who was active last. */
const signingIn = withOtherClients((users, nth) => {
  const [user] = users.splice((7 * nth) % users.length, 1);
  if (user !== undefined) users.push({ ...user, activeAt: new Date(Date.UTC(2026, 0, 1, 0, 0, nth)).toISOString() });
});

/** The list begins with who was active last, and does not show when that was. */
const movingToFront = withOtherClients((users, nth) => {
  if (nth % 3 === 0) users.unshift(...users.splice((5 * nth) % users.length, 1));
});

/** Rejects query parameters, except these for users. */
const strict = (...known: readonly string[]): Departure =>
  early(
    ({ path, query }) => Array.from(query.keys()).some((name) => !path.endsWith("/users") || !known.includes(name)),
    () => failure(400, "no_such_parameter", "There is no such parameter."),
  );

/** Pages of eight from a start in this parameter; the response has the way to the next one. */
const chained = (
  parameter: string,
  read: (given: string | null) => number,
  show: (reply: Reply, next: number | undefined) => Reply,
): Departure =>
  listing("listUsers", (users, query) => {
    const start = read(query.get(parameter));
    if (!Number.isInteger(start) || start > users.length) return failure(400, "bad_cursor", "No such place.");
    const reply = success(users.slice(start, start + 8), Math.floor(start / 8) + 1, users.length);
    return show(reply, start + 8 < users.length ? start + 8 : undefined);
  });

const linkTo = (next: number): string => `/api/v1/users?from-user=${next}`;

/** The total is counted only from time to time, so it lags behind the list; for each account of each running service. */
function countedEvery(milliseconds: number): Departure {
  const counts = new WeakMap<object, readonly [at: number, total: number]>();
  return reshape("listUsers", ({ data, meta }, ask, { accountOf }) => {
    const account = accountOf(ask) ?? counts;
    const [at, total] = counts.get(account) ?? [0, 0];
    const isOld = Date.now() - at > milliseconds || total < data.length;
    if (isOld) counts.set(account, [Date.now(), meta.total]);
    return { data, meta: { ...meta, total: isOld ? meta.total : total } };
  });
}

/** Pages by parameters as PHP reads them: of two names with the same root, the later replaces the earlier. */
function pageAsInPhp(rows: readonly unknown[], query: URLSearchParams): Reply {
  const pages = [...query].filter(([name]) => /^page\b/.test(name));
  const isScalar = pages.at(-1)?.[0] === "page";
  const kept = pages.filter(([name]) => (name === "page") === isScalar);
  return pageOf(rows, new URLSearchParams(kept), {
    page: isScalar ? "page" : "page[number]",
    size: "page[size]",
    defaultSize: 4,
  });
}

/** Pages of which only the first may be requested in another size. */
const sizedFirst =
  (defaultSize: number) =>
  (rows: readonly unknown[], query: URLSearchParams): Reply =>
    pageOf(rows, query, { size: query.has("page") ? "" : "limit", defaultSize });

/** The response to a page beyond the last one. */
function beyond(answer: (users: readonly Row[], last: number) => Reply): Departure {
  return listing("listUsers", (users, query) => {
    const asked = pageOf(users, query);
    if (asked.envelope?.data.length !== 0 || users.length === 0) return asked;
    return answer(users, Math.ceil(users.length / Math.min(positive(query.get("per_page"), 10), 100)));
  });
}

/** Sets an ETag on lists by their content, and responds 304 if the client has this version. */
const tagged = onGood(listOperationIds, (reply, { headers }): Reply => {
  const etag = `W/"${createHash("sha1").update(JSON.stringify(reply.envelope)).digest("hex")}"`;
  const isKnown = headers["if-none-match"] === etag;
  return isKnown ? { status: 304, headers: { etag } } : { ...reply, headers: { ...reply.headers, etag } };
});

/**
 * A service in the style of a Java framework: pages from 0 with `page` and `size`, `sort=email,desc`, numbers as ids,
 * failures with a time and a path. A page that is not a number gets 500.
 */
export const springLike = odd(
  "spring-like",
  instead(
    ({ status }) => status >= 400,
    (reply, { path }) => {
      // It has no other code for an invalid body.
      const status = reply.status === 422 ? 400 : reply.status;
      const timestamp = new Date(Date.UTC(2026, 4, 1) + status * path.length * 977).toISOString();
      const challenge = reply.isRejection === true ? { "www-authenticate": "Bearer" } : {};
      return { ...reply, ...say(status, { timestamp, status, error: STATUS_CODES[status], path }, challenge) };
    },
  ),
  early(
    (ask) => isFor(ask, "getSubscription") && !/^\d+$/.test(subscriptionIdOf(ask)),
    () => failure(400, "", ""),
  ),
  onGood(everywhere, (reply, ask) => ({
    ...reply,
    headers: {
      ...reply.headers,
      "ratelimit-limit": "500",
      "ratelimit-policy": "500;w=60",
      "ratelimit-remaining": "400",
      "ratelimit-reset": "31",
      ...(isFor(ask, "createUser")
        ? { location: `/api/v1/users/${String(members(reply.envelope.data[0])["id"])}` }
        : {}),
    },
  })),
  reshape(["createUser", "getSubscription"], ({ data }) => ({ data, meta: createMeta(0, 1) })),
  listing(listOperationIds, (rows, query) => {
    if (!/^\d*$/.test(query.get("page") ?? "")) return failure(500, "", "");
    const [field = "", direction] = (query.get("sort") ?? "").split(",");
    const order = direction === "desc" ? -1 : 1;
    const isSorted = field === "email" || field === "name";
    const sorted = rows.toSorted((one, other) => (String(one[field]) < String(other[field]) ? -order : order));
    return pageOf(isSorted ? sorted : rows, query, { size: "size", firstPage: 0, defaultSize: 8, maxSize: 25 });
  }),
  { subscriptionIds: ["71", "72"], world: { users: [83, 7], invoices: [30, 3] } },
);

/** Unusual paging, order, parts and totals of lists (§4 and §8 show none). */
export const conformingInLists = oddities({
  "others-leave": [leaving, newestFirst],
  "others-sign-in": [signingIn, newestFirst],
  "others-move-to-the-front": [movingToFront, withListParameters()],
  "others-leave-without-ids": [
    present("listUsers", (user) => without(user, "id")),
    withOtherClients((users) => users.length > 1000 && users.shift()),
    { world: { users: [4000, 7] } },
  ],
  "shuffled-pages": reshape(listOperationIds, ({ data, meta }) => ({
    data: data
      .map((row) => ({ row, place: Math.random() }))
      .toSorted((left, right) => left.place - right.place)
      .map(({ row }) => row),
    meta,
  })),
  "zero-based": listing("listUsers", (users, query) => pageOf(users, query, { size: "", firstPage: 0 })),
  "offset-and-limit": listing("listUsers", (users, query) =>
    pageOf(users, query, { offset: "offset", size: "limit", maxSize: 50 }),
  ),
  "offset-rounded-up": listing("listUsers", numberOffsets(Math.ceil)),
  cursor: chained(
    "cursor",
    (given) =>
      given === null
        ? 0
        : Number(
            Buffer.from(given, "base64url")
              .toString()
              .replace(/^after:/, ""),
          ),
    (reply, next) => {
      const cursor = next === undefined ? null : Buffer.from(`after:${next}`).toString("base64url");
      return { ...reply, body: { ...reply.envelope, meta: { ...reply.envelope?.meta, next: cursor } } };
    },
  ),
  "links-to-next": chained(
    "from-user",
    (given) => positive(given, 0),
    (reply, next) => ({
      ...reply,
      body: { ...reply.envelope, links: { next: next === undefined ? null : linkTo(next) } },
    }),
  ),
  "links-to-next-in-header": chained(
    "from-user",
    (given) => positive(given, 0),
    (reply, next) =>
      next === undefined ? reply : { ...reply, headers: { ...reply.headers, link: `<${linkTo(next)}>; rel="next"` } },
  ),
  "asked-from-0-numbered-from-1": [
    reshape(listOperationIds, ({ data, meta }) => ({
      data,
      meta: { ...meta, page: meta.total === 0 ? 1 : meta.page + 1 },
    })),
    listing(listOperationIds, (rows, query) => pageOf(rows, query, { size: "size", firstPage: 0, defaultSize: 4 })),
  ],
  "strict-skip-and-limit": [
    strict("$skip", "$limit"),
    listing("listUsers", (users, query) => pageOf(users, query, { offset: "$skip", size: "$limit" })),
  ],
  "counted-now-and-then": [
    countedEvery(1000),
    withOtherClients((users, nth) => nth % 40 === 0 && users.push(otherUser(nth))),
    newestFirst,
  ],
  unpaged: whole,
  "paged-invoices": listing("listInvoices", (invoices, query) => pageOf(invoices, query, { size: "", defaultSize: 2 })),
  "strict-query": strict("page", "per_page"),
  "brackets-as-in-php": listing(listOperationIds, pageAsInPhp),
  "size-of-the-first-page": [listing(listOperationIds, sizedFirst(4)), { world: { users: [26, 7] } }],
  "size-of-the-first-page-with-all": listing(listOperationIds, sizedFirst(80)),
  "no-query-at-all": [strict(), whole],
  "rejects-beyond-last": beyond(() => failure(404, "no_such_page", "That is beyond the last page.")),
  "last-page-again": beyond((users, page) => pageOf(users, new URLSearchParams({ page: String(page) }))),
  "one-user": { world: { ...sizedWorld(0, 0).world, users: [1, 1] } },
  "nothing-yet": sizedWorld(0, 0),
  "seen-just-now": present(readOperationIds, (row) => ({
    ...row,
    lastSeenAt: new Date().toISOString(),
    etag: Math.random(),
  })),
  "sorts-filters-and-pages": withListParameters(),
  "filters-by-part-in-any-case": withListParameters((value, wanted) =>
    value.toLowerCase().includes(wanted.toLowerCase()),
  ),
  "filters-nothing-out": withListParameters(() => true),
  "filters-by-account": [
    // Naming another account finds nothing.
    reshape("listInvoices", ({ data, meta }, { query }) => {
      const wanted = query.get("account");
      const found = data.filter((row) => wanted === null || members(row)["account"] === wanted);
      return { data: found, meta: { ...meta, total: found.length } };
    }),
    withAccount,
  ],
  "tags-lists": [tagged, withListParameters()],
  "same-plan-in-every-view": [
    present("listInvoices", (row) => ({ ...without(row, "number", "cents"), month: "2025-01", paid: true })),
    withListParameters(),
  ],
  "numbered-alike-in-every-view": [
    present("listInvoices", ({ number }) => ({ no: Number(String(number).split("-")[1]), cents: 1900 })),
    withListParameters(),
    { world: { invoices: [12, 9] } },
  ],
});
