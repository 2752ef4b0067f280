import { isList, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { own } from "../../fixtures/values/own.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { isDate, flattenRecord } from "../target/record-values.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Ask, type Experiment, type Explorer } from "../log/experiment.ts";
import type { AccountName, Page, Probe } from "../log/model.ts";
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
export function* exploreHeaders(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of of) {
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
        // Where unknown parameters filter, a list with one is another list.
        const query = isList(operation) && !facts.ignoresUnknown(operation) ? {} : makeFresh();
        await ask({ operation, ...queryFor(query), method: "HEAD" });
        await ask({ operation, ...queryFor(query) });
      },
    };
  }
}

/** The maximum number of filters of each list. */
const maxFilters = 4;

/** Sorted, filtered and searched lists. */
export function* exploreViews(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of of.filter(isList)) {
    const page = firstPage(operation, facts);
    if (page === undefined) continue;
    yield* exploreOrders(operation, page, facts);
    yield* exploreFilters(operation, page, facts);
  }
}

function firstPage(operation: ListOperationId, facts: Facts, account: AccountName = "first"): Page | undefined {
  const [plain] = facts.plain(operation, account);
  return plain && facts.page(plain);
}

/** How many fields are tried where sorting by the first ones is rejected. */
const maxSortFields = 3;

/** How many names of a sort parameter are tried. */
const maxSortNames = 7;

/** Both accounts' sorted lists, and walks through them; by further names only where they change the order. */
function* exploreOrders(operation: ListOperationId, page: Page, facts: Facts): Explorer {
  const [usual = "sort", ...others] = sortNames.slice(0, maxSortNames);
  const fields = sortFields(page).slice(0, maxSortFields);
  const [first] = fields;
  if (first === undefined) return;
  const sortBy = function* (query: Readonly<Record<string, string>>): Generator<Experiment, readonly Page[], void> {
    const { place = {}, ...probe } = viewProbe(operation, query);
    const name = `${operation}, ${place.view ?? ""}`;
    yield { name, run: (ask) => askBoth(ask, facts, { ...probe, place }) };
    return facts.exchangesOf(name).flatMap((one) => (one.as === "first" ? (facts.page(one) ?? []) : []));
  };
  const isOther = ({ keys }: Page): boolean => keys.join() !== page.keys.join();
  for (const field of fields) {
    const sorted = yield* sortBy({ [usual]: field });
    if (sorted.length === 0) continue;
    yield sortedWalk(operation, { [usual]: field }, facts);
    if (sorted.some(isOther)) yield sortedWalk(operation, { [usual]: `-${field}` }, facts);
    break;
  }
  const query = Object.fromEntries(others.map((name) => [name, first]));
  if ((yield* sortBy(query)).some(isOther)) yield sortedWalk(operation, query, facts);
}

/** Asks for the same as both accounts. */
async function askBoth(ask: Ask, facts: Facts, probe: Probe): Promise<void> {
  await ask(probe);
  if (facts.isServed(probe.operation, "second")) await ask({ ...probe, as: "second" });
}

function sortedWalk(operation: ListOperationId, query: Readonly<Record<string, string>>, facts: Facts): Experiment {
  return createWalk(operation, query, new URLSearchParams(query).toString(), facts);
}

/** The fields of a record by which a list may be sorted, at any depth: first those whose order it does not have yet. */
function sortFields({ records }: Page): readonly string[] {
  const all = records.map(flattenRecord);
  const ranks = new Map<string, number>();
  for (const place of all[0]?.keys() ?? []) {
    const values = all.map((leaves) => String(leaves.get(place) ?? ""));
    if (records.length > 1 && new Set(values).size === 1) continue;
    const isSorted = values.every((value, index) => index === 0 || (values[index - 1] ?? "") <= value);
    const [, ...path] = place.split(".");
    const field = path.at(-1) ?? "";
    if (field !== "" && !ranks.has(field)) ranks.set(field, Number(isSorted));
  }
  return [...ranks].toSorted(([, one], [, other]) => one - other).map(([field]) => field);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function* exploreFilters(operation: ListOperationId, page: Page, facts: Facts): Explorer {
  const others = firstPage(operation, facts, "second");
  const values = filterValues(page, others).slice(0, maxFilters);
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
    const view = new URLSearchParams(longestQuery).toString();
    yield createWalk(operation, longestQuery, view, facts, longest);
    const theirs: Probe = { operation, as: "second", query: longestQuery, place: { view, isFiltered: true } };
    yield sendOnce(`${operation} of the second account, ${view}`, theirs);
  }
  const [, text] = values.find(([, value]) => /^[^\W\d]/.test(value)) ?? [];
  const letter = commonLetter(others?.records ?? []);
  if (text !== undefined) yield sendOnce(`${operation}, a search`, searchProbe(operation, text.slice(0, 12)));
  // On one page, an account may see its own records only.
  if (letter !== undefined)
    yield { name: `${operation}, searches`, run: (ask) => askBoth(ask, facts, searchProbe(operation, letter)) };
}

function searchProbe(operation: ListOperationId, text: string): Probe {
  const query = Object.fromEntries(searchNames.map((name) => [name, text]));
  return { operation, query, place: { view: new URLSearchParams(query).toString(), isFiltered: true } };
}

/** The letter that most texts of these records have: a search for it finds them by whatever members it looks at. */
function commonLetter(records: readonly unknown[]): string | undefined {
  const texts = records
    .flatMap((record) => [...flattenRecord(record).values()])
    .filter((value) => typeof value === "string");
  const letters = texts.flatMap((text) => [...new Set(text.toLowerCase().match(/[a-z]/g) ?? [])]);
  const byLetter = [...Map.groupBy(letters, (letter) => letter).values()];
  return byLetter.toSorted((one, other) => other.length - one.length)[0]?.[0];
}

/**
 * Members of records with a value to filter by: first those that several records share, and of their values those that
 * records of the other account have, too.
 */
function filterValues({ records }: Page, others: Page | undefined): readonly (readonly [string, string])[] {
  const record = records[1] ?? records[0];
  if (!isObject(record)) return [];
  const valuesOf = (list: readonly unknown[], field: string): readonly unknown[] =>
    list.flatMap((one) => (isObject(one) ? [own(one, field)] : []));
  const all = Object.keys(record).flatMap((field) => {
    const values = valuesOf(records, field);
    const theirs = new Set(valuesOf(others?.records ?? [], field));
    const value = values.find((one) => theirs.has(one)) ?? own(record, field);
    if (!isScalar(value) || String(value) === "" || String(value).length > 60) return [];
    const same = values.filter((one) => one === value).length;
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
  const view = new URLSearchParams(query).toString();
  return { operation, ...queryFor(query), ...(view === "" ? {} : { place: { view } }) };
}
