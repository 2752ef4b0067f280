import {
  isList,
  listOf,
  listOperationIds,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/values/json.ts";
import type { Exchange, Page } from "../log/model.ts";
import { orderNames, sortNames } from "../log/parameter-names.ts";
import { byCodeUnits, orderOfTimes } from "../../fixtures/values/order.ts";
import type { Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import {
  findName,
  knownRecords,
  pageFor,
  readList,
  scalarFields,
  fieldText,
  fieldValue,
  type KnownRecords,
  type Query,
} from "./read-lists.ts";
import { reading, type OpenPoint, type Reading, fieldsInWords, rejectedOr, wordFor } from "./open-point.ts";
import { NotApplicable, NotShown, readAllShown, unlessHidden, unlessSilent, type Reader } from "./reader.ts";

/** A field that no record has. */
const noSuchField = "orgkitNoSuchField";

/** Common sort fields, tried first. */
const usual = /(At|_at|date|time|name|mail|number|amount|total|price)$/i;

/** How many fields are tried where unknown ones are ignored. */
const maxFields = 8;

type Direction = "ascending" | "descending";

/** How lists are sorted. */
interface Sorting {
  readonly style: "signed" | "pair";
  readonly parameter: string;
  /** For two directions; absent if no known name reverses the order. */
  readonly orderParameter?: string | undefined;
}

/** The directions that can be requested. */
function listDirections({ style, orderParameter }: Sorting): readonly Direction[] {
  return style === "pair" && orderParameter === undefined ? ["ascending"] : ["descending", "ascending"];
}

/** The query that sorts a list by a field. */
function sortQuery({ style, parameter, orderParameter }: Sorting, field: string, direction: Direction): Query {
  const isDown = direction === "descending";
  if (style === "signed") return { [parameter]: isDown ? `-${field}` : field };
  return { [parameter]: field, ...(orderParameter !== undefined && { [orderParameter]: isDown ? "desc" : "asc" }) };
}

function valued(names: readonly string[], value: string): Query {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** A list, and what its pages show of an order. */
class SortedList {
  /** The fields to sort by, the most common first. */
  readonly fields: readonly string[];
  readonly #reader: Reader;
  readonly #operation: ListOperationId;
  readonly #listed: KnownRecords;
  readonly #plain: Page | undefined;

  constructor(reader: Reader, operation: ListOperationId, listed: KnownRecords, plain: Page | undefined) {
    const rank = (field: string): number => Number(!usual.test(field));
    this.fields = scalarFields(listed.records).toSorted((left, right) => rank(left) - rank(right));
    this.#reader = reader;
    this.#operation = operation;
    this.#listed = listed;
    this.#plain = plain;
  }

  page(query: Query): Promise<Page | undefined> {
    return pageFor(this.#reader, this.#operation, query);
  }

  /** A missing response is no rejection. */
  async isRejected(query: Query): Promise<boolean> {
    const read = await unlessSilent(readList(this.#reader, this.#operation, query));
    return read !== undefined && read.page === undefined;
  }

  async isSorted(query: Query, field: string, direction: Direction): Promise<boolean> {
    const page = await this.page(query);
    return page !== undefined && startsSorted(page, this.#listed, field, direction);
  }

  /** Whether a page is in order by itself: values may have changed since other pages were read. */
  async isPageSorted(query: Query, field: string, direction: Direction): Promise<boolean> {
    const { records = [] } = (await this.page(query)) ?? {};
    const values = records.filter(isObject).map((record) => fieldValue(record, field));
    return records.length > 0 && isInOrder(values, direction);
  }

  /** Whether a list is sorted, and what should reverse the order changes nothing. */
  async ignoresDescending(sorting: Sorting, field: string): Promise<boolean> {
    const down = await this.page(sortQuery(sorting, field, "descending"));
    const isIgnored = down !== undefined && down.keys.join() === this.#plain?.keys.join();
    return isIgnored && (await this.isPageSorted(sortQuery(sorting, field, "ascending"), field, "ascending"));
  }

  /** Whether records differ in a field. */
  hasValues(field: string): boolean {
    return new Set(this.#listed.records.map((record) => JSON.stringify(fieldValue(record, field) ?? null))).size > 1;
  }

  /** Whether sorting by a field in a direction shows, since the plain list is in another order. */
  isShown(field: string, direction: Direction): boolean {
    return this.#plain === undefined || !startsSorted(this.#plain, this.#listed, field, direction);
  }

  /** Names that no field has, which may filter; those in brackets apart: many services read them as one with others. */
  groups(names: readonly string[]): readonly (readonly string[])[] {
    const fields = new Set(this.#listed.records.flatMap((record) => Object.keys(record)));
    const free = names.filter((name) => !fields.has(name));
    return [free.filter((name) => !name.includes("[")), free.filter((name) => name.includes("["))];
  }
}

const openList = memoize(async (reader: Reader, operation: ListOperationId): Promise<SortedList> => {
  const records = await knownRecords(reader, operation);
  if (records.records.length < 2) throw new NotShown(`there is only one record in ${operation}`);
  return new SortedList(reader, operation, records, await pageFor(reader, operation, {}));
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
      for (const one of ["descending", "ascending"] as const)
        if (list.isShown(field, one) && (await list.isSorted(query, field, one))) return true;
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
  const isSigned = isRejecting ? !(await list.isRejected(minus)) : await list.isSorted(minus, field, "descending");
  if (isSigned) return { style: "signed", parameter };
  const isUp = await list.isSorted({ [parameter]: field }, field, "descending");
  const isOrder = async (some: readonly string[]): Promise<boolean> =>
    !isUp && (await list.isSorted({ [parameter]: field, ...valued(some, "desc") }, field, "descending"));
  for (const group of list.groups(orderNames.filter((name) => name !== parameter))) {
    const orderParameter = await findName(group, isOrder);
    if (orderParameter !== undefined) return { style: "pair", parameter, orderParameter };
  }
  return { style: "pair", parameter };
}

/** The declared sorting, or that of a list: a dialect has one for both. */
const readSorting = memoize(async (reader: Reader): Promise<Sorting | "none"> => {
  const declared = (name: string): unknown => reader.declared(`sorting.${name}`);
  const [style, parameter, orderParameter] = ["style", "parameter", "orderParameter"].map(declared);
  if (style === "none") throw new NotApplicable("the dialect declares no sort key");
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

/** The last requests that were sorted. */
function lastSorted({ log }: Reader, parameter: string, operation?: ListOperationId): readonly Exchange[] {
  const isSent = (one: Exchange): boolean => one.operation === (operation ?? one.operation);
  return log.filter((one) => one.probe.query?.[parameter] !== undefined && isSent(one)).slice(-2);
}

async function readStyle(reader: Reader): Promise<Reading> {
  const sorting = await readSorting(reader);
  if (sorting === "none") return reading("none", [], { doubt: "no common parameter changed the order" });
  const { style, parameter } = sorting;
  const doubt = { doubt: "no common parameter reverses the order" };
  return reading(style, lastSorted(reader, parameter), listDirections(sorting).length === 1 ? doubt : {});
}

async function readParameter(reader: Reader): Promise<Reading> {
  const { parameter } = await knownSorting(reader);
  return reading(parameter, lastSorted(reader, parameter));
}

async function readOrderParameter(reader: Reader): Promise<Reading> {
  const { style, orderParameter } = await knownSorting(reader);
  if (style === "signed") throw new NotApplicable("a minus reverses the order");
  if (orderParameter === undefined) throw new NotShown("no common parameter reverses the order");
  return reading(orderParameter, lastSorted(reader, orderParameter));
}

/** The declared sort keys of a list; `undefined` if they are not declared. */
function declaredFields(reader: Reader, operation: ListOperationId): readonly string[] | undefined {
  const fields = reader.declared(`sorting.${listOf(operation)}`);
  if (Array.isArray(fields) && fields.length === 0)
    throw new NotApplicable("the dialect declares no sort key of this list");
  return Array.isArray(fields) ? fields.map(String) : undefined;
}

/** What an unknown field gets; on a list that is not sorted at all, nothing shows it. */
async function readUnknownField(reader: Reader, operation: OperationId): Promise<Reading> {
  if (!isList(operation)) throw new NotApplicable(`${operation} is not a list`);
  const { parameter } = await knownSorting(reader);
  const declared = declaredFields(reader, operation);
  const { exchange } = await readList(reader, operation, { [parameter]: noSuchField });
  if (!isSuccess(exchange)) return reading("reject", [exchange]);
  const fields = declared ?? (await unlessHidden(readFields(reader, operation)))?.value;
  if (Array.isArray(fields) && fields.length === 0) throw new NotShown(`${operation} is not sorted`);
  return reading("ignore", [exchange]);
}

async function readFields(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const sorting = await knownSorting(reader);
  const declared = declaredFields(reader, operation);
  const list = await openList(reader, operation);
  const exchanges = (): readonly Exchange[] => lastSorted(reader, sorting.parameter, operation);
  if (declared !== undefined) return readDeclaredFields(list, sorting, declared, exchanges);
  const fields: string[] = [];
  const equal: string[] = [];
  if (await list.isRejected({ [sorting.parameter]: noSuchField })) {
    for (const field of list.fields)
      if ((await list.page({ [sorting.parameter]: field })) !== undefined) fields.push(field);
  } else {
    if (reader.facts.isBusy(operation) || reader.facts.isChanging(operation))
      throw new NotShown("other clients change the order");
    for (const field of list.fields) {
      const visible = listDirections(sorting).find((direction) => list.isShown(field, direction));
      if (visible === undefined) equal.push(field);
      else if (await list.isSorted(sortQuery(sorting, field, visible), field, visible)) fields.push(field);
    }
  }
  return reading(fields, exchanges(), {
    note: "of the fields that records show",
    ...(equal.length > 0 && { doubt: `all records have the same ${equal.join(", ")}` }),
  });
}

/** One declared field in each direction shows it for all. */
async function readDeclaredFields(
  list: SortedList,
  sorting: Sorting,
  declared: readonly string[],
  exchanges: () => readonly Exchange[],
): Promise<Reading> {
  const different = declared.filter((one) => list.hasValues(one));
  // A list that is in the order of a field anyway shows nothing by it.
  const field = different.find((one) => list.isShown(one, "ascending")) ?? different[0];
  if (field === undefined) throw new NotShown("no declared sort key has two different values on the page");
  let isSorted = true;
  for (const one of listDirections(sorting))
    isSorted &&= await list.isPageSorted(sortQuery(sorting, field, one), field, one);
  // The direction is a matter of the style; the key orders the records.
  if (!isSorted && (await list.ignoresDescending(sorting, field)))
    return reading([...declared], exchanges(), { note: "in ascending order only: nothing reverses it" });
  return reading(isSorted ? [...declared] : [], exchanges());
}

/**
 * Common collations of databases, since the document is silent about it: by code, without case, by the rules of a
 * language.
 */
const orders: readonly ((left: string, right: string) => number)[] = [
  byCodeUnits,
  (left, right) => byCodeUnits(left.toLowerCase(), right.toLowerCase()),
  (left, right) => left.localeCompare(right, "en"),
  (left, right) => left.localeCompare(right, "en", { sensitivity: "base" }),
  (left, right) => left.localeCompare(right, "en", { ignorePunctuation: true }),
  (left, right) => left.localeCompare(right, "en", { numeric: true }),
];

/**
 * Whether values are sorted by any of the common orders, or by time if all are times. Missing values may be at either end, and values other than
 * texts and numbers may be in any order.
 */
function isInOrder(values: readonly unknown[], direction: Direction): boolean {
  const present = values.filter((value) => value !== null && value !== undefined);
  const numbers = present.filter((value) => typeof value === "number");
  const texts = present.filter((value) => typeof value === "string");
  const sign = direction === "ascending" ? 1 : -1;
  const areSorted = <Value>(list: readonly Value[], compare: (left: Value, right: Value) => number): boolean =>
    list.every((value, index) => {
      const before = list[index - 1];
      return index === 0 || before === undefined || sign * compare(before, value) <= 0;
    });
  const byTime = orderOfTimes(texts);
  const textOrders = byTime === undefined ? orders : [...orders, byTime];
  return areSorted(numbers, (left, right) => left - right) && textOrders.some((compare) => areSorted(texts, compare));
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

/** How the two lists are sorted (§4). */
export const sortingPoints: readonly OpenPoint[] = [
  {
    key: "sorting.style",
    stage: "fields",
    operations: listOperationIds,
    subject: "lists are sorted in descending order by",
    say: wordFor({ signed: "a minus", pair: "a second parameter", none: "nothing" }),
    read: readStyle,
  },
  {
    key: "sorting.parameter",
    stage: "fields",
    operations: listOperationIds,
    subject: "lists are sorted by the parameter",
    read: readParameter,
  },
  {
    key: "sorting.orderParameter",
    stage: "fields",
    operations: listOperationIds,
    subject: "the direction of sorting is set by",
    read: readOrderParameter,
  },
  {
    key: "sorting.unknownField",
    stage: "fields",
    operations: listOperationIds,
    requirement: "DECL-09",
    rejectedAs: "badParameter",
    subject: "an unknown sort field is",
    say: rejectedOr,
    read: readUnknownField,
  },
  ...listOperationIds.map((operation): OpenPoint => ({
    key: `sorting.${listOf(operation)}`,
    stage: "fields",
    operations: [operation],
    requirement: "DECL-08",
    subject: `${operation} is sorted by`,
    say: fieldsInWords,
    read: (reader) => readFields(reader, operation),
  })),
];
