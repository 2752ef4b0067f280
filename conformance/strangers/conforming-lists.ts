import { early, odd, onGood, onSuccess, onText, reshape, usersOf, isFor, type Departure } from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { failure, members, pageOf, positive, success, type Reply } from "./service.ts";
import { makeUser, type Row } from "./world.ts";

type Users = readonly unknown[];

/** Lists the users of the caller's account in another way. */
function listing(list: (users: Users, query: URLSearchParams) => Reply): Departure {
  return onGood("listUsers", (_, ask, service) => list(usersOf(ask, service), ask.query));
}

const newestFirst = listing((users, query) => pageOf(users.toReversed(), query));
const whole = listing((users) => success(users));
const asking = (query: object): URLSearchParams => new URLSearchParams(Object.entries(query));

const shuffled = reshape(["listUsers", "listInvoices"], ({ data, meta }) => ({
  data: data
    .map((row) => ({ row, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ row }) => row),
  meta,
}));

/** Before each list of users, others do something to the users of the organization. */
function othersDo(act: (users: Row[], nth: number) => void): Departure {
  return (ask, next, service) => {
    const users = service.accountOf(ask)?.users;
    if (users !== undefined && isFor(ask, "listUsers")) act(users, ask.nth);
    return next(ask);
  };
}

const joining = othersDo((users, nth) =>
  users.push(makeUser(9000 + nth, "Someone Else", `else${nth}@company1.example`)),
);

/** More users than a double can count exactly: they are made as they are asked for, behind those created. */
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
    return { ...reply, text: `{"data":[${rows.join(",")}],"meta":{"page":${page},"total":${total}}}` };
  });
}

/** Refuses query parameters, but for these of the users. */
const strict = (...known: readonly string[]): Departure =>
  early(
    ({ path, query }) => Array.from(query.keys()).some((name) => !path.endsWith("/users") || !known.includes(name)),
    () => failure(400, "no_such_parameter", "There is no such parameter."),
  );

function cursor(users: Users, query: URLSearchParams): Reply {
  const given = query.get("cursor");
  const at = given === null ? 0 : Number(Buffer.from(given, "base64url").toString().replace("after:", ""));
  if (!Number.isInteger(at) || at < 0 || at > users.length) return failure(400, "bad_cursor", "No such place.");
  const total = users.length;
  const reply = success(users.slice(at, at + 8), Math.floor(at / 8) + 1, total);
  const next = at + 8 < total ? Buffer.from(`after:${at + 8}`).toString("base64url") : null;
  return { ...reply, body: { data: reply.envelope?.data, meta: { ...reply.envelope?.meta, next } } };
}

function offset(users: Users, query: URLSearchParams): Reply {
  const limit = Math.min(positive(query.get("limit"), 10), 50);
  const start = positive(query.get("offset"), 0);
  return success(users.slice(start, start + limit), Math.floor(start / limit) + 1, users.length);
}

/** The first page is 0; the size is asked for by this parameter, if by any. */
const zeroBased = (parameter = ""): Departure =>
  listing((users, query) => {
    const size = Math.min(positive(query.get(parameter), 10), 100);
    const start = positive(query.get("page"), 0) * size;
    return success(users.slice(start, start + size), users.length === 0 ? 1 : start / size, users.length);
  });

/** What a page beyond the last gets. */
function beyond(answer: (users: Users, last: number) => Reply): Departure {
  return listing((users, query) => {
    const asked = pageOf(users, query);
    if (asked.envelope?.data.length !== 0 || users.length === 0) return asked;
    return answer(users, Math.ceil(users.length / Math.min(positive(query.get("per_page"), 10), 100)));
  });
}

const { paging } = ordinaryDialect;

/** Odd in how lists are paged, ordered and counted (§4 and §8 show nothing). */
export const conformingInLists = [
  odd("newest-first", newestFirst),
  odd("others-join", joining, newestFirst),
  odd("others-join-at-the-end", joining),
  odd(
    "others-leave",
    othersDo((users) => users.length > 12 && users.shift()),
    newestFirst,
  ),
  odd("shuffled-pages", shuffled),
  odd("shuffled-whole-lists", shuffled, whole),
  odd("zero-based", zeroBased()),
  odd("zero-based-declared", zeroBased("per_page"), {
    dialect: { ...ordinaryDialect, paging: { ...paging, users: { ...paging.users, firstPage: 0 } } },
  }),
  odd("offset-and-limit", listing(offset)),
  odd("cursor", listing(cursor)),
  odd(
    "bracketed-paging",
    listing((users, query) =>
      pageOf(users, asking({ page: query.get("page[number]") ?? "", per_page: query.get("page[size]") ?? "" })),
    ),
  ),
  odd("unpaged", whole),
  odd(
    "pages-of-three",
    listing((users, query) => pageOf(users, asking({ page: query.get("page") ?? "1" }), 3)),
  ),
  odd(
    "paged-invoices",
    onGood("listInvoices", (_, ask, service) =>
      pageOf(service.accountOf(ask)?.invoices ?? [], asking({ page: ask.query.get("page") }), 2),
    ),
  ),
  odd(
    "link-header",
    onGood("listUsers", (reply) => ({ ...reply, headers: { ...reply.headers, link: '<?page=2>; rel="next"' } })),
  ),
  odd("strict-query", strict("page", "per_page")),
  odd("no-query-at-all", strict(), whole),
  odd(
    "refuses-beyond-last",
    beyond(() => failure(404, "no_such_page", "That is beyond the last page.")),
  ),
  odd(
    "last-page-again",
    beyond((users, page) => pageOf(users, asking({ page }))),
  ),
  odd(
    "page-1-beyond-last",
    beyond(() => success([])),
  ),
  odd("totals-beyond-2-53", huge(9_007_199_254_740_993n)),
  odd("totals-of-30-digits", huge(10n ** 29n)),
  odd(
    "total-capped",
    reshape("listUsers", ({ data, meta }) => ({ data, meta: { ...meta, total: Math.min(meta.total, 10_000) } })),
    newestFirst,
    { world: { users: [12_000, 7] } },
  ),
  odd("one-user", { world: { users: [1, 1], invoices: [0, 0] } }),
  odd("nothing-yet", { world: { users: [0, 0], invoices: [0, 0] } }),
  odd("second-without-invoices", { world: { invoices: [6, 0] } }),
  odd(
    "seen-just-now",
    onSuccess(["listUsers", "getSubscription", "listInvoices"], ({ data, meta }) => ({
      data: data.map((row) => ({ ...members(row), lastSeenAt: new Date().toISOString(), etag: Math.random() })),
      meta,
    })),
  ),
  odd(
    "white-space-before",
    onText((text) => `${" ".repeat(Date.now() % 7)}${text}`),
  ),
];
