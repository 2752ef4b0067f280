import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../judge/model.ts";
import type { Members } from "../target/envelope.ts";
import { memoize } from "../target/memoize.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { knownRecords, positionOf, readList, scalarFields, textOf, type Query } from "./read-lists.ts";
import { NotShown, readAllShown, unlessHidden, type Reader } from "./reader.ts";
import { fieldsInWords, wordFor } from "./words.ts";

/** A value that no record has. */
const noSuchValue = "orgkit-no-such-value";

const styles = ["plain", "bracket"] as const;
type Style = (typeof styles)[number];

/** The filters of a list, as far as the fields of its records show. */
interface Filters {
  readonly style: Style | "none";
  readonly fields: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly problem?: string;
}

/** The query of a filter for records with this value. */
function filterQuery(style: Style, field: string, value: string): Query {
  return { [style === "bracket" ? `filter[${field}]` : field]: value };
}

/** Common filter fields; the others are tried together first. */
const usual =
  /status|state|role|type|kind|plan|currency|country|mail|name|login|number|active|enabled|tag|category|group|team/i;

/** With more fields than this, they are only tried together. */
const maxAlone = 14;

/** The fields that filter a list, and the style of the parameters. */
const readFilters = memoize(async (reader: Reader, operation: ListOperationId): Promise<Filters> => {
  const declared = reader.declared("filtering.style");
  const known = await knownRecords(reader, operation);
  if (declared === "plain" || declared === "bracket") return readDeclaredFilters(reader, operation, declared);
  if (declared === "none") throw new NotShown("the dialect declares no filter", { lack: "nothing" });
  const taken = new Set(Object.values((await unlessHidden(positionOf(reader, operation))) ?? {}));
  const fields = scalarFields(known.records).filter((field) => !taken.has(field));
  const [usualList = operation] = listOperationIds;
  // Most services filter all lists in the same way.
  const users = usualList === operation ? undefined : await unlessHidden(readFilters(reader, usualList));
  const exchanges: Exchange[] = [];
  for (const style of users?.style === "bracket" ? styles.toReversed() : styles) {
    const search = { reader, operation, style, records: known.records, exchanges };
    const found = await findFilters(search, fields);
    if (found.length > 0) return { style, fields: found, exchanges };
  }
  return { style: "none", fields: [], exchanges };
});

interface Search {
  readonly reader: Reader;
  readonly operation: ListOperationId;
  readonly style: Style;
  readonly records: readonly Members[];
  readonly exchanges: Exchange[];
}

async function findFilters(search: Search, fields: readonly string[]): Promise<readonly string[]> {
  if (fields.length === 0) return [];
  const effect = await tryTogether(search, fields);
  if (effect === "none") return [];
  const alone = fields.filter((field) => usual.test(field)).slice(0, maxAlone);
  const others = fields.filter((field) => !alone.includes(field));
  const found = await findAlone(search, alone);
  if (others.length === 0 || (effect === "rejected" && found.length === 0)) return found;
  if ((await tryTogether(search, others)) === "none") return found;
  return [...found, ...(await findAlone(search, others.slice(0, maxAlone)))];
}

/** What values get that no record has: with a filter among the fields, the list is empty, or they are rejected. */
async function tryTogether(
  { reader, operation, style, exchanges }: Search,
  fields: readonly string[],
): Promise<"none" | "empty" | "rejected"> {
  const query: Query = Object.assign({}, ...fields.map((field) => filterQuery(style, field, noSuchValue)));
  const { page, exchange } = await readList(reader, operation, query);
  if (page === undefined) return "rejected";
  exchanges.push(exchange);
  return page.records.length === 0 ? "empty" : "none";
}

async function findAlone(search: Search, fields: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const field of fields) if (await isFilter(search, field)) found.push(field);
  return found;
}

/** Whether a field filters: by a value that some record has and the first has not, or by one that no record has. */
async function isFilter({ reader, operation, style, records, exchanges }: Search, field: string): Promise<boolean> {
  const value = distinctive(records, field);
  const query = filterQuery(style, field, value ?? noSuchValue);
  const { page, exchange } = await readList(reader, operation, query, value === undefined ? undefined : seenValue);
  if (page === undefined) return false;
  const matching = page.records.filter((record) => textOf(Object(record), field) === value);
  const isFollowed =
    value === undefined ? page.records.length === 0 : matching.length > 0 && matching.length === page.records.length;
  if (isFollowed) exchanges.push(exchange);
  return isFollowed;
}

/** Marks requests whose query has a value of a record, which no report shows. */
export const seenValue = "a value seen";

/** A value that some record has, but not the first: with it, a filtered list starts with another record. */
function distinctive([first, ...others]: readonly Members[], field: string): string | undefined {
  if (first === undefined) return undefined;
  const usualValue = textOf(first, field);
  return others.map((record) => textOf(record, field)).find((value) => value !== undefined && value !== usualValue);
}

/** One declared filter, with a value of some record and with one that no record has. */
async function readDeclaredFilters(reader: Reader, operation: ListOperationId, style: Style): Promise<Filters> {
  const { records, total } = await knownRecords(reader, operation);
  const declared = reader.declared(`filtering.${listOf(operation)}`);
  if (declared === undefined)
    throw new NotShown(`the dialect does not say filtering.${listOf(operation)}`, { lack: "nothing" });
  const fields = (Array.isArray(declared) ? declared : []).map(String);
  const withValue = fields.filter((field) => records.some((record) => textOf(record, field) !== undefined));
  const field = withValue.find((one) => distinctive(records, one) !== undefined) ?? withValue[0];
  if (field === undefined) throw new NotShown("no record has a declared filter field");
  const value = distinctive(records, field) ?? textOf(Object(records[0]), field) ?? "";
  const known = records.filter((record) => textOf(record, field) === value).length;
  const matching = await readList(reader, operation, filterQuery(style, field, value), seenValue);
  const nothing = await readList(reader, operation, filterQuery(style, field, noSuchValue));
  const exchanges = [matching.exchange, nothing.exchange];
  const problem = filterProblem(`the filter ${field} = "${value}" returns`, field, value, known, matching);
  if (problem !== undefined) return { style, fields, exchanges: [matching.exchange], problem };
  const count = nothing.page?.records.length ?? 0;
  // Services may also reject a value that the field cannot have.
  if (count === 0) return { style, fields, exchanges };
  return { style, fields, exchanges, problem: `a filter without matches returns ${count} of ${total} records` };
}

function filterProblem(
  what: string,
  field: string,
  value: string,
  known: number,
  { page, exchange }: Awaited<ReturnType<typeof readList>>,
): string | undefined {
  if (page === undefined) return `${what} no list (${exchange.response.status})`;
  const unmatched = page.records.filter((record) => textOf(Object(record), field) !== value).length;
  if (unmatched > 0) return `${what} ${unmatched} of ${page.records.length} records that do not match`;
  if (page.total >= known) return undefined;
  return `${what} ${page.total} records, and the list without it shows ${known} that match`;
}

/** The list that shows the style of filters: a dialect has only one. */
async function readStyle(reader: Reader): Promise<Reading> {
  const shown = await readAllShown(listOperationIds, (operation) => readFilters(reader, operation));
  const chosen = shown.find(({ style }) => style !== "none") ?? shown[0];
  const isOfOne = chosen.style === "none" && shown.length < listOperationIds.length;
  return toReading(chosen.style, chosen, isOfOne ? "only one list shows it" : undefined);
}

function toReading(value: Reading["value"], { exchanges, problem }: Filters, doubt?: string): Reading {
  return reading(value, exchanges.slice(0, 2), {
    ...(problem === undefined ? {} : { problem }),
    ...(doubt === undefined ? {} : { doubt }),
  });
}

async function readFields(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const filters = await readFilters(reader, operation);
  if (reader.declared("filtering.style") !== undefined) return toReading([...filters.fields], filters);
  const { value: style } = await readStyle(reader);
  if (style === "none") throw new NotShown("the lists are not filtered", { lack: "nothing" });
  if (filters.style !== style && filters.style !== "none")
    throw new NotShown(`${operation} is filtered in another style`);
  return { ...toReading([...filters.fields], filters), note: "of the fields that records show" };
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
