import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Exchange } from "../judge/model.ts";
import { memoize } from "../target/memoize.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { knownRecords, positionOf, readList, scalarFields, textOf, type Query } from "./read-lists.ts";
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

/** The fields that filter a list, and the style of the parameters. Of declared fields, one shows it for all. */
const readFilters = memoize(async (reader: Reader, operation: ListOperationId): Promise<Filters> => {
  const declared = declaredFields(reader, operation);
  const { records } = await knownRecords(reader, operation);
  /** A value that some record has, but not the first: with it, a filtered list starts with another record. */
  const distinctive = (field: string): string | undefined => {
    const [first, ...others] = records.map((record) => textOf(record, field));
    return others.find((value) => value !== undefined && value !== first);
  };
  const taken = new Set(Object.values((await unlessHidden(positionOf(reader, operation))) ?? {}));
  const shown = scalarFields(records).filter((field) => !taken.has(field));
  const fields = (declared ?? shown).filter((field) => records.some((record) => textOf(record, field) !== undefined));
  const one = fields.find((field) => distinctive(field) !== undefined) ?? fields[0];
  if (one === undefined) throw new NotShown("no record has a field to filter by");
  const asked: Exchange[] = [];
  for (const style of styles) {
    if ((reader.declared("filtering.style") ?? style) !== style) continue;
    const ask = async (query: Query, label?: string): ReturnType<typeof readList> => {
      const named = Object.entries(query).map(([name, value]) => [style === "plain" ? name : `filter[${name}]`, value]);
      const read = await readList(reader, operation, Object.fromEntries(named), label);
      asked.push(read.exchange);
      return read;
    };
    /** Whether a value that no record has is rejected or gets an empty list, so that some field filters. */
    const hasEffect = async (some: readonly string[]): Promise<boolean> => {
      const { page } = await ask(Object.fromEntries(some.map((field) => [field, noSuchValue])));
      return page === undefined || page.records.length === 0;
    };
    const isFilter = async (field: string): Promise<boolean> => {
      const value = distinctive(field);
      const { page } = await ask({ [field]: value ?? noSuchValue }, value === undefined ? undefined : seenValue);
      if (value === undefined) return page?.records.length === 0;
      const isMatch = (record: unknown): boolean => textOf(Object(record), field) === value;
      const { records: matches = [], total = 0 } = page ?? {};
      return matches.length > 0 && matches.every(isMatch) && total >= records.filter(isMatch).length;
    };
    if (declared !== undefined) {
      const isRight = (await hasEffect([one])) && (await isFilter(one));
      return { style, fields: isRight ? declared : [], exchanges: asked };
    }
    if (!(await hasEffect(fields))) continue;
    const common = fields.filter((field) => usual.test(field)).slice(0, maxAlone);
    const others = fields.filter((field) => !common.includes(field));
    const isInOthers = others.length > 0 && (await hasEffect(others));
    const filters: string[] = [];
    for (const field of isInOthers ? [...common, ...others.slice(0, maxAlone)] : common)
      if (await isFilter(field)) filters.push(field);
    if (filters.length > 0) return { style, fields: filters, exchanges: asked };
  }
  return { style: "none", fields: [], exchanges: asked };
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
