import { isFor, odd, onGood, onSuccess, onText, reshape, type Departure } from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { failure, pageOf, positive, success, type Envelope, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";
import { makeUser } from "./world.ts";

/** Lists the users of the caller's account in another way. */
function listing(list: (users: readonly unknown[], query: URLSearchParams) => Envelope | Reply): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    const account = service.accountOf(ask);
    if (account === undefined || reply.envelope === undefined || !isFor(ask, "listUsers")) return reply;
    const listed = list(account.users, ask.query);
    return "status" in listed ? listed : success(200, listed.data, listed.meta.page, listed.meta.total);
  };
}

function shuffled(rows: readonly unknown[]): unknown[] {
  return rows
    .map((row) => ({ row, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ row }) => row);
}

const newestFirst = listing((users, query) => pageOf(users.toReversed(), query, 10));

/** Before each list of users, others do something to the users of the organization. */
function othersDo(act: (users: { push: (user: ReturnType<typeof makeUser>) => void; shift: () => void }) => void) {
  const departure: Departure = (ask, next, service) => {
    const users = service.accountOf(ask)?.users;
    if (users !== undefined && isFor(ask, "listUsers")) {
      act({ push: (user) => users.push(user), shift: () => users.length > 12 && users.shift() });
    }
    return next(ask);
  };
  return departure;
}

function joining(): Departure {
  let joined = 0;
  return othersDo(({ push }) => {
    joined += 1;
    push(makeUser(9000 + joined, "Someone Else", `else${joined}@company1.example`));
  });
}

/** A record number that is given out by counting down from `total`: a list too long to be held. */
function virtualPage(created: readonly unknown[], total: bigint, query: URLSearchParams, size: number): string {
  const page = positive(query.get("page"), 1);
  const start = (page - 1) * size;
  const rows = Array.from({ length: size }, (_, index) => {
    const made = created[start + index];
    if (made !== undefined) return JSON.stringify(made);
    return `{"id":${total - BigInt(start + index)},"email":"n${total - BigInt(start + index)}@huge.example"}`;
  });
  return `{"data":[${rows.join(",")}],"meta":{"page":${page},"total":${total}}}`;
}

/** An organization with more users than a double can count exactly. */
function huge(total: bigint): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    const account = service.accountOf(ask);
    if (account === undefined || reply.envelope === undefined || !isFor(ask, "listUsers")) return reply;
    const created = account.users.toReversed();
    return { ...reply, text: virtualPage(created, total + BigInt(created.length), ask.query, 10) };
  };
}

function strict(allowed: Readonly<Record<string, readonly string[]>>): Departure {
  return (ask, next) => {
    const known = allowed[ask.path.split("/").at(-1) ?? ""] ?? [];
    const strange = Array.from(ask.query.keys()).find((name) => !known.includes(name));
    return strange === undefined
      ? next(ask)
      : { ...failure(400, "no_such_parameter", `There is no ${strange}.`), isRefusal: true };
  };
}

function cursor(users: readonly unknown[], query: URLSearchParams): Envelope | Reply {
  const given = query.get("cursor");
  const at = given === null ? 0 : Number(Buffer.from(given, "base64url").toString().replace("after:", ""));
  if (!Number.isInteger(at) || at < 0 || at > users.length) return failure(400, "bad_cursor", "No such place.");
  const [page, total] = [Math.floor(at / 8) + 1, users.length];
  const next = at + 8 < total ? Buffer.from(`after:${at + 8}`).toString("base64url") : null;
  const reply = success(200, users.slice(at, at + 8), page, total);
  return { ...reply, body: { data: reply.envelope?.data, meta: { page, total, next } } };
}

function offset(users: readonly unknown[], query: URLSearchParams): Envelope {
  const limit = Math.min(positive(query.get("limit"), 10), 50);
  const start = positive(query.get("offset"), 0);
  return {
    data: users.slice(start, start + limit),
    meta: { page: Math.floor(start / limit) + 1, total: users.length },
  };
}

function zeroBased(users: readonly unknown[], query: URLSearchParams): Envelope {
  const page = positive(query.get("page"), 0);
  return {
    data: users.slice(page * 10, page * 10 + 10),
    meta: { page: users.length === 0 ? 1 : page, total: users.length },
  };
}

/** What a page beyond the last gets. */
function beyond(answer: (users: readonly unknown[], last: number) => Envelope | Reply): Departure {
  return listing((users, query) => {
    const asked = pageOf(users, query, 10);
    if (asked.data.length > 0 || users.length === 0) return asked;
    const size = Math.min(positive(query.get("per_page"), 10), 100);
    return answer(users, Math.ceil(users.length / size));
  });
}

const { paging } = ordinaryDialect;

/** Odd in how lists are paged, ordered and counted (§4 and §8 show nothing). */
export const conformingInLists: readonly Stranger[] = [
  odd("newest-first", "lists the newest user first", () => ({ around: [newestFirst] })),
  odd("others-join", "has a new user before every list, newest first, so the pages shift", () => ({
    around: [joining(), newestFirst],
  })),
  odd("others-join-at-the-end", "has a new user at the end before every list", () => ({ around: [joining()] })),
  odd("others-leave", "loses its oldest user before every list, down to twelve", () => ({
    around: [othersDo(({ shift }) => shift()), newestFirst],
  })),
  odd("shuffled-pages", "shuffles the records within each page anew", () => ({
    around: [reshape(["listUsers", "listInvoices"], ({ data, meta }) => ({ data: shuffled(data), meta }))],
  })),
  odd("shuffled-whole-lists", "does not page, and shuffles its lists anew at each call", () => ({
    pageSize: 1_000_000,
    around: [
      reshape(["listUsers", "listInvoices"], ({ data, meta }) => ({ data: shuffled(data), meta })),
      listing((users) => ({ data: users, meta: { page: 1, total: users.length } })),
    ],
  })),
  odd("zero-based", "numbers the first page 0", () => ({ around: [listing(zeroBased)] })),
  odd(
    "zero-based-declared",
    "numbers the first page 0 and declares it",
    () => ({ around: [listing(zeroBasedSized)] }),
    {
      dialect: { ...ordinaryDialect, paging: { ...paging, users: { ...paging.users, firstPage: 0 } } },
    },
  ),
  odd("offset-and-limit", "pages by offset and limit", () => ({ around: [listing(offset)] })),
  odd("cursor", "pages by a cursor that meta.next names", () => ({ around: [listing(cursor)] })),
  odd("bracketed-paging", "pages by page[number] and page[size]", () => ({
    around: [
      listing((users, query) => {
        const plain = { page: query.get("page[number]") ?? "", per_page: query.get("page[size]") ?? "" };
        return pageOf(users, new URLSearchParams(plain), 10);
      }),
    ],
  })),
  odd("unpaged", "sends every list whole", () => ({
    around: [listing((users) => ({ data: users, meta: { page: 1, total: users.length } }))],
  })),
  odd("pages-of-three", "has three users on a page, whatever size is asked for", () => ({
    around: [listing((users, query) => pageOf(users, new URLSearchParams({ page: query.get("page") ?? "1" }), 3))],
  })),
  odd("paged-invoices", "pages its invoices too, two on a page", () => ({
    around: [
      reshape("listInvoices", ({ data }, ask) => pageOf(data, new URLSearchParams(`page=${ask.query.get("page")}`), 2)),
    ],
  })),
  odd("link-header", "names the next page in a Link header", () => ({
    around: [
      onGood("listUsers", (reply) => ({ ...reply, headers: { ...reply.headers, link: '<?page=2>; rel="next"' } })),
    ],
  })),
  odd("strict-query", "refuses query parameters it does not know by 400", () => ({
    around: [strict({ users: ["page", "per_page"] })],
  })),
  odd("no-query-at-all", "does not page, and refuses any query by 400", () => ({
    around: [strict({}), listing((users) => ({ data: users, meta: { page: 1, total: users.length } }))],
  })),
  odd("refuses-beyond-last", "answers a page beyond the last 404", () => ({
    around: [beyond(() => failure(404, "no_such_page", "That is beyond the last page."))],
  })),
  odd("last-page-again", "answers a page beyond the last with the last", () => ({
    around: [beyond((users, last) => pageOf(users, new URLSearchParams(`page=${last}`), 10))],
  })),
  odd("page-1-beyond-last", "answers a page beyond the last as if there were nothing", () => ({
    around: [beyond(() => ({ data: [], meta: { page: 1, total: 0 } }))],
  })),
  odd("totals-beyond-2-53", "counts 2^53 + 1 users", () => ({ around: [huge(9_007_199_254_740_993n)] })),
  odd("totals-of-30-digits", "counts 10^29 users", () => ({ around: [huge(10n ** 29n)] })),
  odd("total-capped", "has 12,000 users and counts no further than 10,000", () => ({
    world: { users: [12_000, 7] },
    around: [
      reshape("listUsers", ({ data, meta }) => ({ data, meta: { ...meta, total: Math.min(meta.total, 10_000) } })),
      newestFirst,
    ],
  })),
  odd("one-user", "is an organization of one, without invoices", () => ({
    world: { users: [1, 1], invoices: [0, 0] },
  })),
  odd("nothing-yet", "is an organization without users and invoices", () => ({
    world: { users: [0, 0], invoices: [0, 0] },
  })),
  odd("second-without-invoices", "has no invoices in the second account", () => ({ world: { invoices: [6, 0] } })),
  odd("seen-just-now", "changes lastSeenAt of every record at each call", () => ({
    around: [
      onSuccess(["listUsers", "getSubscription", "listInvoices"], ({ data, meta }) => ({
        data: data.map((row) => ({ ...Object(row), lastSeenAt: new Date().toISOString(), etag: Math.random() })),
        meta,
      })),
    ],
  })),
  odd("white-space-before", "puts a varying number of spaces before each body", () => ({
    around: [onText((text) => `${" ".repeat(Date.now() % 7)}${text}`)],
  })),
];

function zeroBasedSized(users: readonly unknown[], query: URLSearchParams): Envelope {
  const size = Math.min(positive(query.get("per_page"), 10), 100);
  const page = users.length === 0 ? 1 : positive(query.get("page"), 0);
  const start = users.length === 0 ? 0 : page * size;
  return { data: users.slice(start, start + size), meta: { page, total: users.length } };
}
