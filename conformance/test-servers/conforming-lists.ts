import { metaOf } from "../../fixtures/contract/envelope.ts";
import {
  early,
  isFor,
  listing,
  oddities,
  onGood,
  onSuccess,
  onText,
  reshape,
  usersOf,
  type Departure,
} from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { failure, members, newUser, pageOf, positive, success, type Reply, type Row } from "./service.ts";

const newestFirst = listing("listUsers", (users, query) => pageOf(users.toReversed(), query));
const whole = listing("listUsers", (users) => success(users));
const asking = (query: object): URLSearchParams => new URLSearchParams(Object.entries(query));

const shuffled = reshape(["listUsers", "listInvoices"], ({ data, meta }) => ({
  data: data
    .map((row) => ({ row, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ row }) => row),
  meta,
}));

/** Before each list of users, other clients change the organization's users. */
export function withOtherClients(act: (users: Row[], nth: number) => void): Departure {
  return (ask, next, service) => {
    const users = service.accountOf(ask)?.users;
    if (users !== undefined && isFor(ask, "listUsers")) act(users, ask.nth);
    return next(ask);
  };
}

/** Users leave at every other request, and three join whenever twelve are left. */
const leaving = withOtherClients((users, nth) => {
  if (users.length > 12) users.splice(0, nth % 2);
  else
    for (const id of [nth, nth + 1, nth + 2])
      users.push(newUser(5000 + id, "Someone Else", `else${id}@company1.example`));
});

/** A different user each time, at the end of the list. */
const joining = withOtherClients((users, nth) =>
  users.push(newUser(9000 + nth, "Someone Else", `else${nth}@company1.example`)),
);

/** More users than a double can count exactly: generated on demand, after the created ones. */
function huge(count: bigint): Departure {
  return onGood("listUsers", (reply, ask, service) => {
    const created = usersOf(ask, service).toReversed();
    const total = count + BigInt(created.length);
    const page = positive(ask.query.get("page"), 1);
    const rows = Array.from({ length: 10 }, (_, index) => {
      const place = (page - 1) * 10 + index;
      const id = total - BigInt(place);
      return place in created ? JSON.stringify(created[place]) : `{"id":${id},"email":"n${id}@huge.example"}`;
    });
    const meta = JSON.stringify(metaOf(page, 0)).replace('"total":0', `"total":${total}`);
    return { ...reply, text: `{"data":[${rows.join(",")}],"meta":${meta}}` };
  });
}

/** Rejects query parameters, except these for users. */
const strict = (...known: readonly string[]): Departure =>
  early(
    ({ path, query }) => Array.from(query.keys()).some((name) => !path.endsWith("/users") || !known.includes(name)),
    () => failure(400, "no_such_parameter", "There is no such parameter."),
  );

const cursor = listing("listUsers", (users, query) => {
  const given = query.get("cursor");
  const at = given === null ? 0 : Number(Buffer.from(given, "base64url").toString().replace("after:", ""));
  if (!Number.isInteger(at) || at < 0 || at > users.length) return failure(400, "bad_cursor", "No such place.");
  const next = at + 8 < users.length ? Buffer.from(`after:${at + 8}`).toString("base64url") : null;
  const reply = success(users.slice(at, at + 8), Math.floor(at / 8) + 1, users.length);
  return { ...reply, body: { data: reply.envelope?.data, meta: { ...reply.envelope?.meta, next } } };
});

/** Pages of eight, each with a link to the next one, in the body or in a header. */
const linked = (isInHeader: boolean): Departure =>
  onGood("listUsers", (reply, ask, service) => {
    const start = positive(ask.query.get("from-user"), 0);
    const users = usersOf(ask, service);
    const { envelope = reply.envelope } = success(
      users.slice(start, start + 8),
      Math.floor(start / 8) + 1,
      users.length,
    );
    const next = start + 8 < users.length ? `/api/v1/users?from-user=${start + 8}` : null;
    const own = { ...reply, envelope };
    if (!isInHeader) return { ...own, body: { ...envelope, links: { next } } };
    return next === null ? own : { ...own, headers: { ...reply.headers, link: `<${next}>; rel="next"` } };
  });

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

/** The first page is 0; the size has this parameter, if any. */
const zeroBased = (size = ""): Departure =>
  listing("listUsers", (users, query) => pageOf(users, query, { size, firstPage: 0 }));

/** The response to a page beyond the last one. */
function beyond(answer: (users: readonly Row[], last: number) => Reply): Departure {
  return listing("listUsers", (users, query) => {
    const asked = pageOf(users, query);
    if (asked.envelope?.data.length !== 0 || users.length === 0) return asked;
    return answer(users, Math.ceil(users.length / Math.min(positive(query.get("per_page"), 10), 100)));
  });
}

const { paging } = ordinaryDialect;

/** Unusual paging, order and totals of lists (§4 and §8 show none). */
export const conformingInLists = oddities({
  "newest-first": newestFirst,
  "others-join": [joining, newestFirst],
  "others-join-at-the-end": joining,
  "others-leave": [leaving, newestFirst],
  "shuffled-pages": shuffled,
  "shuffled-whole-lists": [shuffled, whole],
  "zero-based": zeroBased(),
  "zero-based-declared": [
    zeroBased("per_page"),
    { dialect: { ...ordinaryDialect, paging: { ...paging, users: { ...paging.users, firstPage: 0 } } } },
  ],
  "offset-and-limit": listing("listUsers", (users, query) =>
    pageOf(users, query, { offset: "offset", size: "limit", maxSize: 50 }),
  ),
  cursor,
  "links-to-next": linked(false),
  "links-to-next-in-header": linked(true),
  "asked-from-0-numbered-from-1": listing(["listUsers", "listInvoices"], (rows, query) => {
    const { envelope, ...reply } = pageOf(rows, query, { size: "size", firstPage: 0, defaultSize: 4 });
    const { data = [], meta } = envelope ?? {};
    return {
      ...reply,
      envelope: { data, meta: metaOf(rows.length === 0 ? 1 : (meta?.page ?? 0) + 1, rows.length) },
    };
  }),
  "strict-skip-and-limit": [
    strict("$skip", "$limit"),
    listing("listUsers", (users, query) => pageOf(users, query, { offset: "$skip", size: "$limit" })),
  ],
  "strict-start-and-rows": [
    strict("start", "rows"),
    listing("listUsers", (users, query) => pageOf(users, query, { offset: "start", size: "rows" })),
  ],
  "counted-now-and-then": [
    countedEvery(1000),
    withOtherClients(
      (users, nth) => nth % 40 === 0 && users.push(newUser(9000 + nth, "Someone Else", `else${nth}@company1.example`)),
    ),
    newestFirst,
  ],
  "bracketed-paging": listing("listUsers", (users, query) =>
    pageOf(users, query, { page: "page[number]", size: "page[size]" }),
  ),
  unpaged: whole,
  "pages-of-three": listing("listUsers", (users, query) => pageOf(users, query, { size: "", defaultSize: 3 })),
  "paged-invoices": listing("listInvoices", (invoices, query) => pageOf(invoices, query, { size: "", defaultSize: 2 })),
  "link-header": onGood("listUsers", (reply, { query }, { pageSize }) => {
    const page = positive(query.get("page"), 1);
    const isLast = page * positive(query.get("per_page"), pageSize) >= reply.envelope.meta.total;
    query.set("page", String(page + 1));
    return isLast ? reply : { ...reply, headers: { ...reply.headers, link: `<?${query}>; rel="next"` } };
  }),
  "strict-query": strict("page", "per_page"),
  "no-query-at-all": [strict(), whole],
  "rejects-beyond-last": beyond(() => failure(404, "no_such_page", "That is beyond the last page.")),
  "last-page-again": beyond((users, page) => pageOf(users, asking({ page }))),
  "page-1-beyond-last": beyond((users) => success([], 1, users.length)),
  "totals-beyond-2-53": huge(9_007_199_254_740_993n),
  "totals-of-30-digits": huge(10n ** 29n),
  "total-capped": [
    reshape("listUsers", ({ data, meta }) => ({ data, meta: { ...meta, total: Math.min(meta.total, 10_000) } })),
    newestFirst,
    { world: { users: [12_000, 7] } },
  ],
  "one-user": { world: { users: [1, 1], invoices: [0, 0] } },
  "nothing-yet": { world: { users: [0, 0], invoices: [0, 0] } },
  "second-without-invoices": { world: { invoices: [6, 0] } },
  "seen-just-now": onSuccess(["listUsers", "getSubscription", "listInvoices"], ({ data, meta }) => ({
    data: data.map((row) => ({ ...members(row), lastSeenAt: new Date().toISOString(), etag: Math.random() })),
    meta,
  })),
  "white-space-before": onText((text) => `${" ".repeat(Date.now() % 7)}${text}`),
});
