import type { Envelope } from "../../../fixtures/contract/types.ts";
import { createMeta } from "../../../fixtures/contract/envelope.ts";
import { listOperationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { listing, onGood, reshape, type Departure, defects } from "../departures.ts";
import {
  failure,
  numberOffsets,
  positive,
  recordsOf,
  success,
  type Account,
  type Ask,
  type Service,
} from "../service.ts";
import { ordinaryDialect } from "../declared.ts";
import type { IndependentServer } from "../independent-server.ts";

/** A requested page. */
interface Asked {
  readonly page: number;
  /** The number of pages. */
  readonly count: number;
  /** The records of the page, by offsets from its start and its end. */
  readonly rows: (from: number, to: number) => readonly unknown[];
  readonly size: number;
  /** All records. */
  readonly all: readonly unknown[];
}

/** A fault of one page: what it contains instead. */
type Wrong = (
  data: readonly unknown[],
  meta: Envelope["meta"],
  asked: Asked,
) => Partial<Envelope["meta"]> & { readonly data?: readonly unknown[] };

const at =
  (isThere: (asked: Asked) => boolean, change: Wrong): Wrong =>
  (data, meta, asked) =>
    isThere(asked) && data.length > 0 ? change(data, meta, asked) : {};

const later = (change: Wrong): Wrong => at(({ page }) => page > 1, change);
const onLast = ({ page, count }: Asked): boolean => page > 1 && page === count;

let readings = 0;

/** Records whose order nothing fixes: each request gets another one. */
const inAnyOrder: Wrong = (_, __, { all, page, size }) => {
  readings = (readings + 1) % Math.max(all.length, 1);
  const ordered = [...all.slice(readings), ...all.slice(0, readings)];
  return { data: ordered.slice((page - 1) * size, page * size) };
};

/** Faults by the rules they break. */
const faults: Readonly<Record<string, Readonly<Record<string, Wrong>>>> = {
  "PAGE-01": {
    "first-page-again": later((_, __, { all, size }) => ({ data: all.slice(0, size) })),
    "another-order-each-time": inAnyOrder,
    "first-of-page-lost": later((data) => ({ data: data.slice(1) })),
    "always-page-1": () => ({ page: 1 }),
    "last-page-empty": later((data, _, { page, count }) => ({ data: page === count ? [] : data })),
    "off-by-one-at-size-1": at(
      ({ page, size }) => page > 1 && size === 1,
      (_, __, { rows }) => ({ data: rows(1, 1) }),
    ),
    "last-page-again-with-another-number": (data, _, { all, count, size }) =>
      data.length === 0 ? { data: all.slice((count - 1) * size) } : {},
  },
  "PAGE-01 TOTAL-01": {
    "last-of-page-lost": (data) => ({ data: data.slice(0, -1) }),
    "largest-size-loses-one": at(
      ({ size }) => size >= 100,
      (data) => ({ data: data.slice(0, -1) }),
    ),
    "total-of-the-page": (data, { page }) => ({ page: data.length === 0 ? 1 : page, total: data.length }),
    "total-0-beyond-the-last-page": (data) => (data.length === 0 ? { total: 0 } : {}),
    "total-one-more-on-the-last-page": at(onLast, (_, { total }) => ({ total: total + 1 })),
  },
  "TOTAL-01": {
    "total-one-more": (_, { total }) => ({ total: total + 1 }),
  },
};

/** Parameters that select a part of a list, or another order. */
const selecting = ["status", "role", "email", "currency", "sort"];

const departing = (operation: OperationId, wrong: Wrong): Departure =>
  reshape(operation, (envelope, ask, service) => {
    const asked = askedFor(operation, ask, service);
    const { page, all } = asked;
    if (selecting.some((name) => ask.query.has(name))) return envelope;
    // The service returns all invoices: they are split into short pages first.
    const isCut = operation !== "listUsers" && all.length > 0;
    const own = isCut ? { data: asked.rows(0, 0), meta: createMeta(page, all.length) } : envelope;
    const { data = own.data, ...changed } = wrong(own.data, own.meta, asked);
    return { data, meta: { ...own.meta, ...changed } };
  });

function askedFor(operation: OperationId, { query, ...ask }: Ask, service: Service): Asked {
  const rowsOf = (account: Account | undefined): readonly unknown[] =>
    account === undefined ? [] : recordsOf(operation, account);
  const all = rowsOf(service.accountOf({ ...ask, query }));
  const usual = operation === "listUsers" ? service.pageSize : 4;
  const size = Math.min(positive(query.get("per_page"), usual), 100);
  const page = positive(query.get("page"), 1);
  return {
    page,
    size,
    all,
    count: Math.max(1, Math.ceil(all.length / size)),
    rows: (from, to) => all.slice(Math.max((page - 1) * size + from, 0), page * size + to),
  };
}

/** Splits a list that the service returns whole into short pages. */
function cutIntoPages(operation: OperationId): Departure {
  return departing(operation, () => ({}));
}

/** A wrong link to the next page, in lists whose pages can also be requested by number. */
const linking = (link: (page: number) => string) => (operation: OperationId) => [
  onGood(operation, (reply, ask, service) => {
    const { page, count, size } = askedFor(operation, ask, service);
    const sized = ask.query.has("per_page") ? `&per_page=${size}` : "";
    const next = page < count ? { link: `<${link(page)}${sized}>; rel="next"` } : {};
    return { ...reply, headers: { ...reply.headers, ...next } };
  }),
  cutIntoPages(operation),
];

/** PAGE-01 and TOTAL-01: users and invoices, of which the pages of users are once declared. */
export const pagingDefects: readonly IndependentServer[] = [
  ...Object.entries(faults).flatMap(([rules, rows]) =>
    Object.entries(rows).flatMap(([id, wrong]) =>
      defects(rules, listOperationIds, { [id]: (operation) => departing(operation, wrong) }),
    ),
  ),
  ...defects("ENV-04", ["listUsers"], {
    "page-is-fraction-between-pages": () =>
      listing(
        "listUsers",
        numberOffsets((position) => position),
      ),
  }),
  ...defects("PAGE-01 TOTAL-01", ["listUsers"], {
    "total-capped": (operation) => [
      departing(operation, (_, { total }) => ({ total: Math.min(total, 10_000) })),
      { world: { users: [12_000, 7] } },
    ],
    // One more is read to see whether there is a next page, and is not taken off.
    "one-more-than-the-limit": () =>
      listing("listUsers", (users, query) => {
        const size = Math.min(positive(query.get("limit"), 10), 50);
        const start = positive(query.get("offset"), 0);
        return success(users.slice(start, start + size + 1), Math.floor(start / size) + 1, users.length);
      }),
  }),
  ...defects("PAGE-01", ["listUsers"], {
    "first-of-page-lost-declared": (operation) => [
      departing(
        operation,
        later((data) => ({ data: data.slice(1) })),
      ),
      { dialect: ordinaryDialect },
    ],
  }),
  ...defects("PAGE-01", listOperationIds, {
    "links-to-the-same-page": linking((page) => `?page=${page}`),
    "links-without-the-prefix": linking((page) => `/users?page=${page + 1}`),
  }),
  ...defects("PATH-01", listOperationIds, {
    "last-page-fails": (operation) => [
      onGood(operation, (reply, ask, service) =>
        onLast(askedFor(operation, ask, service)) ? failure(500, "internal", "Something went wrong.") : reply,
      ),
      cutIntoPages(operation),
    ],
  }),
];
