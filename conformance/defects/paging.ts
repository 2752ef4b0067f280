import { reshape, usersOf } from "../strangers/departures.ts";
import { positive, type Envelope } from "../strangers/service.ts";
import { obligationsOf, undeclared } from "./defect.ts";

/** One page that was asked for. */
interface Asked {
  readonly page: number;
  /** How many pages there are. */
  readonly count: number;
  /** The users of the page, from so many behind its beginning to so many behind its end. */
  readonly users: (from: number, to: number) => readonly unknown[];
  readonly size: number;
  /** Every user. */
  readonly all: readonly unknown[];
}

/** How one page goes wrong: what it holds in place of what it should. */
type Wrong = (
  data: readonly unknown[],
  meta: Envelope["meta"],
  asked: Asked,
) => Partial<Envelope["meta"]> & { readonly data?: readonly unknown[] };

const later =
  (change: Wrong): Wrong =>
  (data, meta, asked) =>
    asked.page > 1 && data.length > 0 ? change(data, meta, asked) : {};

const lines: readonly (readonly [id: string, wrong: Wrong, collateral?: string])[] = [
  ["first-page-again", later((_, __, { all, size }) => ({ data: all.slice(0, size) })), "DECL-01"],
  ["pages-overlap", later((_, __, { users }) => ({ data: users(-1, 0) })), "DECL-01"],
  ["pages-shift", later((_, __, { users }) => ({ data: users(-1, -1) }))],
  ["last-of-page-lost", (data) => ({ data: data.slice(0, -1) }), "DECL-01 DECL-03 DECL-04"],
  ["first-of-page-lost", later((data) => ({ data: data.slice(1) })), "DECL-01"],
  ["always-page-1", () => ({ page: 1 }), "DECL-01"],
  ["page-is-number-of-pages", (_, __, { count }) => ({ page: count }), "ENV-06 DECL-01 DECL-02"],
  ["page-counts-down", (_, __, { page, count }) => ({ page: Math.max(1, count - page + 1) }), "ENV-06 DECL-01 DECL-02"],
  ["total-of-the-page", (data, { page }) => ({ page: data.length === 0 ? 1 : page, total: data.length }), "DECL-01"],
  ["total-of-the-rest", (_, { total }, { page, size }) => ({ total: Math.max(total - (page - 1) * size, 0) })],
  ["total-wrong-later", later((data) => ({ total: data.length })), "DECL-01"],
  [
    "backwards-later",
    later((_, __, { all, page, size }) => ({ data: all.toReversed().slice((page - 1) * size, page * size) })),
  ],
  ["last-page-empty", later((data, _, { page, count }) => ({ data: page === count ? [] : data }))],
  ["one-record-doubled", later((data) => ({ data: [...data.slice(0, -2), ...data.slice(-1), ...data.slice(-1)] }))],
  [
    "one-more-than-the-size",
    (_, { total }, { users }) => ({ data: users(0, 1), total: Math.max(total, users(0, 1).length) }),
    "DECL-01 DECL-03 DECL-07 DECL-08",
  ],
];

/** PAGE-01, each with its paging declared and not. */
export const pagingDefects = lines.flatMap(([id, wrong, collateral]) => {
  const around = reshape("listUsers", ({ data, meta }, ask, service) => {
    const all = usersOf(ask, service);
    const size = Math.min(positive(ask.query.get("per_page"), service.pageSize), 100);
    const page = positive(ask.query.get("page"), 1);
    const users = (from: number, to: number) => all.slice((page - 1) * size + from, page * size + to);
    const count = Math.max(1, Math.ceil(all.length / size));
    const { data: sent = data, ...changed } = wrong(data, meta, { page, size, count, all, users });
    return { data: sent, meta: { ...meta, ...changed } };
  });
  // The first page is full before and after a creation, so its total does not grow.
  const breaks = ["PAGE-01 listUsers", ...(id === "total-of-the-page" ? ["CREATE-01 createUser"] : [])];
  const declared = collateral === undefined ? {} : { collateral: obligationsOf(collateral, ["listUsers"]) };
  return [
    { id: `${id}@listUsers`, breaks, around: [around], isDeclared: true, ...declared },
    { id: `${id}-undeclared@listUsers`, breaks, around: [around], ...undeclared },
  ];
});
