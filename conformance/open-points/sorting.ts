import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import type { Exchange, Page } from "../judge/model.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { unknownParameter } from "../experiments/names.ts";
import { findName } from "./narrow.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { knownRecords, pageFor, readList, scalarFields, valueIn, type KnownRecords, type Query } from "./read-lists.ts";
import { NotShown, readAllShown, unlessHidden, unlessSilent, type Reader } from "./reader.ts";
import { isInOrder, startsSorted, type Direction } from "./sort-order.ts";
import { fieldsInWords, rejectedOr, wordFor } from "./words.ts";

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Common parameters for the field to sort by, the most common first. */
const sortNames = words(`
  sort sort_by sortBy order_by orderBy ordering _sort sortby orderby $orderby sort[by] sort[field] sortField
  sort_field sort_key sortKey order[by] $sort sorting
`);

/** For the direction, if it has its own parameter. */
const orderNames = words(`
  order sort_dir sortDir dir direction sort_order sortOrder order_dir orderDir _order sort_direction
  sortDirection sort[order] sort[dir] sort[direction] orderDirection
`);

/** A field that no record has. */
const noSuchField = "orgkitNoSuchField";

/** Common sort fields, tried first. */
const usual = /(At|_at|date|time|name|mail|number|amount|total|price)$/i;

/** How many fields are tried where unknown ones are ignored. */
const maxFields = 8;

/** How lists are sorted. */
interface Sorting {
  readonly style: "signed" | "pair";
  readonly parameter: string;
  /** For two directions; absent if no known name reverses the order. */
  readonly orderParameter?: string | undefined;
  readonly exchanges: readonly Exchange[];
}

/** The query that sorts a list by a field. */
function sortQuery({ style, parameter, orderParameter }: Sorting, field: string, direction: Direction): Query {
  const isDown = direction === "descending";
  if (style === "signed") return { [parameter]: isDown ? `-${field}` : field };
  return { [parameter]: field, ...(orderParameter === undefined ? {} : { [orderParameter]: isDown ? "desc" : "asc" }) };
}

/** The declared sorting; `undefined` if its style or parameter is not declared. */
function declaredSorting(reader: Reader): Sorting | undefined {
  const [style, parameter, order] = ["style", "parameter", "orderParameter"].map((name) =>
    reader.declared(`sorting.${name}`),
  );
  if (style === "none") throw new NotShown("the dialect declares no sort key", { lack: "nothing" });
  if ((style !== "signed" && style !== "pair") || typeof parameter !== "string") return undefined;
  return { style, parameter, orderParameter: typeof order === "string" ? order : undefined, exchanges: [] };
}

/** A list whose sorting is looked for. */
class Search {
  readonly reader: Reader;
  readonly operation: ListOperationId;
  readonly known: KnownRecords;
  readonly plain: Page | undefined;
  /** The fields to sort by, the most common first. */
  readonly fields: readonly string[];

  constructor(reader: Reader, operation: ListOperationId, known: KnownRecords, plain: Page | undefined) {
    this.reader = reader;
    this.operation = operation;
    this.known = known;
    this.plain = plain;
    const fields = scalarFields(known.records);
    this.fields = fields.toSorted((left, right) => Number(usual.test(right)) - Number(usual.test(left)));
  }

  page(query: Query): Promise<Page | undefined> {
    return pageFor(this.reader, this.operation, query);
  }

  /** Whether a query is rejected. A missing response is no rejection. */
  async isRejected(query: Query): Promise<boolean> {
    const read = await unlessSilent(readList(this.reader, this.operation, query));
    return read !== undefined && read.page === undefined;
  }

  isSorted(page: Page | undefined, field: string, direction: Direction): boolean {
    return page !== undefined && startsSorted(page, this.known, field, direction);
  }

  /** Whether a query sorts the list in a direction in which it was not sorted before. */
  async isTurned(query: Query, field: string, direction: Direction): Promise<boolean> {
    return !this.isSorted(this.plain, field, direction) && this.isSorted(await this.page(query), field, direction);
  }

  /** Names that no field has, which may filter; those in brackets apart: many services read them as one with others. */
  groups(names: readonly string[]): readonly (readonly string[])[] {
    const fields = new Set(this.known.records.flatMap((record) => Object.keys(record)));
    const free = names.filter((name) => !fields.has(name));
    return [free.filter((name) => !name.includes("[")), free.filter((name) => name.includes("["))];
  }
}

const openSearch = memoize(async (reader: Reader, operation: ListOperationId): Promise<Search> => {
  const known = await knownRecords(reader, operation);
  if (known.records.length < 2) throw new NotShown(`there is only one record in ${operation}`);
  return new Search(reader, operation, known, await pageFor(reader, operation, {}));
});

function valued(names: readonly string[], value: string): Query {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The sorting of a list; "none" if no known name works. */
const findSorting = memoize(async (reader: Reader, operation: ListOperationId): Promise<Sorting | "none"> => {
  const search = await openSearch(reader, operation);
  const isStrict = await search.isRejected({ [unknownParameter]: "1" });
  const groups = search.groups(sortNames);
  const isRejecting = isStrict || (await search.isRejected(valued(groups.flat(), noSuchField)));
  for (const group of isRejecting ? groups : []) {
    const name = isStrict
      ? await findStrictName(search, group)
      : await findName(group, (some) => search.isRejected(valued(some, noSuchField)));
    const field = name && (await findAccepted(search, name));
    if (name !== undefined && field !== undefined) return styleOf(search, name, field, true);
  }
  if (isStrict) return "none";
  const orders = search.groups(orderNames)[0] ?? [];
  for (const field of search.fields.slice(0, maxFields)) {
    const isSorting = async (some: readonly string[]): Promise<boolean> => {
      const query = { ...valued(orders, "desc"), ...valued(some, field) };
      return (await search.isTurned(query, field, "descending")) || search.isTurned(query, field, "ascending");
    };
    // All names at once first: most fields do not work with any.
    const others = search.groups(sortNames.filter((name) => !orders.includes(name)));
    if (!(await isSorting(others.flat()))) continue;
    for (const group of others) {
      const name = await findName(group, isSorting);
      if (name !== undefined) return styleOf(search, name, field, false);
    }
  }
  return "none";
});

/** On a target that rejects unknown names: the one with which a field is accepted, and an unknown field is not. */
async function findStrictName(search: Search, names: readonly string[]): Promise<string | undefined> {
  const [field = "id"] = search.fields;
  for (const name of names.slice(0, maxFields)) {
    if ((await search.page({ [name]: field })) !== undefined && (await search.isRejected({ [name]: noSuchField })))
      return name;
  }
  return undefined;
}

async function findAccepted(search: Search, name: string): Promise<string | undefined> {
  for (const field of search.fields) if ((await search.page({ [name]: field })) !== undefined) return field;
  return undefined;
}

/** Whether a minus reverses the order, or another parameter does. */
async function styleOf(search: Search, parameter: string, field: string, rejects: boolean): Promise<Sorting> {
  const { reader, operation } = search;
  const turned = await readList(reader, operation, { [parameter]: `-${field}` });
  const exchanges = [turned.exchange];
  const isSigned = turned.page !== undefined && (rejects || search.isSorted(turned.page, field, "descending"));
  if (isSigned) return { style: "signed", parameter, exchanges };
  const up = await search.page({ [parameter]: field });
  const isOrder = async (some: readonly string[]): Promise<boolean> => {
    const down = await search.page({ [parameter]: field, ...valued(some, "desc") });
    return search.isSorted(down, field, "descending") && !search.isSorted(up, field, "descending");
  };
  for (const group of search.groups(orderNames.filter((name) => name !== parameter))) {
    const orderParameter = await findName(group, isOrder);
    if (orderParameter !== undefined) return { style: "pair", parameter, orderParameter, exchanges };
  }
  return { style: "pair", parameter, exchanges };
}

/** From the users, or else from the invoices: a dialect has one for both. */
const sortingOf = memoize(async (reader: Reader): Promise<Sorting | "none"> => {
  const declared = declaredSorting(reader);
  if (declared !== undefined) return declared;
  const found = await readAllShown(
    listOperationIds,
    (operation) => findSorting(reader, operation),
    (sorting) => sorting !== "none",
  );
  return found.find((one) => one !== "none") ?? found[0];
});

async function foundSorting(reader: Reader): Promise<Sorting> {
  const sorting = await sortingOf(reader);
  if (sorting === "none") throw new NotShown("no common parameter sorts the lists", { lack: "nothing" });
  return sorting;
}

async function readStyle(reader: Reader): Promise<Reading> {
  const sorting = await sortingOf(reader);
  if (sorting === "none") return reading("none", [], { doubt: "no common parameter changed the order" });
  const { style, orderParameter, exchanges } = sorting;
  const isShown = style === "signed" || orderParameter !== undefined;
  return reading(style, exchanges, isShown ? {} : { doubt: "no common parameter reverses the order" });
}

async function readParameter(reader: Reader): Promise<Reading> {
  const { parameter, exchanges } = await foundSorting(reader);
  return reading(parameter, exchanges);
}

async function readOrderParameter(reader: Reader): Promise<Reading> {
  const { style, orderParameter, exchanges } = await foundSorting(reader);
  if (style === "signed") throw new NotShown("a minus reverses the order", { lack: "nothing" });
  if (orderParameter === undefined) throw new NotShown("no common parameter reverses the order");
  return reading(orderParameter, exchanges);
}

/** What an unknown field gets; on a list that is not sorted at all, nothing shows it. */
async function readUnknownField(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { parameter } = await foundSorting(reader);
  const declared = reader.declared(`sorting.${listOf(operation)}`);
  if (Array.isArray(declared) && declared.length === 0)
    throw new NotShown("the dialect declares no sort key of this list, so it has no parameter", { lack: "nothing" });
  const { exchange } = await readList(reader, operation, { [parameter]: noSuchField });
  if (!isSuccess(exchange)) return reading("reject", [exchange]);
  const fields = reader.declared("sorting.unknownField") ?? (await unlessHidden(readFields(reader, operation)))?.value;
  if (Array.isArray(fields) && fields.length === 0) throw new NotShown(`${operation} is not sorted`);
  return reading("ignore", [exchange]);
}

async function readFields(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const sorting = await foundSorting(reader);
  const search = await openSearch(reader, operation);
  const declared = reader.declared(`sorting.${listOf(operation)}`);
  if (Array.isArray(declared)) return readDeclaredFields(search, sorting, declared.map(String));
  const note = "of the fields that records show";
  const exchanges: Exchange[] = [];
  const fields: string[] = [];
  const { parameter } = sorting;
  if (await search.isRejected({ [parameter]: noSuchField })) {
    for (const field of search.fields) {
      const { page, exchange } = await readList(reader, operation, { [parameter]: field });
      if (page === undefined) continue;
      fields.push(field);
      exchanges.push(exchange);
    }
    return reading(fields, exchanges, { note });
  }
  const equal: string[] = [];
  // Without a parameter that reverses it, only ascending order can be requested.
  const isOneWay = sorting.style === "pair" && sorting.orderParameter === undefined;
  const directions: readonly Direction[] = isOneWay ? ["ascending"] : ["descending", "ascending"];
  for (const field of search.fields) {
    // A field by which the plain list is not sorted, so that sorting by it shows.
    const direction = directions.find((one) => !search.isSorted(search.plain, field, one));
    if (direction === undefined) {
      equal.push(field);
      continue;
    }
    const { page, exchange } = await readList(reader, operation, sortQuery(sorting, field, direction));
    if (!search.isSorted(page, field, direction)) continue;
    fields.push(field);
    exchanges.push(exchange);
  }
  const isMoving = reader.facts.isBusy(operation) || reader.facts.isChanging(operation);
  const doubt = isMoving ? "other clients are writing" : `all records have the same ${equal.join(", ")}`;
  return reading(fields, exchanges, { note, ...(equal.length === 0 && !isMoving ? {} : { doubt }) });
}

/** The order of one declared sort key, in both directions. */
async function readDeclaredFields(search: Search, sorting: Sorting, fields: readonly string[]): Promise<Reading> {
  const { reader, operation, known } = search;
  const hasTwo = (field: string): boolean =>
    new Set(known.records.map((record) => JSON.stringify(valueIn(record, field) ?? null))).size > 1;
  const field = fields.find(hasTwo);
  if (field === undefined)
    throw new NotShown(
      fields.length === 0
        ? "the dialect declares no sort key of this list"
        : "no declared sort key has two different values on the page",
      fields.length === 0 ? { lack: "nothing" } : {},
    );
  const exchanges: Exchange[] = [];
  for (const direction of ["ascending", "descending"] as const) {
    if (direction === "descending" && sorting.style === "pair" && sorting.orderParameter === undefined) continue;
    const query = sortQuery(sorting, field, direction);
    const { page, exchange } = await readList(reader, operation, query);
    exchanges.push(exchange);
    const what = JSON.stringify(query);
    if (page === undefined)
      return reading([], [exchange], { problem: `${what} returns no list (${exchange.response.status})` });
    const values = page.records.filter(isObject).map((record) => valueIn(record, field));
    if (!isInOrder(values, direction))
      return reading([], [exchange], {
        problem: `${what} does not sort the records in ${direction} order of ${field}`,
      });
  }
  return reading([...fields], exchanges);
}

/** How the two lists are sorted (§4). */
export const sortingPoints: readonly OpenPoint[] = [
  {
    key: "sorting.style",
    operations: listOperationIds,
    subject: "lists are sorted in descending order by",
    say: wordFor({ signed: "a minus", pair: "a second parameter", none: "nothing" }),
    read: readStyle,
  },
  {
    key: "sorting.parameter",
    operations: listOperationIds,
    subject: "lists are sorted by the parameter",
    read: readParameter,
  },
  {
    key: "sorting.orderParameter",
    operations: listOperationIds,
    subject: "the direction of sorting is set by",
    read: readOrderParameter,
  },
  {
    key: "sorting.unknownField",
    operations: listOperationIds,
    requirement: "DECL-09",
    rejectedAs: "badParameter",
    subject: "an unknown sort field is",
    say: rejectedOr,
    read: (reader, operation) =>
      readUnknownField(reader, listOperationIds.find((one) => one === operation) ?? "listUsers"),
  },
  ...listOperationIds.map((operation): OpenPoint => ({
    key: `sorting.${listOf(operation)}`,
    operations: [operation],
    requirement: "DECL-08",
    subject: `${operation} is sorted by`,
    say: fieldsInWords,
    read: (reader) => readFields(reader, operation),
  })),
];
