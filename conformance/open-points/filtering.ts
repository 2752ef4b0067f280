import {
  isList,
  listOf,
  listOperationIds,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { filterParameter } from "../../fixtures/dialect/query-parameters.ts";
import { isObject, type Json } from "../../fixtures/values/json.ts";
import { byCodeUnits, findTimeOrder } from "../../fixtures/values/order.ts";
import type { Exchange, Page, Query } from "../log/model.ts";
import { orderNames, sortNames } from "../log/parameter-names.ts";
import type { Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import {
  fieldsInWords,
  listPoints,
  namesIn,
  reading,
  rejectedOr,
  wordFor,
  type OpenPoint,
  type Reading,
} from "./open-point.ts";
import {
  fieldText,
  fieldValue,
  findName,
  isSamePage,
  knownRecords,
  pageFor,
  readList,
  readPosition,
  requestsWith,
  scalarFields,
  type KnownRecords,
} from "./read-lists.ts";
import { NotApplicable, NotShown, readAllShown, unlessHidden, unlessSilent, type Reader } from "./reader.ts";
import { isWrittenByOthers } from "../log/history.ts";

/** A value that no record has, and a field that none has. */
const noSuchValue = "orgkit-no-such-value";
const noSuchField = "orgkitNoSuchField";

/** Marks requests whose query has a value of a record, which no report shows. */
export const seenValue = "a value seen";

const filterStyles = ["plain", "bracket"] as const;

type FilterStyle = (typeof filterStyles)[number];

/** The filters of a list, as far as the fields of its records show. */
interface Filters {
  readonly style: FilterStyle | "none";
  readonly fields: readonly string[];
  readonly exchanges: readonly Exchange[];
}

/** Common filter fields; the others are tried together first. */
const commonFilters =
  /status|state|role|type|kind|plan|currency|country|mail|name|login|number|active|enabled|tag|category|group|team/i;

/** The maximum number of common fields, and of others, that are tried one by one. */
const maxAlone = 14;

/** The same value for each parameter. */
function valued(names: readonly string[], value: string): Query {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** A value that some record has, but not the first: with it, a filtered list starts with another record. */
function findDistinctive(records: readonly Members[], field: string): string | undefined {
  const [first, ...others] = records.map((record) => fieldText(record, field));
  return others.find((value) => value !== undefined && value !== first);
}

/** A list, and what it does with filters. */
const openFilters = memoize(async (reader: Reader, operation: ListOperationId) => {
  const { records } = await knownRecords(reader, operation);
  const read = async (
    style: FilterStyle,
    fields: readonly string[],
    value = noSuchValue,
  ): Promise<Page | undefined> => {
    const names = fields.map((field) => filterParameter(style, field));
    const label = value === noSuchValue ? {} : { label: seenValue };
    return (await readList(reader, operation, valued(names, value), label)).page;
  };
  return {
    records,
    /** Whether some of these fields filters: a value that no record has is rejected, or gets an empty list. */
    hasFilter: async (style: FilterStyle, fields: readonly string[]): Promise<boolean> =>
      fields.length > 0 && ((await read(style, fields))?.records.length ?? 0) === 0,
    /** Whether a field filters: all records with its value are found, and no others. */
    isFilter: async (style: FilterStyle, field: string): Promise<boolean> => {
      const value = findDistinctive(records, field);
      const page = await read(style, [field], value);
      if (page === undefined || value === undefined) return page?.records.length === 0;
      const isMatch = (record: unknown): boolean => fieldText(Object(record), field) === value;
      return page.records.length > 0 && page.records.every(isMatch) && page.total >= records.filter(isMatch).length;
    },
    /** The last requests with a filter by a field, in any style. */
    requestsBy: (field = ""): readonly Exchange[] =>
      filterStyles.flatMap((style) => requestsWith(reader, filterParameter(style, field), operation)).slice(-2),
  };
});

/** The fields that filter a list, and the style of the parameters. */
const readFilters = memoize(async (reader: Reader, operation: ListOperationId): Promise<Filters> => {
  const list = await openFilters(reader, operation);
  const { parameter, size } = (await unlessHidden(readPosition(reader, operation))) ?? {};
  const fields = scalarFields(list.records).filter((field) => field !== parameter && field !== size);
  const common = fields.filter((field) => commonFilters.test(field)).slice(0, maxAlone);
  const others = fields.filter((field) => !common.includes(field));
  for (const style of filterStyles) {
    if (!(await list.hasFilter(style, fields))) continue;
    const filters: string[] = [];
    for (const field of [...common, ...((await list.hasFilter(style, others)) ? others.slice(0, maxAlone) : [])])
      if (await list.isFilter(style, field)) filters.push(field);
    if (filters.length > 0) return { style, fields: filters, exchanges: list.requestsBy(filters[0]) };
  }
  return { style: "none", fields: [], exchanges: list.requestsBy(fields[0]) };
});

/** The list that shows the style of filters: a dialect has only one. */
async function readFilterStyle(reader: Reader): Promise<Reading> {
  const lists = await readAllShown(listOperationIds, (operation) => readFilters(reader, operation));
  const { style, exchanges } = lists.find((one) => one.style !== "none") ?? lists[0];
  const isOfOne = style === "none" && lists.length < listOperationIds.length;
  return reading(style, exchanges, isOfOne ? { doubt: "only one list shows it" } : {});
}

async function readFilterFields(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { style, fields, exchanges } = await readFilters(reader, operation);
  const { value } = await readFilterStyle(reader);
  if (value === "none") throw new NotApplicable("the lists are not filtered");
  if (style !== value && style !== "none") throw new NotShown(`${operation} is filtered in another style`);
  return reading([...fields], exchanges, { note: "of the fields that records show" });
}

/** One declared field shows it for all. */
async function checkFilterFields(declared: Json, reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { records, hasFilter, isFilter, requestsBy } = await openFilters(reader, operation);
  const shown = namesIn(declared).filter((field) => records.some((record) => fieldText(record, field) !== undefined));
  const field = shown.find((one) => findDistinctive(records, one) !== undefined) ?? shown[0];
  if (field === undefined) throw new NotShown("no record has a declared filter field");
  const declaredStyle = reader.declared("filtering.style");
  let value: Json = [];
  for (const style of filterStyles.filter((one) => one === (declaredStyle ?? one)))
    if ((await hasFilter(style, [field])) && (await isFilter(style, field))) value = declared;
  return reading(value, requestsBy(field));
}

/** Common sort fields, tried first. */
const commonSorts = /(At|_at|date|time|name|mail|number|amount|total|price)$/i;

/** How many fields are tried where unknown ones are ignored. */
const maxFields = 8;

/** Ascending, or descending. */
type Direction = 1 | -1;

/** How lists are sorted. */
interface Sorting {
  readonly style: "signed" | "pair";
  readonly parameter: string;
  /** For two directions; absent if no known name reverses the order. */
  readonly orderParameter?: string | undefined;
}

/** The directions that can be requested. */
function listDirections({ style, orderParameter }: Sorting): readonly Direction[] {
  return style === "pair" && orderParameter === undefined ? [1] : [-1, 1];
}

/** The query that sorts a list by a field. */
function sortQuery({ style, parameter, orderParameter }: Sorting, field: string, direction: Direction): Query {
  if (style === "signed") return { [parameter]: direction < 0 ? `-${field}` : field };
  return {
    [parameter]: field,
    ...(orderParameter !== undefined && { [orderParameter]: direction < 0 ? "desc" : "asc" }),
  };
}

type SortedList = Awaited<ReturnType<typeof openList>>;

/** A list, and what its pages show of an order. */
const openList = memoize(async (reader: Reader, operation: ListOperationId) => {
  const known = await knownRecords(reader, operation);
  if (known.records.length < 2) throw new NotShown(`there is only one record in ${operation}`);
  const plain = await pageFor(reader, operation, {});
  const page = (query: Query): Promise<Page | undefined> => pageFor(reader, operation, query);
  const rank = (field: string): number => Number(!commonSorts.test(field));
  const members = new Set(known.records.flatMap((record) => Object.keys(record)));
  return {
    plain,
    page,
    /** The fields to sort by, the most common first. */
    fields: scalarFields(known.records).toSorted((left, right) => rank(left) - rank(right)),
    /** A missing response is no rejection. */
    isRejected: async (query: Query): Promise<boolean> => {
      const read = await unlessSilent(readList(reader, operation, query));
      return read !== undefined && read.page === undefined;
    },
    isSorted: async (query: Query, field: string, direction: Direction): Promise<boolean> => {
      const sorted = await page(query);
      return sorted !== undefined && startsSorted(sorted, known, field, direction);
    },
    /** Whether a page is in order by itself: values may have changed since other pages were read. */
    isPageSorted: async (query: Query, field: string, direction: Direction): Promise<boolean> => {
      const { records = [] } = (await page(query)) ?? {};
      const values = records.filter(isObject).map((record) => fieldValue(record, field));
      return records.length > 0 && isInOrder(values, direction);
    },
    /** Whether records differ in a field. */
    hasValues: (field: string): boolean =>
      new Set(known.records.map((record) => JSON.stringify(fieldValue(record, field) ?? null))).size > 1,
    /** Whether sorting by a field in a direction shows, since the plain list is in another order. */
    isShown: (field: string, direction: Direction): boolean =>
      plain === undefined || !startsSorted(plain, known, field, direction),
    /** Names that no field has, which may filter; those in brackets apart: many services read them as one with others. */
    groups: (names: readonly string[]): readonly (readonly string[])[] =>
      [false, true].map((isBracketed) =>
        names.filter((name) => !members.has(name) && name.includes("[") === isBracketed),
      ),
  };
});

/** The sorting of a list; "none" if no known name works. */
const findSorting = memoize(async (reader: Reader, operation: ListOperationId): Promise<Sorting | "none"> => {
  const list = await openList(reader, operation);
  const groups = list.groups(sortNames);
  const hasRejecting = (some: readonly string[]): Promise<boolean> => list.isRejected(valued(some, noSuchField));
  for (const group of (await hasRejecting(groups.flat())) ? groups : []) {
    const name = await findName(group, hasRejecting);
    if (name === undefined) continue;
    for (const field of list.fields)
      if ((await list.page({ [name]: field })) !== undefined) return withStyle(list, name, field, true);
  }
  const [orders = []] = list.groups(orderNames);
  for (const field of list.fields.slice(0, maxFields)) {
    const hasSorting = async (some: readonly string[]): Promise<boolean> => {
      const query = { ...valued(orders, "desc"), ...valued(some, field) };
      for (const direction of [-1, 1] as const)
        if (list.isShown(field, direction) && (await list.isSorted(query, field, direction))) return true;
      return false;
    };
    // All names at once first: most fields do not work with any.
    if (!(await hasSorting(groups.flat()))) continue;
    for (const group of groups) {
      const name = await findName(group, hasSorting);
      if (name !== undefined) return withStyle(list, name, field, false);
    }
  }
  return "none";
});

/** Whether a minus reverses the order, or another parameter does. */
async function withStyle(list: SortedList, parameter: string, field: string, isRejecting: boolean): Promise<Sorting> {
  const minus = { [parameter]: `-${field}` };
  // Where other fields are rejected, an accepted minus has a meaning, whatever the order of these values.
  const isSigned = isRejecting ? !(await list.isRejected(minus)) : await list.isSorted(minus, field, -1);
  if (isSigned) return { style: "signed", parameter };
  const isDown = (query: Query): Promise<boolean> => list.isSorted({ [parameter]: field, ...query }, field, -1);
  for (const group of (await isDown({})) ? [] : list.groups(orderNames.filter((name) => name !== parameter))) {
    const orderParameter = await findName(group, (some) => isDown(valued(some, "desc")));
    if (orderParameter !== undefined) return { style: "pair", parameter, orderParameter };
  }
  return { style: "pair", parameter };
}

/** The declared sorting, or that of a list: a dialect has one for both. */
const readSorting = memoize(async (reader: Reader): Promise<Sorting | "none"> => {
  const [style, parameter, orderParameter] = ["style", "parameter", "orderParameter"].map((name) =>
    reader.declared(`sorting.${name}`),
  );
  if ((style === "signed" || style === "pair") && typeof parameter === "string")
    return { style, parameter, ...(typeof orderParameter === "string" && { orderParameter }) };
  const lists = await readAllShown(
    listOperationIds,
    (operation) => findSorting(reader, operation),
    (sorting) => sorting !== "none",
  );
  return lists.at(-1) ?? "none";
});

async function knownSorting(reader: Reader): Promise<Sorting> {
  const sorting = await readSorting(reader);
  if (sorting === "none") throw new NotApplicable("no common parameter sorts the lists");
  return sorting;
}

async function readSortStyle(reader: Reader): Promise<Reading> {
  const sorting = await readSorting(reader);
  if (sorting === "none") return reading("none", [], { doubt: "no common parameter changed the order" });
  const { style, parameter } = sorting;
  const doubt = { doubt: "no common parameter reverses the order" };
  return reading(style, requestsWith(reader, parameter).slice(-2), listDirections(sorting).length === 1 ? doubt : {});
}

async function readSortParameter(reader: Reader): Promise<Reading> {
  const { parameter } = await knownSorting(reader);
  return reading(parameter, requestsWith(reader, parameter).slice(-2));
}

async function readOrderParameter(reader: Reader): Promise<Reading> {
  const { style, orderParameter } = await knownSorting(reader);
  if (style === "signed") throw new NotApplicable("a minus reverses the order");
  if (orderParameter === undefined) throw new NotShown("no common parameter reverses the order");
  return reading(orderParameter, requestsWith(reader, orderParameter).slice(-2));
}

/** What an unknown field gets; on a list that is not sorted at all, nothing shows it. */
async function readUnknownField(reader: Reader, operation: OperationId): Promise<Reading> {
  if (!isList(operation)) throw new NotApplicable(`${operation} is not a list`);
  const { parameter } = await knownSorting(reader);
  const declared = reader.declared(`sorting.${listOf(operation)}`);
  const { exchange } = await readList(reader, operation, { [parameter]: noSuchField });
  if (!isSuccess(exchange)) return reading("reject", [exchange]);
  const fields = declared ?? (await unlessHidden(readSortFields(reader, operation)))?.value;
  if (Array.isArray(fields) && fields.length === 0) throw new NotShown(`${operation} is not sorted`);
  return reading("ignore", [exchange]);
}

async function readSortFields(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const sorting = await knownSorting(reader);
  const { parameter } = sorting;
  const list = await openList(reader, operation);
  const fields: string[] = [];
  const equal: string[] = [];
  if (await list.isRejected({ [parameter]: noSuchField })) {
    for (const field of list.fields) if ((await list.page({ [parameter]: field })) !== undefined) fields.push(field);
  } else {
    if (isWrittenByOthers(operation, reader.facts)) throw new NotShown("other clients change the order");
    for (const field of list.fields) {
      const visible = listDirections(sorting).find((direction) => list.isShown(field, direction));
      if (visible === undefined) equal.push(field);
      else if (await list.isSorted(sortQuery(sorting, field, visible), field, visible)) fields.push(field);
    }
  }
  const doubt = equal.length > 0 && { doubt: `all records have the same ${equal.join(", ")}` };
  const exchanges = requestsWith(reader, parameter, operation).slice(-2);
  return reading(fields, exchanges, { note: "of the fields that records show", ...doubt });
}

/** One declared field in each direction shows it for all. The direction is a matter of the style; the key orders the records. */
async function checkSortFields(declared: Json, reader: Reader, operation: ListOperationId): Promise<Reading> {
  const sorting = await knownSorting(reader);
  const list = await openList(reader, operation);
  const varied = namesIn(declared).filter(list.hasValues);
  const field = varied.find((one) => list.isShown(one, 1)) ?? varied[0];
  if (field === undefined) throw new NotShown("no declared sort key has two different values on the page");
  const conclude = (value: Json, notes: readonly string[] = []): Reading =>
    reading(value, requestsWith(reader, sorting.parameter, operation).slice(-2), {
      note: notes.length === 0 ? undefined : notes.join("; "),
    });
  if (!(await list.isPageSorted(sortQuery(sorting, field, 1), field, 1))) return conclude([]);
  const notes = list.isShown(field, 1) ? [] : [`the list without it is in the order of \`${field}\`, too`];
  if (listDirections(sorting).length === 1) return conclude(declared, notes);
  const query = sortQuery(sorting, field, -1);
  if (await list.isPageSorted(query, field, -1)) return conclude(declared);
  if (!isSamePage(await list.page(query), list.plain)) return conclude([]);
  return conclude(declared, ["in ascending order only: nothing reverses it", ...notes]);
}

/**
 * Common collations of databases, since the document is silent about it: by code, without case, by the rules of a
 * language.
 */
const orders: readonly ((left: string, right: string) => number)[] = [
  byCodeUnits,
  (left, right) => byCodeUnits(left.toLowerCase(), right.toLowerCase()),
  ...[{}, { sensitivity: "base" } as const, { ignorePunctuation: true }, { numeric: true }].map(
    (options: Intl.CollatorOptions) => new Intl.Collator("en", options).compare,
  ),
];

/**
 * Whether values are sorted by any of the common orders, or by time if all are times. Missing values may be at either end, and values other than
 * texts and numbers may be in any order.
 */
function isInOrder(values: readonly unknown[], direction: Direction): boolean {
  const numbers = values.filter((value) => typeof value === "number");
  const texts = values.filter((value) => typeof value === "string");
  const areSorted = <Value>(list: readonly Value[], compare: (left: Value, right: Value) => number): boolean =>
    list.every((value, index) => {
      const before = list[index - 1];
      return before === undefined || direction * compare(before, value) <= 0;
    });
  return (
    areSorted(numbers, (left, right) => left - right) &&
    [...orders, findTimeOrder(texts) ?? []].flat().some((compare) => areSorted(texts, compare))
  );
}

/**
 * Whether a page is the start of the whole list sorted by a field: it is sorted itself, and no other known record
 * belongs before its last one. This works even on a page of one record.
 */
function startsSorted(
  page: Pick<Page, "records" | "keys">,
  known: Pick<KnownRecords, "records" | "keys">,
  field: string,
  direction: Direction,
): boolean {
  const values = presentValues(page.records.filter(isObject), field);
  if (values.length === 0 || !isInOrder(values, direction)) return false;
  const onPage = new Set(page.keys);
  const rest = known.records.filter((_, index) => !onPage.has(known.keys[index] ?? ""));
  return presentValues(rest, field).every((other) => isInOrder([values.at(-1), other], direction));
}

function presentValues(records: readonly Members[], field: string): readonly unknown[] {
  return records.filter((record) => fieldText(record, field) !== undefined).map((record) => fieldValue(record, field));
}

/** What lists share, read with their fields. */
const shared = { stage: "fields", operations: listOperationIds } as const;

/** How lists are filtered and sorted (§4). */
export const filteringPoints: readonly OpenPoint[] = [
  {
    ...shared,
    key: "filtering.style",
    observedBy: ["OBS-06"],
    subject: "lists are filtered by",
    say: wordFor({ plain: "`field=value`", bracket: "`filter[field]=value`", none: "nothing" }),
    read: readFilterStyle,
  },
  ...listPoints({
    "filtering.{list}": {
      stage: "fields",
      requirement: "DECL-07",
      observedBy: ["OBS-06"],
      subject: "{operation} is filtered by",
      say: fieldsInWords,
      read: readFilterFields,
      check: checkFilterFields,
    },
  }),
];

export const sortingPoints: readonly OpenPoint[] = [
  {
    ...shared,
    key: "sorting.style",
    observedBy: ["OBS-07"],
    subject: "lists are sorted in descending order by",
    say: wordFor({ signed: "a minus", pair: "a second parameter", none: "nothing" }),
    read: readSortStyle,
  },
  {
    ...shared,
    key: "sorting.parameter",
    observedBy: ["OBS-07"],
    subject: "lists are sorted by the parameter",
    read: readSortParameter,
  },
  {
    ...shared,
    key: "sorting.orderParameter",
    observedBy: ["OBS-07"],
    subject: "the direction of sorting is set by",
    read: readOrderParameter,
  },
  {
    ...shared,
    key: "sorting.unknownField",
    requirement: "DECL-09",
    rejectedAs: "badParameter",
    subject: "an unknown sort field is",
    say: rejectedOr,
    read: readUnknownField,
  },
  ...listPoints({
    "sorting.{list}": {
      stage: "fields",
      requirement: "DECL-08",
      observedBy: ["OBS-07"],
      subject: "{operation} is sorted by",
      say: fieldsInWords,
      read: readSortFields,
      check: checkSortFields,
    },
  }),
];
