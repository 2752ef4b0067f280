import type { ListName } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { leavesOf, nameAt } from "../target/record-values.ts";
import { canonical } from "../target/records.ts";
import type { Visit } from "./visit.ts";

/** A way to request a list other than the plain one. */
export interface View
  extends Pick<Call, "query" | "headers" | "label">, Pick<Visit, "isFirstPage" | "isReordered" | "isSelected"> {
  /** In words, to follow the list: `sorted by name`. */
  readonly words: string;
  /** "as page": a success of another form may reject it, but a page of the list counts, and a response without body. */
  readonly isServed: boolean | "as page";
}

const searching = "q search query keyword term s text".split(" ");
const including = "expand include embed with populate".split(" ");

/** A period that began long ago: a branch of the query for time. */
const periods = [
  ...["from", "since", "after", "start_date", "date_from", "created_after"].map(
    (name) => [name, "2000-01-01"] as const,
  ),
  ...["year", "date"].map((name) => [name, "2026"] as const),
];

/** Fields with few values, by which services filter. */
const kindOfRecord = /\.(?:status|state|type|kind|role|plan|currency|active|paid|country)$/i;

/**
 * The list with common parameters for searching, filtering and including: each is a separate branch in the query, and
 * may lack conditions of the plain list. They would find a record of the other account.
 */
export function soughtViews(list: ListName, record: unknown): readonly View[] {
  const leaves = [...leavesOf(record)];
  const texts = leaves.flatMap(([place, value]) => (typeof value === "string" ? [{ place, value }] : []));
  const address = texts.find(({ value }) => value.includes("@"))?.value.split("@")[1];
  const named = texts.find(({ place, value }) => /name|title|number|text/i.test(place) && !value.includes("@"))?.value;
  // Without an address or a name, any text that others have, too.
  const other = address ?? named ?? texts.at(-1)?.value;
  const words = [address, named ?? other].flatMap((text) => /[^\W_]{2,}/.exec(text ?? "")?.[0] ?? []);
  const searches = words.map((word, index) => ({
    words: `with parameters of a search, ${index + 1}`,
    pairs: searching.map((name) => [name, word] as const),
    isSelected: true,
  }));
  const kinds = leaves.filter(([place]) => kindOfRecord.test(place)).map(([place, value]) => [nameAt(place), value]);
  const [, state] = kinds.find(([name]) => name === "state" || name === "status") ?? [];
  const more = state === undefined ? [] : ["state", "status"].map((name) => [name, state]);
  const pairs = [...kinds, ...more, ...including.map((name) => [name, "account"])];
  return [
    ...searches,
    { words: "with parameters of a filter, and of what to include", pairs, isSelected: false },
    ...(list === "users" ? [] : [{ words: "with parameters of a period", pairs: periods, isSelected: false }]),
  ].map((view) => ({
    words: view.words,
    query: Object.fromEntries(view.pairs.map(([name, value]) => [name, String(value)])),
    isServed: false,
    isSelected: view.isSelected,
  }));
}

/** The list with the values of a record of the other account in all of its filters: any may lack the account. */
export function asForeign(filters: readonly Pick<View, "query">[], record: unknown): readonly View[] {
  const values = new Map([...leavesOf(record)].map(([place, value]) => [nameAt(place), value]));
  const names = new Set(filters.flatMap(({ query = {} }) => Object.keys(query)));
  const pairs = [...names].flatMap((name) => {
    const value = values.get(name.replace(/^filter\[(.*)\]$/, "$1"));
    return value === undefined || value === null ? [] : [[name, String(value)] as const];
  });
  const query = Object.fromEntries(pairs);
  const isKnown = filters.some((filter) => canonical(filter.query) === canonical(query));
  if (pairs.length === 0 || isKnown) return [];
  return [{ words: "filtered like a record of the second account", query, isServed: "as page" }];
}

/** Common parameters for sorting: the list of the first account may have been kept for them. */
export function sortedBy(record: unknown): readonly View[] {
  const [field] = [...leavesOf(record).keys()].map(nameAt);
  if (field === undefined) return [];
  const query = Object.fromEntries(["sort", "sort_by", "order_by"].map((name) => [name, field]));
  return [{ words: "with parameters to sort by", query, isServed: false }];
}
