import { parameterNames } from "../../fixtures/dialect/paging.ts";
import { isList, listOf, type ListName, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { Filtering, Sorting } from "../../fixtures/dialect/filtering.ts";
import { jsonText, type Json } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { Failure } from "./failure.ts";
import { memberIn, textIn } from "./record-index.ts";

/** Rejects a query with a parameter that the dialect does not have, if it rejects such. */
export function queryFault(
  operation: OperationId,
  text: string,
  { requests: { unknownParameters }, ...dialect }: Pick<Dialect, "requests" | "paging" | "sorting" | "filtering">,
): Failure | undefined {
  if (text === "" || unknownParameters === "ignore") return undefined;
  const list = isList(operation) ? listOf(operation) : undefined;
  if (unknownParameters === "rejectInLists" && list === undefined) return undefined;
  const known = list === undefined ? [] : parametersOf(list, dialect);
  const unknown = [...new URLSearchParams(text).keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const expected = known.length === 0 ? "there are no parameters here" : `expected one of ${known.join(", ")}`;
  return new Failure("badParameter", `"${unknown}" is not known; ${expected}.`, {
    rule: "requests.unknownParameters",
    parameter: unknown,
  });
}

function parametersOf(
  list: ListName,
  { paging, sorting, filtering }: Pick<Dialect, "paging" | "sorting" | "filtering">,
): readonly string[] {
  const paged = paging[list];
  const filters = filtering.style === "none" ? [] : filtering[list];
  return [
    ...parameterNames(paged),
    ...(sorting.style === "none" || sorting[list].length === 0 ? [] : [sorting.parameter]),
    ...(sorting.style === "pair" && sorting[list].length > 0 ? [sorting.orderParameter] : []),
    ...filters.map((field) => (filtering.style === "bracket" ? `filter[${field}]` : field)),
  ];
}

/** Shows the records whose field has one of the values, as texts. */
export interface Filter {
  readonly field: string;
  readonly values: ReadonlySet<string>;
}

/**
 * The filters of a list in the query (§4). A parameter given twice matches either value; parameters that are no filter
 * of the dialect are ignored.
 */
export function readFilters(filtering: Filtering, list: ListName, query: URLSearchParams): readonly Filter[] {
  if (filtering.style === "none" || query.size === 0) return [];
  return filtering[list]
    .map((field) => {
      const values = new Set(query.getAll(filtering.style === "plain" ? field : `filter[${field}]`));
      return { field, values };
    })
    .filter(({ values }) => values.size > 0);
}

export function matches(record: RecordData, filters: readonly Filter[]): boolean {
  return filters.every(({ field, values }) => {
    const text = textIn(record, field);
    return text !== undefined && values.has(text);
  });
}

interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The sort order of the query (§4); `undefined` for the order of creation. */
export function readOrder(
  sorting: Sorting,
  list: ListName,
  query: URLSearchParams,
): ((one: RecordData, other: RecordData) => number) | Failure | undefined {
  if (sorting.style === "none" || sorting[list].length === 0) return undefined;
  const text = query.get(sorting.parameter);
  if (text === null) return undefined;
  const keys = sorting.style === "signed" ? signedKeys(text) : pairKeys(text, query.get(sorting.orderParameter));
  if (keys === undefined) {
    return sorting.unknownField === "ignore"
      ? undefined
      : new Failure("badParameter", "The order must be asc or desc.", {
          rule: "sorting",
          parameter: sorting.parameter,
        });
  }
  // Only the first sort of each field has an effect.
  const named = new Map(keys.toReversed().map((key) => [key.field, key]));
  const known = keys.filter((key) => named.get(key.field) === key && sorting[list].includes(key.field));
  if (known.length < named.size && sorting.unknownField === "reject") {
    const message = `"${sorting.parameter}" must name fields among ${sorting[list].join(", ")}.`;
    return new Failure("badParameter", message, { rule: "sorting.unknownField", parameter: sorting.parameter });
  }
  if (known.length === 0) return undefined;
  return (left, right) => compareRecords(left, right, known);
}

function signedKeys(text: string): readonly SortKey[] {
  return text.split(",").map((part) => ({ field: part.replace(/^-/, ""), descending: part.startsWith("-") }));
}

function pairKeys(text: string, order: string | null): readonly SortKey[] | undefined {
  const direction = (order ?? "asc").toLowerCase();
  if (direction !== "asc" && direction !== "desc") return undefined;
  return [{ field: text, descending: direction === "desc" }];
}

function compareRecords(left: RecordData, right: RecordData, keys: readonly SortKey[]): number {
  for (const { field, descending } of keys) {
    const order = compareValues(memberIn(left, field), memberIn(right, field), descending);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers first, by value; then text, by code units. Records without the field are last in both directions. */
function compareValues(left: Json | undefined, right: Json | undefined, descending: boolean): number {
  const missing = Number(left === undefined || left === null) - Number(right === undefined || right === null);
  if (left === undefined || left === null || right === undefined || right === null) return missing;
  const order = comparePresent(left, right);
  return descending ? -order : order;
}

function comparePresent(left: Json, right: Json): number {
  if (typeof left === "number") return typeof right === "number" ? left - right : -1;
  return typeof right === "number" ? 1 : compareTexts(jsonText(left), jsonText(right));
}

function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
