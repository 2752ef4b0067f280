import { isObject } from "../../fixtures/json.ts";
import type { Members } from "../target/envelope.ts";
import { textOf, scalarFields, seenRecords, type Seen } from "./seen-records.ts";
import { lists, readList, type ListName, type Query } from "./list.ts";
import { certain, ifKnown, isUnset, likely, settled, Unset, type Answer, type Found } from "./observation.ts";
import { position, sizeName } from "./page-parameters.ts";
import { memoize } from "../target/memoize.ts";
import { searched, type Source } from "./source.ts";
import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Filtering } from "../../fixtures/dialect/filtering.ts";

/** A value that no record has. */
const noSuchValue = "orgkit-no-such-value";

/** The query of a declared filter for records with this value. */
export function filterQuery(
  { style }: Pick<Filtering, "style">,
  field: string,
  value: string,
): Readonly<Record<string, string>> {
  return { [style === "bracket" ? `filter[${field}]` : field]: value };
}

/** The query of a filter that matches no record; none if no filter is declared. */
export function emptyFilterQuery(
  filtering: Filtering | undefined,
  operation: ListOperationId,
): readonly Readonly<Record<string, string>>[] {
  if (filtering === undefined || filtering.style === "none") return [];
  const [field] = filtering[listOf(operation)];
  return field === undefined ? [] : [filterQuery(filtering, field, noSuchValue)];
}

const styles = ["plain", "bracket"] as const;
type Style = (typeof styles)[number];

/** The filters of a list, as far as the fields of its records show. */
interface Filters {
  readonly style: Style | "none";
  readonly fields: readonly string[];
  readonly evidence: readonly Answer[];
  /** Whether the other list has too few records to show it. */
  readonly isOfOne?: boolean;
}

/** Common filter fields; the others are tried together first. */
const usual =
  /status|state|role|type|kind|plan|currency|country|mail|name|login|number|active|enabled|tag|category|group|team/i;

/** With more fields than this, they are only tried together. */
const maxSingly = 14;

/** The fields that filter a list, and the style of the parameters. */
const filters = memoize(async (source: Source, list: ListName): Promise<Filters> => {
  const seen = await seenRecords(source, list);
  const taken = new Set([await ifKnown(sizeName(source, list)), (await ifKnown(position(source, list)))?.name]);
  const fields = scalarFields(seen.records).filter((field) => !taken.has(field));
  const evidence: Answer[] = [];
  const found = await searched(source, async () => {
    const ofUsers = list === "users" ? undefined : await ifKnown(filters(source, "users"));
    // Most services filter all lists in the same way.
    for (const style of ofUsers?.style === "bracket" ? styles.toReversed() : styles) {
      const search: Search = { source, list, seen, style, evidence };
      const effect = await effectOf(search, fields);
      const filtering = effect === "none" ? [] : await filtersAmong(search, fields, effect);
      if (filtering.length > 0) return { style, fields: filtering, evidence };
    }
    return undefined;
  });
  return found ?? { style: "none", fields: [], evidence };
});

interface Search {
  readonly source: Source;
  readonly list: ListName;
  readonly seen: Seen;
  readonly style: Style;
  readonly evidence: Answer[];
}

/** The result of values that no record has: with a filter among the fields, the list is empty, or they are rejected. */
async function effectOf(
  { source, list, style, evidence }: Search,
  fields: readonly string[],
): Promise<"none" | "empty" | "rejected"> {
  const query: Query = Object.assign({}, ...fields.map((field) => filterQuery({ style }, field, noSuchValue)));
  const { page, answer } = await readList(source, list, query);
  if (page === undefined) return "rejected";
  evidence.push(answer);
  return page.records.length === 0 ? "empty" : "none";
}

async function filtersAmong(
  search: Search,
  fields: readonly string[],
  effect: "empty" | "rejected",
): Promise<readonly string[]> {
  const singly = fields.filter((field) => usual.test(field)).slice(0, maxSingly);
  const others = fields.filter((field) => !singly.includes(field));
  const found = await eachFiltering(search, singly);
  if (others.length === 0 || (effect === "rejected" && found.length === 0)) return found;
  if ((await effectOf(search, others)) === "none") return found;
  return [...found, ...(await eachFiltering(search, others.slice(0, maxSingly)))];
}

async function eachFiltering(search: Search, fields: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const field of fields) if (await isFilter(search, field)) found.push(field);
  return found;
}

/**
 * Whether a field filters: by a value that some record has and the first record has not, or by one that no record has.
 */
async function isFilter({ source, list, seen, style, evidence }: Search, field: string): Promise<boolean> {
  const value = distinctive(seen.records, field);
  const query = filterQuery({ style }, field, value ?? noSuchValue);
  const { page, answer } = await readList(source, list, query, value === undefined ? undefined : "a value seen");
  if (page === undefined) return false;
  const { records } = page;
  const isFollowed =
    value === undefined
      ? records.length === 0
      : records.length > 0 && records.every((record) => isObject(record) && textOf(record, field) === value);
  if (isFollowed) evidence.push(answer);
  return isFollowed;
}

/** A value that some record has, but not the first: with it, a filtered list starts with another record. */
function distinctive([first, ...others]: readonly Members[], field: string): string | undefined {
  if (first === undefined) return undefined;
  const usualValue = textOf(first, field);
  return others.map((record) => textOf(record, field)).find((value) => value !== undefined && value !== usualValue);
}

/** If the lists have different styles, the first counts: a dialect has only one. */
const filtersOfLists = memoize(async (source: Source): Promise<Filters> => {
  let none: Filters | undefined;
  let problem: Unset | undefined;
  for (const list of lists) {
    const found = await settled(filters(source, list));
    if (isUnset(found)) problem ??= found;
    else if (found.style !== "none") return found;
    else none ??= found;
  }
  if (none === undefined) throw problem ?? new Unset("no list could be read");
  return { ...none, isOfOne: problem !== undefined };
});

export async function filteringStyle(source: Source): Promise<Found> {
  const { style, evidence, isOfOne } = await filtersOfLists(source);
  const shown = evidence.slice(0, 2);
  return isOfOne === true ? likely(style, shown, "only one list shows it") : certain(style, shown);
}

export async function filteringFields(source: Source, list: ListName): Promise<Found> {
  const { style, fields, evidence } = await filters(source, list);
  const dialect = await filtersOfLists(source);
  if (dialect.style === "none") throw new Unset("the lists are not filtered");
  if (style !== dialect.style && style !== "none") throw new Unset(`the ${list} are filtered in another style`);
  return certain([...fields], evidence, "of the fields that records show");
}
