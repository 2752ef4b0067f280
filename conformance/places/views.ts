import {
  listing,
  listOf,
  listOperationIds,
  type ListName,
  type ListOperationId,
} from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import { pageIn, type Page } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { schemeOf, type PagingScheme } from "./paging-scheme.ts";
import { asForeign, sortedBy, soughtViews, type View } from "./sought-views.ts";
import { filtersOf, sortsOf, type Filter, type Sort } from "./view-parameters.ts";
import { secondPages } from "./view-pages.ts";
import type { Exploration, Visit } from "./visit.ts";
import { waysOf } from "./way.ts";

/**
 * How many sorts, filters and pages to request; of a sorted list all pages if they are few, otherwise the second and
 * the last.
 */
const usual = { sorts: 4, filters: 3, sortedPages: 1, pagesOfSecond: 2 } as const;
const quick = { sorts: 1, filters: 1, sortedPages: 0, pagesOfSecond: 2 } as const;

/** The views of both lists: sorted, filtered, repeated, with an unknown parameter, or in another encoding. */
export const views: Exploration = {
  id: "views",
  looksAt:
    "both lists sorted and filtered, page by page, with an unknown parameter, repeated, conditional and compressed; also invoices of the second account",
  explore: async (session) =>
    (await Promise.all(listOperationIds.map(listOf).map((list) => ofList(session, list)))).flat(),
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
  const sample = await session.call({ operation });
  const page = sample instanceof Unavailable || !isSuccess(sample) ? undefined : pageIn(sample);
  if (sample instanceof Unavailable || page === undefined) return [];
  const known: Known = {
    page,
    scheme: page.total < 2 ? undefined : await schemeOf(session, list, page.total),
    sorts: await sortsOf(session, list),
    filters: await filtersOf(session, list),
  };
  const own = await visited(session, list, "first", [
    ...parametersOf(session, { ...known, isFirst: true }),
    ...(session.isQuick ? [] : otherwise(list)),
    ...tagged(sample.response?.headers),
  ]);
  const second = await session.call({ operation, as: "second" });
  const theirs = second instanceof Unavailable || !isSuccess(second) ? undefined : pageIn(second);
  const isAlone = second instanceof Unavailable || theirs === undefined;
  const sought =
    session.isQuick || isAlone
      ? []
      : await visited(session, list, "first", [
          ...soughtViews(list, theirs.records[0]),
          ...asForeign(
            known.filters.filter(({ isSeen }) => isSeen),
            theirs.records[0],
          ),
        ]);
  const later = await secondPages(session, list, [...own, ...sought], page.total);
  if (isAlone) return [...own, ...later];
  const hidden = await visited(session, list, "first", hiddenPages([...own, ...sought], known));
  if (list === "users") return [...own, ...sought, ...later, ...hidden];
  const foreign = tagged(second.response?.headers)
    .slice(0, 1)
    .map((view) => ({ ...view, words: "with the tag of the second account's" }));
  return [
    ...own,
    ...sought,
    ...later,
    ...hidden,
    ...(await visited(session, list, "second", [
      ...pagesOf({}, "", { ...known, page: theirs }, sizesOf(session).pagesOfSecond),
      ...parametersOf(session, {
        ...known,
        page: theirs,
        isFirst: false,
        sorts: known.sorts.slice(0, 2),
        filters: known.filters.filter(({ isSeen }) => isSeen).slice(0, 1),
      }),
      ...(session.isQuick
        ? [unknown]
        : [...otherwise(list, encodings.slice(0, 1)), ...(known.sorts.length > 0 ? [] : sortedBy(theirs.records[0]))]),
    ])),
    ...(await visited(session, list, "first", foreign)),
    ...(await visited(session, list, "second", await afterPageOf(session, operation, sample))),
  ];
}

function sizesOf({ isQuick }: Session): Readonly<Record<keyof typeof usual, number>> {
  return isQuick ? quick : usual;
}

async function visited(
  session: Session,
  list: ListName,
  as: "first" | "second",
  ways: readonly View[],
): Promise<readonly Visit[]> {
  const operation = listing(list);
  const visits = ways.map(async ({ words, isServed, query, headers, label, ...view }): Promise<readonly Visit[]> => {
    const how = { ...(query && { query }), ...(headers && { headers }), ...(label && { label }) };
    const call: Call = { operation, ...(as === "second" ? { as } : {}), ...how };
    const exchange = await session.call(call);
    const place = `${as === "second" ? "the second account's " : ""}${list} ${words}`;
    if (exchange instanceof Unavailable) return [];
    // Without any body, it means an empty list: a rejection has a status or a text.
    const isList = isSuccess(exchange) && (pageIn(exchange) !== undefined || exchange.response.body.trim() === "");
    return [{ operation, place, call, exchange, isServed: isServed === "as page" ? isList : isServed, ...view }];
  });
  return (await Promise.all(visits)).flat();
}

const unknown: View = { words: "with an unknown parameter", query: { orgkitNoSuchParameter: "1" }, isServed: false };

/** Parameters that the target knows, and one that it does not. */
function parametersOf(
  session: Session,
  { page, scheme, sorts, filters, isFirst }: Known & { readonly isFirst: boolean },
): readonly View[] {
  const sizes = sizesOf(session);
  const [sort] = sorts;
  const known = { page, scheme };
  return [
    ...sorts
      .slice(0, sizes.sorts)
      .map(({ words, query }): View => ({ words, query, isServed: true, isFirstPage: true, isReordered: true })),
    ...chosenOf(filters, sizes.filters).map(({ words, query, isSeen }): View => ({
      words,
      query,
      isServed: isSeen || "as page",
      isFirstPage: isSeen,
    })),
    ...(sort === undefined ? [] : pagesOf(sort.query, sort.words, known, sizes.sortedPages)),
    ...(session.isQuick ? [] : [unknown]),
    ...(session.isQuick || !isFirst
      ? []
      : [{ words: "past a cache", query: { _: "1732270000" }, isServed: false }, ...packed(known)]),
  ];
}

/** Some filters, among them the last one, which finds most. */
function chosenOf(filters: readonly Filter[], count: number): readonly Filter[] {
  return [...new Set([...filters.slice(0, count - 1), ...filters.slice(-1)])];
}

/** The pages of a view: all if they are few, otherwise the second and the last. */
function pagesOf(
  query: NonNullable<Call["query"]>,
  words: string,
  { page, scheme }: Pick<Known, "page" | "scheme">,
  max: number,
): readonly View[] {
  if (scheme === undefined) return [];
  const count = Math.ceil(page.total / scheme.size);
  if (count < 2) return [];
  const numbers = count <= max ? Array.from({ length: count }, (_, index) => index) : [1, count - 1];
  return numbers.slice(0, max).map((number): View => ({
    words: `${words === "" ? "" : `${words}, `}page ${number + 1} of ${count}`,
    query: { ...query, ...scheme.query(number, scheme.size) },
    isServed: true,
  }));
}

/** The last page of the view with most records, if it has more than the list: it may have another account's. */
function hiddenPages(visits: readonly Visit[], { page, scheme }: Pick<Known, "page" | "scheme">): readonly View[] {
  const totals = visits.flatMap(({ call: { query, headers }, place, exchange }) => {
    const shown = headers === undefined && isSuccess(exchange) ? pageIn(exchange) : undefined;
    return shown === undefined || query === undefined ? [] : [{ query, place, total: shown.total }];
  });
  const [more] = totals.toSorted((one, other) => other.total - one.total);
  // The run may have created a user meanwhile.
  if (more === undefined || more.total <= page.total + 1 || scheme === undefined) return [];
  const { query, total } = more;
  const last = scheme.query(Math.ceil(total / scheme.size) - 1, scheme.size);
  return [
    { words: `${more.place.replace(/^\S+ /, "")}, the last page`, query: { ...query, ...last }, isServed: false },
  ];
}

/** The last page, compressed. */
function packed({ page, scheme }: Pick<Known, "page" | "scheme">): readonly View[] {
  if (scheme === undefined || page.total <= scheme.size) return [];
  const last = Math.ceil(page.total / scheme.size) - 1;
  const [coding = ""] = encodings;
  const headers = { "accept-encoding": coding };
  const words = `page ${last + 1} with Accept-Encoding: ${coding}`;
  return [{ words, query: scheme.query(last, scheme.size), headers, isServed: true }];
}

const encodings = ["gzip", "br"];

/** The Accept headers of web clients, and of command-line clients: one uncompressed, the other with an encoding. */
const accepted = ["application/json, text/plain, */*", "*/*"] as const;

/** Turkish, which writes numbers and the letter i differently: some formatters use the client's language. */
const language = { "accept-language": "tr-TR,tr;q=0.9" };

/** The plain list, requested in another way. */
function otherwise(list: ListName, codings = encodings): readonly View[] {
  const [accept = "", other = ""] = list === "users" ? accepted : accepted.toReversed();
  return [
    ...(codings === encodings
      ? [{ words: `with Accept: ${accept}, in another language`, headers: { accept, ...language }, isServed: true }]
      : []),
    ...codings.map((coding, index) => ({
      words: `with Accept-Encoding: ${coding}${index === 0 ? "" : `, Accept: ${other}`}`,
      headers: { "accept-encoding": coding, ...(index === 0 ? {} : { accept: other }) },
      isServed: true,
    })),
    { words: "read again", label: "read again", isServed: true },
  ];
}

/** The cursor in the other account's first page, if each page links the next. */
async function afterPageOf(session: Session, operation: ListOperationId, page: Exchange): Promise<readonly View[]> {
  const [way] = await waysOf(session, operation);
  const query = way === undefined || way.isByPlace ? undefined : way.choose(1, 0, page);
  return query === undefined ? [] : [{ words: "by the cursor of the first account", query, isServed: false }];
}

/** A conditional request, with the validators of the plain response. */
function tagged({ etag = "", "last-modified": modified = "" }: Readonly<Record<string, string>> = {}): readonly View[] {
  return [
    ...(etag === "" ? [] : [{ words: "with its own tag", headers: { "if-none-match": etag }, isServed: true }]),
    ...(modified === ""
      ? []
      : [{ words: "with its own date", headers: { "if-modified-since": modified }, isServed: true }]),
  ];
}
