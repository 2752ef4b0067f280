import { broken, reshape } from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { positive, type Envelope } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** One page that was asked for. */
interface Asked {
  readonly page: number;
  readonly size: number;
  readonly users: readonly unknown[];
}

/** How one page goes wrong; `right` is what the ordinary service would send. */
type Wrong = (right: Envelope, asked: Asked) => Envelope;

/** The records of a page. */
function rowsOf({ users, size }: Asked, page: number): readonly unknown[] {
  return users.slice((page - 1) * size, page * size);
}

const later =
  (change: Wrong): Wrong =>
  (right, asked) =>
    asked.page > 1 && right.data.length > 0 ? change(right, asked) : right;

const defects: readonly (readonly [id: string, sentence: string, wrong: Wrong, more?: readonly string[]])[] = [
  [
    "first-page-again",
    "every page has the records of the first and a number of its own",
    later(({ meta }, asked) => ({ data: rowsOf(asked, 1), meta })),
  ],
  [
    "overlap-by-one",
    "a page begins with the last record of the page before",
    later(({ meta }, { page, size, users }) => ({ data: users.slice((page - 1) * size - 1, page * size), meta })),
  ],
  [
    "last-of-page-lost",
    "the last record of each page is on none",
    ({ data, meta }) => ({ data: data.slice(0, -1), meta }),
  ],
  [
    "first-of-page-lost",
    "the first record of each page but the first is on none",
    later(({ data, meta }) => ({ data: data.slice(1), meta })),
  ],
  ["always-page-1", "meta.page is 1 on every page", ({ data, meta }) => ({ data, meta: { ...meta, page: 1 } })],
  [
    "page-is-number-of-pages",
    "meta.page is the number of pages",
    ({ data, meta }, { size, users }) => ({
      data,
      meta: { ...meta, page: Math.max(1, Math.ceil(users.length / size)) },
    }),
  ],
  [
    "page-counts-down",
    "meta.page counts from the last page down",
    ({ data, meta }, { page, size, users }) => ({
      data,
      meta: { ...meta, page: Math.max(1, Math.ceil(users.length / size) - page + 1) },
    }),
  ],
  [
    "total-of-the-page",
    "meta.total is the number of records on the page",
    ({ data, meta }) => ({ data, meta: { page: data.length === 0 ? 1 : meta.page, total: data.length } }),
    // The first page is full before and after a creation, so its total does not grow.
    ["CREATE-01 createUser"],
  ],
  [
    "total-of-the-rest",
    "meta.total of a page counts what begins there",
    ({ data, meta }, { page, size }) => ({
      data,
      meta: { ...meta, total: Math.max(meta.total - (page - 1) * size, 0) },
    }),
  ],
  [
    "total-wrong-later",
    "meta.total is the number of records on the page, on all pages but the first",
    later(({ data, meta }) => ({ data, meta: { ...meta, total: data.length } })),
  ],
  [
    "backwards-later",
    "pages after the first are counted from the end of the list",
    later(({ meta }, asked) => ({ data: rowsOf({ ...asked, users: asked.users.toReversed() }, asked.page), meta })),
  ],
  [
    "last-page-empty",
    "the last page is empty",
    ({ data, meta }, { page, size, users }) => ({ data: page > 1 && page * size >= users.length ? [] : data, meta }),
  ],
  [
    "one-record-doubled",
    "the last record of a later page stands there twice, in place of the one before",
    later(({ data, meta }) => ({ data: [...data.slice(0, -2), ...data.slice(-1), ...data.slice(-1)], meta })),
  ],
  [
    "one-more-than-the-size",
    "every page has one record more than its size, the first of the next",
    ({ meta }, { page, size, users }) => ({ data: users.slice((page - 1) * size, page * size + 1), meta }),
  ],
];

function wronged(wrong: Wrong) {
  return reshape("listUsers", (right, ask, service) => {
    const users = service.accountOf(ask)?.users ?? [];
    const size = Math.min(positive(ask.query.get("per_page"), service.pageSize), 100);
    return wrong(right, { page: positive(ask.query.get("page"), 1), size, users });
  });
}

/** PAGE-01, each with its paging declared and not. */
export const brokenPaging: readonly Stranger[] = defects.flatMap(([id, sentence, wrong, more = []]) => {
  const make = () => ({ around: [wronged(wrong)] });
  const breaks = ["PAGE-01 listUsers", ...more];
  return [
    broken(`${id}-declared`, sentence, breaks, make, { dialect: ordinaryDialect }),
    broken(id, `${sentence}; its paging is not declared`, breaks, make),
  ];
});
