import { isObject } from "../../../fixtures/json.ts";
import { filterQuery } from "../../discovery/filter-query.ts";
import { textOf } from "../../discovery/in-order.ts";
import type { Members } from "../../target/envelope.ts";
import { isUnset, type Answer, type Unset } from "../finding.ts";
import { shared, silenceSince, type Learning } from "../learning.ts";
import { scalarFields } from "./fields.ts";
import { isListing, isRefused, readList, type ListName, type Query } from "./list.ts";
import { position } from "./position.ts";
import { seenRecords, type Seen } from "./records.ts";
import { sizeName } from "./size-name.ts";

const styles = ["plain", "bracket"] as const;
type Style = (typeof styles)[number];

/** How a list is filtered, as far as the fields of its records show. */
export interface Filters {
  readonly style: Style | "none";
  readonly fields: readonly string[];
  readonly evidence: readonly Answer[];
}

/** Fields that services filter by; the others are tried together first. */
const usual =
  /status|state|role|type|kind|plan|currency|country|mail|name|login|number|active|enabled|tag|category|group|team/i;

/** More fields than these are tried together only. */
const mostSingly = 14;

/** Which fields filter a list, and in which style of parameter. */
export const filters = shared(async (learning: Learning, list: ListName): Promise<Filters | Unset> => {
  const seen = await seenRecords(learning, list);
  if (isUnset(seen)) return seen;
  const taken = new Set(
    [await sizeName(learning, list), await position(learning, list)].map((known) =>
      typeof known === "string" ? known : isUnset(known) ? "" : known.name,
    ),
  );
  const fields = scalarFields(seen.records).filter((field) => !taken.has(field));
  const silences = learning.silences.length;
  const evidence: Answer[] = [];
  const search: Search = { learning, list, seen, evidence };
  for (const style of styles) {
    const effect = await effectOf(search, style, fields);
    if (isUnset(effect)) return effect;
    if (effect === "none") continue;
    const found = await filtering(search, style, fields, effect);
    if (isUnset(found)) return found;
    if (found.length > 0) return { style, fields: found, evidence };
  }
  return silenceSince(learning, silences) ?? { style: "none", fields: [], evidence };
});

interface Search {
  readonly learning: Learning;
  readonly list: ListName;
  readonly seen: Seen;
  readonly evidence: Answer[];
}

/** What values that no record has do to a list: with a filter among the fields it is empty, or they are refused. */
async function effectOf(
  { learning, list, evidence }: Search,
  style: Style,
  fields: readonly string[],
): Promise<"none" | "empty" | "refused" | Unset> {
  const reading = await readList(learning, list, nothingFits(style, fields));
  if (isRefused(reading)) return "refused";
  if (!isListing(reading)) return reading;
  evidence.push(reading.answer);
  return reading.page.records.length === 0 ? "empty" : "none";
}

function nothingFits(style: Style, fields: readonly string[]): Query {
  return Object.assign({}, ...fields.map((field) => filterQuery({ style }, field, "orgkitNoSuchValue")));
}

async function filtering(
  search: Search,
  style: Style,
  fields: readonly string[],
  effect: "empty" | "refused",
): Promise<readonly string[] | Unset> {
  const singly = fields.filter((field) => usual.test(field)).slice(0, mostSingly);
  const others = fields.filter((field) => !singly.includes(field));
  const found = await eachFiltering(search, style, singly);
  if (isUnset(found) || others.length === 0 || (effect === "refused" && found.length === 0)) return found;
  const together = await effectOf(search, style, others);
  if (isUnset(together)) return together;
  if (together === "none") return found;
  const further = await eachFiltering(search, style, others.slice(0, mostSingly));
  return isUnset(further) ? further : [...found, ...further];
}

async function eachFiltering(
  search: Search,
  style: Style,
  fields: readonly string[],
): Promise<readonly string[] | Unset> {
  const found: string[] = [];
  for (const field of fields) {
    const is = await isFilter(search, style, field);
    if (typeof is !== "boolean") return is;
    if (is) found.push(field);
  }
  return found;
}

/** Whether a field filters: by a value that some record seen has and the first has not, or by one that none has. */
async function isFilter(
  { learning, list, seen, evidence }: Search,
  style: Style,
  field: string,
): Promise<boolean | Unset> {
  const value = telling(seen.records, field);
  const query = filterQuery({ style }, field, value ?? "orgkitNoSuchValue");
  const reading = await readList(learning, list, query, value === undefined ? undefined : "a value seen");
  if (isUnset(reading)) return reading;
  if (!isListing(reading)) return false;
  const { records } = reading.page;
  const isFollowed =
    value === undefined
      ? records.length === 0
      : records.length > 0 && records.every((record) => isObject(record) && textOf(record, field) === value);
  if (isFollowed) evidence.push(reading.answer);
  return isFollowed;
}

/** A value that some record has, and the first record has not: with it a filtered list begins with another record. */
function telling([first, ...others]: readonly Members[], field: string): string | undefined {
  if (first === undefined) return undefined;
  const usualValue = textOf(first, field);
  return others.map((record) => textOf(record, field)).find((value) => value !== undefined && value !== usualValue);
}
