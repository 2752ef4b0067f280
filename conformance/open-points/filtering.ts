import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange, Page } from "../log/model.ts";
import { filterParameter } from "../../fixtures/dialect/query-parameters.ts";
import type { Members } from "../target/envelope.ts";
import { memoize } from "../target/memoize.ts";
import { reading, type OpenPoint, type Reading, fieldsInWords, wordFor } from "./open-point.ts";
import { knownRecords, readPosition, readList, scalarFields, fieldText } from "./read-lists.ts";
import { NotApplicable, NotShown, readAllShown, unlessHidden, type Reader } from "./reader.ts";

/** A value that no record has. */
const noSuchValue = "orgkit-no-such-value";

/** Marks requests whose query has a value of a record, which no report shows. */
export const seenValue = "a value seen";

const styles = ["plain", "bracket"] as const;

/** The filters of a list, as far as the fields of its records show. */
interface Filters {
  readonly style: (typeof styles)[number] | "none";
  readonly fields: readonly string[];
  readonly exchanges: readonly Exchange[];
}

/** Common filter fields; the others are tried together first. */
const usual =
  /status|state|role|type|kind|plan|currency|country|mail|name|login|number|active|enabled|tag|category|group|team/i;

/** The maximum number of common fields, and of others, that are tried one by one. */
const maxAlone = 14;

/** The declared filter fields of a list; `undefined` if no style is declared. */
function declaredFields(reader: Reader, operation: ListOperationId): readonly string[] | undefined {
  const style = reader.declared("filtering.style");
  const fields = reader.declared(`filtering.${listOf(operation)}`);
  if (style === undefined) return undefined;
  if (style !== "none" && Array.isArray(fields) && fields.length > 0) return fields.map(String);
  throw new NotApplicable(`the dialect declares no filter of the ${listOf(operation)}`);
}

/** A list that may be filtered in a style. */
class FilteredList {
  readonly #reader: Reader;
  readonly #operation: ListOperationId;
  readonly #style: (typeof styles)[number];
  readonly #records: readonly Members[];
  readonly requests: Exchange[] = [];

  constructor(reader: Reader, operation: ListOperationId, style: (typeof styles)[number], records: readonly Members[]) {
    this.#reader = reader;
    this.#operation = operation;
    this.#style = style;
    this.#records = records;
  }

  /** The fields that filter: some of those that are common, and if others do at all, some of these. */
  async find(fields: readonly string[]): Promise<readonly string[]> {
    if (!(await this.#hasFilter(fields))) return [];
    const common = fields.filter((field) => usual.test(field)).slice(0, maxAlone);
    const others = fields.filter((field) => !common.includes(field));
    const candidates = (await this.#hasFilter(others)) ? [...common, ...others.slice(0, maxAlone)] : common;
    const filters: string[] = [];
    for (const field of candidates) if (await this.#isFilter(field)) filters.push(field);
    return filters;
  }

  async #read(fields: readonly string[], value: string, label?: string): Promise<Page | undefined> {
    const query = Object.fromEntries(fields.map((field) => [filterParameter(this.#style, field), value]));
    const read = await readList(this.#reader, this.#operation, query, label === undefined ? {} : { label });
    this.requests.push(read.exchange);
    return read.page;
  }

  /** Whether some of these fields filters: a value that no record has is rejected, or gets an empty list. */
  async #hasFilter(fields: readonly string[]): Promise<boolean> {
    if (fields.length === 0) return false;
    const page = await this.#read(fields, noSuchValue);
    return page === undefined || page.records.length === 0;
  }

  /** Whether a field filters: all records with its value are found, and no others. */
  async #isFilter(field: string): Promise<boolean> {
    const value = findDistinctive(this.#records, field);
    if (value === undefined) return (await this.#read([field], noSuchValue))?.records.length === 0;
    const { records = [], total = 0 } = (await this.#read([field], value, seenValue)) ?? {};
    const isMatch = (record: unknown): boolean => fieldText(Object(record), field) === value;
    return records.length > 0 && records.every(isMatch) && total >= this.#records.filter(isMatch).length;
  }
}

/** A value that some record has, but not the first: with it, a filtered list starts with another record. */
function findDistinctive(records: readonly Members[], field: string): string | undefined {
  const [first, ...others] = records.map((record) => fieldText(record, field));
  return others.find((value) => value !== undefined && value !== first);
}

/** The fields that filter a list, and the style of the parameters. Of declared fields, one shows it for all. */
const readFilters = memoize(async (reader: Reader, operation: ListOperationId): Promise<Filters> => {
  const declared = declaredFields(reader, operation);
  const declaredStyle = reader.declared("filtering.style");
  const { records } = await knownRecords(reader, operation);
  const { parameter, size } = (await unlessHidden(readPosition(reader, operation))) ?? {};
  const shown = declared?.filter((field) => records.some((record) => fieldText(record, field) !== undefined));
  if (shown?.length === 0) throw new NotShown("no record has a declared filter field");
  const one = shown?.find((field) => findDistinctive(records, field) !== undefined) ?? shown?.[0];
  const fields =
    one === undefined ? scalarFields(records).filter((name) => name !== parameter && name !== size) : [one];
  const exchanges: Exchange[] = [];
  for (const style of styles.filter((name) => name === (declaredStyle ?? name))) {
    const list = new FilteredList(reader, operation, style, records);
    const filters = await list.find(fields);
    exchanges.push(...list.requests);
    if (filters.length > 0) return { style, fields: declared ?? filters, exchanges };
  }
  return { style: "none", fields: [], exchanges };
});

/** The list that shows the style of filters: a dialect has only one. */
async function readStyle(reader: Reader): Promise<Reading> {
  const lists = await readAllShown(listOperationIds, (operation) => readFilters(reader, operation));
  const { style, exchanges } = lists.find((one) => one.style !== "none") ?? lists[0];
  const isOfOne = style === "none" && lists.length < listOperationIds.length;
  return reading(style, exchanges.slice(0, 2), isOfOne ? { doubt: "only one list shows it" } : {});
}

async function readFields(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { style, fields, exchanges } = await readFilters(reader, operation);
  if (reader.declared("filtering.style") !== undefined) return reading([...fields], exchanges.slice(-2));
  const { value } = await readStyle(reader);
  if (value === "none") throw new NotApplicable("the lists are not filtered");
  if (style !== value && style !== "none") throw new NotShown(`${operation} is filtered in another style`);
  return reading([...fields], exchanges.slice(0, 2), { note: "of the fields that records show" });
}

/** How the two lists are filtered (§4). */
export const filteringPoints: readonly OpenPoint[] = [
  {
    key: "filtering.style",
    stage: "fields",
    operations: listOperationIds,
    subject: "lists are filtered by",
    say: wordFor({ plain: "`field=value`", bracket: "`filter[field]=value`", none: "nothing" }),
    read: readStyle,
  },
  ...listOperationIds.map((operation): OpenPoint => ({
    key: `filtering.${listOf(operation)}`,
    stage: "fields",
    operations: [operation],
    requirement: "DECL-07",
    subject: `${operation} is filtered by`,
    say: fieldsInWords,
    read: (reader) => readFields(reader, operation),
  })),
];
