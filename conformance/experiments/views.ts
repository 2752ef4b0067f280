import { isList, type ListOperationId, type OperationId } from "../../fixtures/contract/operations.ts";
import { isObject, own } from "../../fixtures/values/json.ts";
import { flattenRecord, isDate, isScalar } from "../log/records.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Ask, type Experiment, type Explorer } from "../log/experiment.ts";
import type { AccountName, Page, Probe, Place, Query } from "../log/model.ts";
import { makeFresh, searchNames, sortNames } from "../log/parameter-names.ts";
import { makeUnusedSize, narrowProbes, queryFor, walkList } from "./walk.ts";

/** Whatever comes is right: a page for browsers, JSON, or 406. A cache whose key lacks `Accept` returns it to the next. */
const browser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }, place: { isOpen: true } } as const;

const compressed = { headers: { "accept-encoding": "gzip" }, place: { header: "`Accept-Encoding: gzip`" } };

interface ClientRequest extends Pick<Probe, "method" | "headers" | "place"> {
  readonly as?: AccountName;
  /** Whether only lists are asked for in this way. */
  readonly isOfLists?: true;
}

/** Requests that clients vary; the response is the same to all of them. */
const clientRequests: readonly ClientRequest[] = [
  { ...browser, isOfLists: true },
  { method: "HEAD" },
  // A cache may answer the second one, or the other account.
  compressed,
  compressed,
  { ...compressed, as: "second", isOfLists: true },
  {
    headers: { accept: "*/*", "accept-language": "tr-TR,tr;q=0.9" },
    place: { header: "`Accept: */*` and another `Accept-Language`" },
  },
];

/** The same request by a browser, by HEAD, compressed, and as another client sends it, at a URL that no cache has a response of yet. */
export function* exploreHeaders(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of of) {
    if (!facts.isTokenValidFor(operation)) continue;
    yield {
      name: `${operation} by a browser, by HEAD, compressed, and with other headers`,
      run: async (ask) => {
        // Where unknown parameters filter, a list with one is another list.
        const query = isList(operation) && !facts.ignoresUnknown(operation) ? {} : makeFresh();
        for (const { isOfLists, ...request } of clientRequests)
          if (facts.isTokenValidFor(operation, request.as) && (isList(operation) || isOfLists === undefined))
            await ask({ operation, ...queryFor(query), ...request });
      },
    };
  }
}

/** The maximum number of filters of each list. */
const maxFilters = 4;

/** Sorted, filtered and searched lists. */
export function* exploreViews(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of of.filter(isList)) {
    const page = facts.firstPage(operation);
    if (page === undefined) continue;
    yield* exploreOrders(operation, page, facts);
    yield* exploreFilters(operation, page, facts);
  }
}

/** How many fields are tried where sorting by the first ones is rejected. */
const maxSortFields = 3;

/** How many names of a sort parameter are tried. */
const maxSortNames = 7;

/** Sorted lists: where the order changes, page by page, and of both accounts; by further names only where it does not. */
function* exploreOrders(operation: ListOperationId, page: Page, facts: Facts): Explorer {
  const [usual = "sort", ...others] = sortNames.slice(0, maxSortNames);
  const fields = sortFields(page).slice(0, maxSortFields);
  const [first] = fields;
  if (first === undefined) return;
  const sortBy = function* (query: Query): Generator<Experiment, Page | undefined, void> {
    const probe = viewProbe(operation, query);
    const experiment = sendOnce(`${operation}, ${probe.place?.view ?? ""}`, probe);
    yield experiment;
    const [sorted] = facts.experiment(experiment.name);
    return sorted && facts.page(sorted);
  };
  const isOther = (sorted: Page | undefined): boolean =>
    sorted !== undefined && sorted.keys.join() !== page.keys.join();
  for (const field of fields) {
    const sorted = yield* sortBy({ [usual]: field });
    if (isOther(sorted)) {
      yield orderWalks(operation, usual, field, facts);
      return;
    }
    if (sorted !== undefined) break;
  }
  const query = Object.fromEntries(others.map((name) => [name, first.replace(/^-/, "")]));
  if (isOther(yield* sortBy(query))) yield createWalk({ operation, query, facts });
}

/** Asks for the same as both accounts. */
async function askBoth(ask: Ask, facts: Facts, probe: Probe): Promise<void> {
  await ask(probe);
  if (facts.isTokenValidFor(probe.operation, "second")) await ask({ ...probe, as: "second" });
}

/**
 * The fields of a record by which a list may be sorted, at any depth: first those whose order it does not have yet. The
 * order of the others is descending, with a minus.
 */
function sortFields({ records }: Page): readonly string[] {
  const all = records.map(flattenRecord);
  const fields = new Map<string, boolean>();
  for (const place of all[0]?.keys() ?? []) {
    const values = all.map((leaves) => String(leaves.get(place) ?? ""));
    if (records.length > 1 && new Set(values).size === 1) continue;
    const isSorted = values.every((value, index) => index === 0 || (values[index - 1] ?? "") <= value);
    const [, ...path] = place.split(".");
    const field = path.at(-1) ?? "";
    if (field !== "" && !fields.has(field)) fields.set(field, isSorted);
  }
  return [...fields]
    .toSorted(([, one], [, other]) => Number(one) - Number(other))
    .map(([field, isSorted]) => (isSorted ? `-${field}` : field));
}

function* exploreFilters(operation: ListOperationId, page: Page, facts: Facts): Explorer {
  const others = facts.firstPage(operation, "second");
  const values = filterValues(page, others).slice(0, maxFilters);
  const filters: Experiment = {
    name: `${operation} with filters, and then without them`,
    run: async (ask) => {
      await ask({ operation });
      const fresh = facts.ignoresUnknown(operation) ? makeFresh() : {};
      if (facts.ignoresUnknown(operation)) {
        for (const probe of narrowProbes(operation, facts, fresh)) await ask(probe);
        await ask({ operation, query: fresh });
      }
      // A cache whose key lacks a filter returns the first of these responses to the others.
      const unknown = { ...fresh, ...makeUnusedSize(operation, facts) };
      for (const [field, value] of [...values, ["status", "active"] as const]) {
        const { query, ...filtered } = viewProbe(operation, { [field]: value }, { isFiltered: true });
        await ask({ ...filtered, query: { ...query, ...unknown } });
      }
      await ask({ operation, ...queryFor(unknown), place: { words: "its list without a filter" } });
    },
  };
  yield filters;
  const filtered = facts
    .experiment(filters.name)
    .filter(({ place }) => place.isFiltered)
    .flatMap((one) => facts.page(one) ?? [])
    .filter(({ total }) => total > 1)
    .toSorted((one, other) => other.total - one.total);
  // What shows the whole list may be ignored.
  const longest = filtered.find((one) => !showsWhole(one, page)) ?? filtered[0];
  if (longest !== undefined) {
    const query = Object.fromEntries(new URLSearchParams(longest.exchange.place.view));
    yield createWalk({ operation, query, facts, filtered: longest });
  }
  const letter = commonLetter(others?.records ?? []);
  const word = sharedWord(others?.records ?? []);
  const searchFor = (text: string): Probe =>
    viewProbe(operation, Object.fromEntries(searchNames.map((name) => [name, text])), { isFiltered: true });
  // On one page, an account may see its own records only.
  if (letter !== undefined)
    yield { name: `${operation}, searches`, run: (ask) => askBoth(ask, facts, searchFor(letter)) };
  if (word !== undefined) yield sendOnce(`${operation}, a search for a word`, searchFor(word));
}

/** Whether a view shows the whole list. */
function showsWhole(view: Page, { keys, total }: Page): boolean {
  return view.total === total && view.keys.slice(0, keys.length).every((key, index) => key === keys[index]);
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

/** A word that several of these records have, such as a state, but not all, if there is one: other members do not have it. */
function sharedWord(records: readonly unknown[]): string | undefined {
  const values = records.flatMap((record) => [...new Set(flattenRecord(record).values())]);
  const words = values.filter((value) => typeof value === "string" && /^\p{L}[\p{L}_-]{1,19}$/u.test(value));
  const shared = [...Map.groupBy(words, (word) => word).values()].filter(({ length }) => length > 1);
  const isOfAll = ({ length }: readonly unknown[]): number => Number(length === records.length);
  return shared
    .toSorted((one, other) => isOfAll(one) - isOfAll(other) || other.length - one.length)[0]?.[0]
    ?.toString();
}

/**
 * Members of records with a value to filter by: first those that several records share, and of their values those that
 * records of the other account have, too.
 */
function filterValues({ records }: Page, others: Page | undefined): readonly (readonly [string, string])[] {
  const record = records[1] ?? records[0];
  if (!isObject(record)) return [];
  const readValues = (list: readonly unknown[], field: string): readonly unknown[] =>
    list.flatMap((one) => (isObject(one) ? [own(one, field)] : []));
  const all = Object.keys(record).flatMap((field) => {
    const values = readValues(records, field);
    const theirs = new Set(readValues(others?.records ?? [], field));
    const value = values.find((one) => theirs.has(one)) ?? own(record, field);
    if (!isScalar(value) || String(value) === "" || String(value).length > 60) return [];
    const same = values.filter((one) => one === value).length;
    const rank = same > 1 && same < records.length ? 0 : typeof value === "string" && !isDate(value) ? 1 : 2;
    return [{ pair: [field, String(value)] as const, rank }];
  });
  return all.toSorted((one, other) => one.rank - other.rank).map(({ pair }) => pair);
}

interface View {
  readonly operation: ListOperationId;
  readonly query: Query;
  readonly facts: Facts;
  /** Its first page, if it selects records. */
  readonly filtered?: Page;
}

/** The first pages of a view, in pages short enough that it has several, and that of the other account. */
function createWalk({ operation, query, facts, filtered }: View): Experiment {
  const view = new URLSearchParams(query).toString();
  const whole = filtered ?? facts.firstPage(operation);
  const isOnOnePage = whole !== undefined && whole.records.length >= whole.total && whole.total > 1;
  const size = isOnOnePage ? { size: Math.ceil(whole.total / 2) } : {};
  const place = { view, ...(filtered === undefined ? {} : ({ isFiltered: true } as const)) };
  return {
    name: `${operation}, ${view}, page by page`,
    run: async (ask) => {
      await walkList(ask, facts, { operation, query, ...place, maxPages: 3, ...size });
      if (facts.isTokenValidFor(operation, "second")) await ask({ operation, as: "second", query, place });
    },
  };
}

/** Walks in both orders, and the plain list after each. */
function orderWalks(operation: ListOperationId, name: string, field: string, facts: Facts): Experiment {
  const opposite = field.startsWith("-") ? field.slice(1) : `-${field}`;
  const walks = [field, opposite].map((order) => createWalk({ operation, query: { [name]: order }, facts }));
  return {
    name: `${operation}, by ${name}, page by page`,
    run: async (ask) => {
      for (const walk of walks) {
        await walk.run(ask, facts);
        await ask({ operation });
      }
    },
  };
}

/** The request of a view. */
export function viewProbe(operation: ListOperationId, query: Query, more: Place = {}): Probe {
  const view = new URLSearchParams(query).toString();
  return { operation, ...queryFor(query), ...(view === "" ? {} : { place: { view, ...more } }) };
}
