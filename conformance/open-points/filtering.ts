import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../log/model.ts";
import { filterParameter } from "../../fixtures/dialect/query-parameters.ts";
import type { Members } from "../target/envelope.ts";
import { memoize } from "../target/memoize.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { knownRecords, readPosition, readList, scalarFields, fieldText, type Query } from "./read-lists.ts";
import { NotShown, readAllShown, unlessHidden, type Reader } from "./reader.ts";
import { fieldsInWords, wordFor } from "./words.ts";

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
  throw new NotShown(`the dialect declares no filter of the ${listOf(operation)}`, { lack: "nothing" });
}

/** A list, and a style in which it may be filtered. */
interface FilterSearch {
  readonly reader: Reader;
  readonly operation: ListOperationId;
  readonly style: (typeof styles)[number];
  readonly records: readonly Members[];
  readonly requests: Exchange[];
}

async function readFiltered({ reader, operation, style, requests }: FilterSearch, filters: Query, label?: string) {
  const query = Object.entries(filters).map(([name, value]) => [filterParameter(style, name), value]);
  const read = await readList(reader, operation, Object.fromEntries(query), label);
  requests.push(read.exchange);
  return read.page;
}

/** Whether some of these fields filters: a value that no record has is rejected, or gets an empty list. */
async function hasFilter(search: FilterSearch, fields: readonly string[]): Promise<boolean> {
  if (fields.length === 0) return false;
  const page = await readFiltered(search, Object.fromEntries(fields.map((field) => [field, noSuchValue])));
  return page === undefined || page.records.length === 0;
}

/** Whether a field filters: all records with its value are found, and no others. */
async function isFilter(search: FilterSearch, field: string): Promise<boolean> {
  const value = distinctive(search.records, field);
  if (value === undefined) return (await readFiltered(search, { [field]: noSuchValue }))?.records.length === 0;
  const { records = [], total = 0 } = (await readFiltered(search, { [field]: value }, seenValue)) ?? {};
  const isMatch = (record: unknown): boolean => fieldText(Object(record), field) === value;
  return records.length > 0 && records.every(isMatch) && total >= search.records.filter(isMatch).length;
}

/** A value that some record has, but not the first: with it, a filtered list starts with another record. */
function distinctive(records: readonly Members[], field: string): string | undefined {
  const [first, ...others] = records.map((record) => fieldText(record, field));
  return others.find((value) => value !== undefined && value !== first);
}

async function findFilters(search: FilterSearch, fields: readonly string[]): Promise<readonly string[]> {
  if (!(await hasFilter(search, fields))) return [];
  const common = fields.filter((field) => usual.test(field)).slice(0, maxAlone);
  const others = fields.filter((field) => !common.includes(field));
  const candidates = (await hasFilter(search, others)) ? [...common, ...others.slice(0, maxAlone)] : common;
  const filters: string[] = [];
  for (const field of candidates) if (await isFilter(search, field)) filters.push(field);
  return filters;
}

/** The fields that filter a list, and the style of the parameters. Of declared fields, one shows it for all. */
const readFilters = memoize(async (reader: Reader, operation: ListOperationId): Promise<Filters> => {
  const declared = declaredFields(reader, operation);
  const declaredStyle = reader.declared("filtering.style");
  const { records } = await knownRecords(reader, operation);
  const pagingParameters = new Set(Object.values((await unlessHidden(readPosition(reader, operation))) ?? {}));
  const fields = scalarFields(records).filter((field) => !pagingParameters.has(field));
  const declaredHere =
    declared?.filter((field) => records.some((record) => fieldText(record, field) !== undefined)) ?? [];
  const one = declaredHere.find((field) => distinctive(records, field) !== undefined) ?? declaredHere[0];
  if (declared !== undefined && one === undefined) throw new NotShown("no record has a declared filter field");
  const requests: Exchange[] = [];
  for (const style of styles.filter((name) => name === (declaredStyle ?? name))) {
    const search = { reader, operation, style, records, requests };
    if (declared !== undefined && one !== undefined) {
      const isRight = (await hasFilter(search, [one])) && (await isFilter(search, one));
      return { style, fields: isRight ? declared : [], exchanges: requests };
    }
    const filters = await findFilters(search, fields);
    if (filters.length > 0) return { style, fields: filters, exchanges: requests };
  }
  return { style: "none", fields: [], exchanges: requests };
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
  if (value === "none") throw new NotShown("the lists are not filtered", { lack: "nothing" });
  if (style !== value && style !== "none") throw new NotShown(`${operation} is filtered in another style`);
  return reading([...fields], exchanges.slice(0, 2), { note: "of the fields that records show" });
}

/** How the two lists are filtered (§4). */
export const filteringPoints: readonly OpenPoint[] = [
  {
    key: "filtering.style",
    operations: listOperationIds,
    subject: "lists are filtered by",
    say: wordFor({ plain: "`field=value`", bracket: "`filter[field]=value`", none: "nothing" }),
    read: readStyle,
  },
  ...listOperationIds.map((operation): OpenPoint => ({
    key: `filtering.${listOf(operation)}`,
    operations: [operation],
    requirement: "DECL-07",
    subject: `${operation} is filtered by`,
    say: fieldsInWords,
    read: (reader) => readFields(reader, operation),
  })),
];
