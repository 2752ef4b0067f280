import { listOperationIds, readOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { own } from "../../fixtures/values/own.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { isDate } from "../target/record-values.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Experiment, type Explorer } from "../log/experiment.ts";
import type { Probe, Page } from "../log/model.ts";
import { makeFresh, searchNames, sortNames } from "../log/parameter-names.ts";
import { queryFor, walkList } from "./walk.ts";

/** Headers that clients vary; the response is the same to all of them. */
const clientHeaders: readonly { readonly words: string; readonly headers: Readonly<Record<string, string>> }[] = [
  {
    words: "`Accept: */*` and another `Accept-Language`",
    headers: { accept: "*/*", "accept-language": "tr-TR,tr;q=0.9" },
  },
  { words: "`Accept-Encoding: gzip`", headers: { "accept-encoding": "gzip" } },
];

/** The plain request with other headers, and past caches; compressed twice, since a cache may answer the second one. */
export function* exploreHeaders(facts: Facts): Explorer {
  for (const operation of readOperationIds) {
    if (!facts.isServed(operation)) continue;
    for (const { words, headers } of clientHeaders) {
      yield {
        name: `${operation} with ${words}`,
        run: async (ask) => {
          const isCompressed = headers["accept-encoding"] !== undefined;
          // No cache has the page yet, compressed or not.
          const query = isCompressed && facts.ignoresUnknown(operation) ? makeFresh() : {};
          await ask({ operation, headers, ...queryFor(query), place: { header: words } });
          if (isCompressed) await ask({ operation, headers, ...queryFor(query), place: { header: words } });
        },
      };
    }
    yield {
      name: `${operation} past a cache, by HEAD and by GET`,
      run: async (ask) => {
        const query = makeFresh();
        await ask({ operation, query, method: "HEAD" });
        await ask({ operation, query });
      },
    };
  }
}

/** The maximum number of filters of each list. */
const maxFilters = 4;

/** Sorted, filtered and searched lists. */
export function* exploreViews(facts: Facts): Explorer {
  for (const operation of listOperationIds) {
    const page = firstPage(operation, facts);
    if (page === undefined) continue;
    yield* exploreOrders(operation, page, facts);
    yield* exploreFilters(operation, page, facts);
  }
}

function firstPage(operation: ListOperationId, facts: Facts): Page | undefined {
  const [plain] = facts.plain(operation);
  return plain && facts.page(plain);
}

function* exploreOrders(operation: ListOperationId, page: Page, facts: Facts): Explorer {
  const fields = sortFields(page);
  const [field] = fields;
  if (field === undefined) return;
  const [usual = "sort", ...others] = sortNames;
  const ascending = sortedWalk(operation, { [usual]: field }, facts);
  yield ascending;
  const isSorted = facts.exchangesOf(ascending.name).some((one) => facts.page(one)?.keys[0] !== page.keys[0]);
  if (isSorted) yield sortedWalk(operation, { [usual]: `-${field}` }, facts);
  yield sortedWalk(operation, Object.fromEntries(others.map((name) => [name, field])), facts);
}

function sortedWalk(operation: ListOperationId, query: Readonly<Record<string, string>>, facts: Facts): Experiment {
  return createWalk(operation, query, new URLSearchParams(query).toString(), facts);
}

/** The fields of a record by which a list may be sorted, first those whose order it does not have yet. */
function sortFields({ records }: Page): readonly string[] {
  const [record] = records;
  if (!isObject(record)) return [];
  const isSorted = (field: string): boolean => {
    const values = records.map((one) => (isObject(one) ? String(one[field]) : ""));
    return values.every((value, index) => index === 0 || (values[index - 1] ?? "") <= value);
  };
  const fields = Object.keys(record).filter((field) => isScalar(record[field]));
  return fields.toSorted((one, other) => Number(isSorted(one)) - Number(isSorted(other)));
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function* exploreFilters(operation: ListOperationId, page: Page, facts: Facts): Explorer {
  const values = filterValues(page).slice(0, maxFilters);
  let longest: Page | undefined;
  const filters: Experiment = {
    name: `filters of ${operation}, and the list without them`,
    run: async (ask) => {
      await ask({ operation });
      for (const [field, value] of [["status", "active"] as const, ...values]) {
        const query = { [field]: value };
        await ask({ operation, query, place: { view: new URLSearchParams(query).toString(), isFiltered: true } });
      }
      await ask({ operation });
    },
  };
  yield filters;
  for (const filter of facts.exchangesOf(filters.name).filter(({ place }) => place.isFiltered)) {
    const filtered = facts.page(filter);
    if (filtered !== undefined && filtered.total > (longest?.total ?? 1)) longest = filtered;
  }
  const { query: longestQuery = {} } = longest?.exchange.probe ?? {};
  if (longest !== undefined) {
    yield createWalk(operation, longestQuery, new URLSearchParams(longestQuery).toString(), facts, longest);
  }
  const [, text] = values.find(([, value]) => /^[^\W\d]/.test(value)) ?? [];
  if (text === undefined) return;
  const query = Object.fromEntries(searchNames.map((name) => [name, text.slice(0, 12)]));
  const view = new URLSearchParams(query).toString();
  yield sendOnce(`${operation}, a search`, { operation, query, place: { view, isFiltered: true } });
}

/** Members of records with a value to filter by: first those that several records share. */
function filterValues({ records }: Page): readonly (readonly [string, string])[] {
  const record = records[1] ?? records[0];
  if (!isObject(record)) return [];
  const all = Object.entries(record).flatMap(([field, value]) => {
    if (!isScalar(value) || String(value) === "" || String(value).length > 60) return [];
    const same = records.filter((one) => isObject(one) && own(one, field) === value).length;
    const rank = same > 1 && same < records.length ? 0 : typeof value === "string" && !isDate(value) ? 1 : 2;
    return [{ pair: [field, String(value)] as const, rank }];
  });
  return all.toSorted((one, other) => one.rank - other.rank).map(({ pair }) => pair);
}

/** The first pages of a view, in pages short enough that it has several. */
function createWalk(
  operation: ListOperationId,
  query: Readonly<Record<string, string>>,
  view: string,
  facts: Facts,
  filtered?: Page,
): Experiment {
  const whole = filtered ?? firstPage(operation, facts);
  const isOnOnePage = whole !== undefined && whole.records.length >= whole.total && whole.total > 1;
  const size = isOnOnePage ? { size: Math.ceil(whole.total / 2) } : {};
  const isFiltered = filtered === undefined ? {} : ({ isFiltered: true } as const);
  return {
    name: `${operation}, ${view}, page by page`,
    run: (ask) => walkList(ask, facts, { operation, query, view, maxPages: 3, ...size, ...isFiltered }),
  };
}

/** The request of a view. */
export function viewProbe(operation: ListOperationId, query: Readonly<Record<string, string>>): Probe {
  return { operation, ...queryFor(query), place: { view: new URLSearchParams(query).toString() } };
}
