import { listing, listOf, listOperationIds, type ListName } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { shownPage, type Page } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { secondPages } from "./next-pages.ts";
import { asForeign, sortedBy, soughtViews, type View } from "./sought-views.ts";
import { filtersOf, sortsOf, type Filter, type Sort } from "./view-parameters.ts";
import { responseTo, type Exploration, type Visit } from "./visit.ts";
import { schemeOf, waysOf, type PagingScheme } from "./way.ts";

/**
 * How many sorts and filters to request; of a sorted list all pages if they are few, otherwise the second and the last.
 */
const usual = { sorts: 4, filters: 3, sortedPages: 1 } as const;
const quick = { sorts: 1, filters: 1, sortedPages: 0 } as const;

/** How many pages of the second account's list to request. */
const pagesOfSecond = 2;

/** The views of both lists: sorted, filtered, repeated, with an unknown parameter, or in another encoding. */
export const views: Exploration = {
  id: "views",
  looksAt:
    "both lists sorted and filtered, page by page, with an unknown parameter, repeated, conditional and compressed; also invoices of the second account",
  explore: async (session) =>
    (await Promise.all(listOperationIds.map((operation) => ofList(session, listOf(operation))))).flat(),
};

/** What is known of a list before other views are requested. */
interface Known {
  readonly page: Page;
  readonly scheme: PagingScheme | undefined;
  readonly sorts: readonly Sort[];
  readonly filters: readonly Filter[];
}

async function ofList(session: Session, list: ListName): Promise<readonly Visit[]> {
  const operation = listing(list);
  const [sample, page] = await sampleOf(session, { operation });
  if (sample === undefined || page === undefined) return [];
  const known: Known = {
    page,
    scheme: page.total < 2 ? undefined : await schemeOf(session, list, page.total),
    sorts: await sortsOf(session, list),
    filters: await filtersOf(session, list),
  };
  const { isQuick } = session;
  const own = [
    ...(await visited(session, list, "first", [
      ...parametersOf(known, isQuick),
      ...(isQuick ? [] : [unknown, pastCache, ...packed(known), ...otherwise(list)]),
      ...tagged(sample),
    ])),
    // After the others: a cache may keep a compressed response without its encoding.
    ...(await visited(session, list, "first", isQuick ? [] : [compressedAgain])),
  ];
  const [second, theirs] = await sampleOf(session, { operation, as: "second" });
  const seen = known.filters.filter(({ isSeen }) => isSeen);
  const [record] = theirs?.records ?? [];
  const sought =
    isQuick || theirs === undefined
      ? []
      : await visited(session, list, "first", [...soughtViews(list, record), ...asForeign(seen, record)]);
  const later = await secondPages(session, list, [...own, ...sought], page.total);
  if (second === undefined || theirs === undefined) return [...own, ...later];
  const hidden = await visited(session, list, "first", hiddenPages([...own, ...sought], known));
  if (list === "users") return [...own, ...sought, ...later, ...hidden];
  const few: Known = { ...known, page: theirs, sorts: known.sorts.slice(0, 2), filters: seen.slice(0, 1) };
  const foreign = tagged(second).map((view) => ({ ...view, words: "with the tag of the second account's" }));
  return [
    ...own,
    ...sought,
    ...later,
    ...hidden,
    ...(await visited(session, list, "second", [
      ...pagesOf({}, "", few, pagesOfSecond),
      ...parametersOf(few, isQuick),
      unknown,
      ...(isQuick
        ? []
        : [...compressed(list, encodings.slice(0, 1)), ...(few.sorts.length > 0 ? [] : sortedBy(record))]),
    ])),
    ...(await visited(session, list, "first", foreign.slice(0, 1))),
    ...(await visited(session, list, "second", await afterPageOf(session, list, sample))),
  ];
}

/** The plain list, and its page if it succeeds. */
async function sampleOf(session: Session, call: Call): Promise<readonly [Exchange | undefined, Page | undefined]> {
  const exchange = await responseTo(session, call);
  return [exchange, exchange && shownPage(exchange)];
}

async function visited(
  session: Session,
  list: ListName,
  as: "first" | "second",
  wanted: readonly View[],
): Promise<readonly Visit[]> {
  const operation = listing(list);
  const visits = wanted.map(async ({ words, isServed, query, headers, label, ...view }): Promise<readonly Visit[]> => {
    const how = { ...(query && { query }), ...(headers && { headers }), ...(label && { label }) };
    const call: Call = { operation, ...(as === "second" ? { as } : {}), ...how };
    const place = `${as === "second" ? "the second account's " : ""}${list} ${words}`;
    const [exchange, page] = await sampleOf(session, call);
    if (exchange === undefined) return [];
    // Without any body, it means an empty list: a rejection has a status or a text.
    const isList = isSuccess(exchange) && (page !== undefined || exchange.response.body.trim() === "");
    return [{ operation, place, call, exchange, isServed: isServed === "as page" ? isList : isServed, ...view }];
  });
  return (await Promise.all(visits)).flat();
}

const unknown: View = { words: "with an unknown parameter", query: { orgkitNoSuchParameter: "1" }, isServed: false };
const pastCache: View = { words: "past a cache", query: { _: "1732270000" }, isServed: false };

/** Parameters that the target knows. */
function parametersOf({ sorts, filters, ...known }: Known, isQuick: boolean): readonly View[] {
  const max = isQuick ? quick : usual;
  const [sort] = sorts;
  // Some filters, among them the last one, which finds most.
  const chosen = new Set([...filters.slice(0, max.filters - 1), ...filters.slice(-1)]);
  return [
    ...sorts
      .slice(0, max.sorts)
      .map(({ words, query }) => ({ words, query, isServed: true, isFirstPage: true, isReordered: true })),
    ...Array.from(chosen, ({ words, query, isSeen }): View => ({
      words,
      query,
      isServed: isSeen || "as page",
      isFirstPage: isSeen,
    })),
    ...(sort === undefined ? [] : pagesOf(sort.query, `${sort.words}, `, known, max.sortedPages)),
  ];
}

type Paged = Pick<Known, "page" | "scheme">;

/** The pages of a view: all if they are few, otherwise the second and the last. */
function pagesOf(
  query: NonNullable<Call["query"]>,
  words: string,
  { page, scheme }: Paged,
  max: number,
): readonly View[] {
  const count = scheme === undefined ? 0 : Math.ceil(page.total / scheme.size);
  if (scheme === undefined || count < 2) return [];
  const numbers = count <= max ? Array.from({ length: count }, (_, index) => index) : [1, count - 1];
  return numbers.slice(0, max).map((number) => ({
    words: `${words}page ${number + 1} of ${count}`,
    query: { ...query, ...scheme.query(number, scheme.size) },
    isServed: true,
  }));
}

/** The last page of the view with most records, if it has more than the list: it may have another account's. */
function hiddenPages(visits: readonly Visit[], { page, scheme }: Paged): readonly View[] {
  const totals = visits.flatMap(({ call: { query, headers }, place, exchange }) => {
    const shown = headers === undefined ? shownPage(exchange) : undefined;
    return shown === undefined || query === undefined ? [] : [{ query, place, total: shown.total }];
  });
  const [more] = totals.toSorted((one, other) => other.total - one.total);
  // The run may have created a user meanwhile.
  if (more === undefined || more.total <= page.total + 1 || scheme === undefined) return [];
  const last = scheme.query(Math.ceil(more.total / scheme.size) - 1, scheme.size);
  const words = `${more.place.replace(/^\S+ /, "")}, the last page`;
  return [{ words, query: { ...more.query, ...last }, isServed: false }];
}

const encodings = ["gzip", "br"] as const;
const gzipped = { "accept-encoding": encodings[0] };

const compressedAgain: View = {
  words: `with Accept-Encoding: ${encodings[0]}, again`,
  label: "again",
  headers: gzipped,
  isServed: true,
};

/** The last page, compressed. */
function packed({ page, scheme }: Paged): readonly View[] {
  if (scheme === undefined || page.total <= scheme.size) return [];
  const last = Math.ceil(page.total / scheme.size) - 1;
  const words = `page ${last + 1} with Accept-Encoding: ${encodings[0]}`;
  return [{ words, query: scheme.query(last, scheme.size), headers: gzipped, isServed: true }];
}

/** The Accept headers of web clients, and of command-line clients: one uncompressed, the other with an encoding. */
const accepted = ["application/json, text/plain, */*", "*/*"] as const;

/** Turkish, which writes numbers and the letter i differently: some formatters use the client's language. */
const language = { "accept-language": "tr-TR,tr;q=0.9" };

/** The plain list, requested in another way. */
function otherwise(list: ListName): readonly View[] {
  const accept = accepted[list === "users" ? 0 : 1];
  const words = `with Accept: ${accept}, in another language`;
  return [{ words, headers: { accept, ...language }, isServed: true }, ...compressed(list, encodings)];
}

/** The plain list, compressed and read again. */
function compressed(list: ListName, codings: readonly string[]): readonly View[] {
  const accept = accepted[list === "users" ? 1 : 0];
  return [
    ...codings.map((coding, index) => ({
      words: `with Accept-Encoding: ${coding}${index === 0 ? "" : `, Accept: ${accept}`}`,
      headers: { "accept-encoding": coding, ...(index === 0 ? {} : { accept }) },
      isServed: true,
    })),
    { words: "read again", label: "read again", isServed: true },
  ];
}

/** The cursor in the other account's first page, if each page links the next. */
async function afterPageOf(session: Session, list: ListName, page: Exchange): Promise<readonly View[]> {
  const [way] = await waysOf(session, listing(list));
  const query = way === undefined || way.isByPlace ? undefined : way.choose(1, 0, page);
  return query === undefined ? [] : [{ words: "by the cursor of the first account", query, isServed: false }];
}

/** Conditional requests, with the validators of the plain response. */
function tagged({ response }: Exchange): readonly View[] {
  const { etag, "last-modified": modified } = response?.headers ?? {};
  return [
    ...(etag ? [{ words: "with its own tag", headers: { "if-none-match": etag }, isServed: true }] : []),
    ...(modified ? [{ words: "with its own date", headers: { "if-modified-since": modified }, isServed: true }] : []),
  ];
}
