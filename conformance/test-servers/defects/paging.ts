import type { Envelope } from "../../../fixtures/contract/types.ts";
import { metaOf } from "../../../fixtures/contract/envelope.ts";
import { listOperationIds, type OperationId } from "../../../fixtures/contract/operations.ts";
import { onGood, reshape, type Departure } from "../departures.ts";
import { failure, positive, type Account, type Ask, type Service } from "../service.ts";
import { ordinaryDialect } from "../dialect.ts";
import { defect, each } from "./defect.ts";

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
  /** The number of records of both accounts together. */
  readonly both: number;
}

/** A fault of one page: what it contains instead. */
type Wrong = (
  data: readonly unknown[],
  meta: Envelope["meta"],
  asked: Asked,
) => Partial<Envelope["meta"]> & { readonly data?: readonly unknown[] };

const later =
  (change: Wrong): Wrong =>
  (data, meta, asked) =>
    asked.page > 1 && data.length > 0 ? change(data, meta, asked) : {};

const at =
  (isThere: (asked: Asked) => boolean, change: Wrong): Wrong =>
  (data, meta, asked) =>
    isThere(asked) && data.length > 0 ? change(data, meta, asked) : {};

/** The broken rules are separated by spaces; by default `PAGE-01`. */
type Line = readonly [id: string, wrong: Wrong, rules?: string];

const onLast = ({ page, count }: Asked): boolean => page > 1 && page === count;
const both = "PAGE-01 TOTAL-01";

const lines: readonly Line[] = [
  ["first-page-again", later((_, __, { all, size }) => ({ data: all.slice(0, size) }))],
  ["pages-overlap", later((_, __, { rows }) => ({ data: rows(-1, 0) }))],
  ["pages-shift", later((_, __, { rows }) => ({ data: rows(-1, -1) }))],
  ["last-of-page-lost", (data) => ({ data: data.slice(0, -1) }), both],
  ["first-of-page-lost", later((data) => ({ data: data.slice(1) }))],
  ["always-page-1", () => ({ page: 1 })],
  ["page-is-number-of-pages", (_, __, { count }) => ({ page: count })],
  ["page-counts-down", (_, __, { page, count }) => ({ page: Math.max(1, count - page + 1) })],
  ["total-of-the-page", (data, { page }) => ({ page: data.length === 0 ? 1 : page, total: data.length }), both],
  [
    "total-of-the-rest",
    at(
      () => true,
      (_, { total }, { page, size }) => ({ total: Math.max(total - (page - 1) * size, 0) }),
    ),
    both,
  ],
  ["total-wrong-later", later((data) => ({ total: data.length })), both],
  [
    "backwards-later",
    later((_, __, { all, page, size }) => ({ data: all.toReversed().slice((page - 1) * size, page * size) })),
  ],
  ["last-page-empty", later((data, _, { page, count }) => ({ data: page === count ? [] : data }))],
  ["one-record-doubled", later((data) => ({ data: [...data.slice(0, -2), ...data.slice(-1), ...data.slice(-1)] }))],
  [
    "one-more-than-the-size",
    (_, { total }, { rows }) => ({ data: rows(0, 1), total: Math.max(total, rows(0, 1).length) }),
  ],
  [
    "one-record-twice-on-page-2",
    at(
      ({ page }) => page === 2,
      (_, __, { rows }) => ({ data: [...rows(-1, -1)] }),
    ),
  ],
  ["last-page-begins-too-early", at(onLast, (_, __, { rows }) => ({ data: rows(-1, 0) }))],
  [
    "page-2-is-short",
    at(
      ({ page, count }) => page === 2 && count > 2,
      (data) => ({ data: data.slice(1) }),
    ),
  ],
  [
    "off-by-one-at-size-1",
    at(
      ({ page, size }) => page > 1 && size === 1,
      (_, __, { rows }) => ({ data: rows(1, 1) }),
    ),
  ],
  [
    "largest-size-loses-one",
    at(
      ({ size }) => size >= 100,
      (data) => ({ data: data.slice(0, -1) }),
    ),
  ],
  ["total-of-both-accounts", (_, __, asked) => ({ total: asked.both }), "TOTAL-01"],
  ["total-one-more", (_, { total }) => ({ total: total + 1 }), "TOTAL-01"],
  ["total-0-beyond-the-last-page", (data) => (data.length === 0 ? { total: 0 } : {}), both],
  [
    "last-page-again-with-another-number",
    (data, _, { all, count, size }) => (data.length === 0 ? { data: all.slice((count - 1) * size) } : {}),
  ],
  ["total-one-more-on-the-last-page", at(onLast, (_, { total }) => ({ total: total + 1 })), both],
];

/** Parameters that select a part of a list, or another order. */
const selecting = ["status", "role", "email", "currency", "sort"];

const departing = (operation: OperationId, wrong: Wrong): Departure =>
  reshape(operation, (envelope, ask, service) => {
    const asked = askedFor(operation, ask, service);
    const { page, all } = asked;
    if (selecting.some((name) => ask.query.has(name))) return envelope;
    // The service returns all invoices: they are split into short pages first.
    const isCut = operation === "listInvoices" && all.length > 0;
    const own = isCut ? { data: asked.rows(0, 0), meta: metaOf(page, all.length) } : envelope;
    const { data = own.data, ...changed } = wrong(own.data, own.meta, asked);
    return { data, meta: { ...own.meta, ...changed } };
  });

function askedFor(operation: OperationId, { query, ...ask }: Ask, service: Service): Asked {
  const rowsOf = (account: Account | undefined): readonly unknown[] =>
    (operation === "listUsers" ? account?.users : account?.invoices) ?? [];
  const all = rowsOf(service.accountOf({ ...ask, query }));
  const usual = operation === "listInvoices" ? 4 : service.pageSize;
  const size = Math.min(positive(query.get("per_page"), usual), 100);
  const page = positive(query.get("page"), 1);
  return {
    page,
    size,
    all,
    count: Math.max(1, Math.ceil(all.length / size)),
    both: service.accounts.reduce((sum, account) => sum + rowsOf(account).length, 0),
    rows: (from, to) => all.slice(Math.max((page - 1) * size + from, 0), page * size + to),
  };
}

/** Splits a list that the service returns whole into short pages. */
export function cutIntoPages(operation: OperationId): Departure {
  return departing(operation, () => ({}));
}

/** PAGE-01 and TOTAL-01: users with declared and undeclared paging, and invoices. */
export const pagingDefects = lines.flatMap(([id, wrong, rules = "PAGE-01"]) => [
  defect(rules, "listUsers", id, [departing("listUsers", wrong), { dialect: ordinaryDialect }]),
  ...each(rules, `${id}-undeclared`, (operation) => departing(operation, wrong), listOperationIds),
]);

const wrongLinks = {
  "links-to-the-same-page": (page: number) => `?page=${page}`,
  "links-without-the-prefix": (page: number) => `/users?page=${page + 1}`,
  "links-to-another-version": (page: number) => `/api/v2/users?page=${page + 1}`,
};

/** PAGE-01: wrong links to the next page, in lists whose pages can also be requested by number. */
export const linkDefects = Object.entries(wrongLinks).flatMap(([id, link]) =>
  each(
    "PAGE-01",
    id,
    (operation) => [
      onGood(operation, (reply, ask, service) => {
        const { page, count, size } = askedFor(operation, ask, service);
        const sized = ask.query.has("per_page") ? `&per_page=${size}` : "";
        const next = page < count ? { link: `<${link(page)}${sized}>; rel="next"` } : {};
        return { ...reply, headers: { ...reply.headers, ...next } };
      }),
      cutIntoPages(operation),
    ],
    listOperationIds,
  ),
);

/** PATH-01: the last page gets an error. */
export const brokenPages = each(
  "PATH-01",
  "last-page-fails",
  (operation) => [
    onGood(operation, (reply, ask, service) =>
      onLast(askedFor(operation, ask, service)) ? failure(500, "internal", "Something went wrong.") : reply,
    ),
    cutIntoPages(operation),
  ],
  listOperationIds,
);
