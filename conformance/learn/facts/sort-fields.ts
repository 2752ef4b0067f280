import { isUnset, type Answer, type Unset } from "../finding.ts";
import type { Learning } from "../learning.ts";
import { isListing, isRefused, readList, type ListName, type Query } from "./list.ts";
import type { Direction } from "../../discovery/in-order.ts";
import { isNaturalOrder } from "./moving.ts";
import { namedFields } from "./named-fields.ts";
import { noSuchField, soughtIn, type SortParameter, type Sought } from "./sort-parameter.ts";
import { startsSorted, tellingDirection } from "./sorted.ts";

/** The fields that a list can be sorted by; with those that could not be told, since all records seen are alike. */
export interface SortFields {
  readonly fields: readonly string[];
  readonly alike: readonly string[];
  readonly evidence: readonly Answer[];
}

export async function sortFields(
  learning: Learning,
  list: ListName,
  parameter: SortParameter,
): Promise<SortFields | Unset> {
  const sought = await soughtIn(learning, list);
  if (isUnset(sought)) return sought;
  return parameter.unknownField === "reject" ? acceptedFields(sought, parameter) : sortingFields(sought, parameter);
}

/** Where unknown fields are refused: those that are not. A refusal that names them is tried, and believed. */
async function acceptedFields(
  { learning, list, fields }: Sought,
  { parameter, style }: SortParameter,
): Promise<SortFields | Unset> {
  const evidence: Answer[] = [];
  const isAccepted = async (text: string): Promise<boolean | Unset> => {
    const reading = await readList(learning, list, { [parameter]: text });
    if (isUnset(reading)) return reading;
    if (isListing(reading)) evidence.push(reading.answer);
    return isListing(reading);
  };
  const refusal = await readList(learning, list, { [parameter]: noSuchField });
  const named = isRefused(refusal) ? await namedFields(learning, refusal.refused, fields) : [];
  const unnamed = fields.find((field) => !named.includes(field));
  if (named.length > 0 && (unnamed === undefined || (await isAccepted(unnamed)) === false)) {
    const all = style === "signed" ? [named.join(",")] : named;
    const tried: (boolean | Unset)[] = [];
    for (const text of all) tried.push(await isAccepted(text));
    if (tried.every((accepted) => accepted === true)) return { fields: named, alike: [], evidence };
  }
  const accepted: string[] = [];
  for (const field of fields) {
    const is = await isAccepted(field);
    if (typeof is !== "boolean") return is;
    if (is) accepted.push(field);
  }
  return { fields: accepted, alike: [], evidence };
}

/** Where unknown fields are ignored: those that put the list in another order. */
async function sortingFields(
  sought: Sought,
  { parameter, style, orderParameter }: SortParameter,
): Promise<SortFields | Unset> {
  const { learning, list, seen } = sought;
  const found: { fields: string[]; alike: string[]; evidence: Answer[] } = { fields: [], alike: [], evidence: [] };
  for (const field of sought.fields) {
    // Without a parameter that turns it, only the upward order can be asked for.
    const directions: readonly Direction[] =
      style === "pair" && orderParameter === undefined ? ["ascending"] : ["descending", "ascending"];
    const direction = tellingDirection(seen.plain.page, seen.records, field, directions);
    if (direction === undefined) {
      found.alike.push(field);
      continue;
    }
    const isDown = direction === "descending";
    const query: Query =
      style === "signed"
        ? { [parameter]: isDown ? `-${field}` : field }
        : {
            [parameter]: field,
            ...(orderParameter === undefined ? {} : { [orderParameter]: isDown ? "desc" : "asc" }),
          };
    const reading = await readList(learning, list, query);
    if (isUnset(reading)) return reading;
    if (!isListing(reading) || !startsSorted(reading.page, seen.records, field, direction)) continue;
    if (await isNaturalOrder(learning, list, seen.records, { field, direction, query })) continue;
    found.fields.push(field);
    found.evidence.push(reading.answer);
  }
  return found;
}
