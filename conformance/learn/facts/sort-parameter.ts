import type { Direction } from "../../discovery/in-order.ts";
import { isUnset, type Answer, type Unset } from "../finding.ts";
import { shared, silenceSince, type Learning } from "../learning.ts";
import { orderNames, sortNames } from "../names.ts";
import { findName, type Sent } from "../search.ts";
import { scalarFields } from "./fields.ts";
import { isListing, isRefused, readList, type ListName, type Listing, type Query } from "./list.ts";
import { isNaturalOrder } from "./moving.ts";
import { namedFields } from "./named-fields.ts";
import { seenRecords, type Seen } from "./records.ts";
import { isStrict, withoutFields } from "./size-name.ts";
import { startsSorted } from "./sorted.ts";

/** A field that no record has. */
export const noSuchField = "orgkitNoSuchField";

/** How a list is sorted, as far as the fields of its records show; nothing where no known name sorts it. */
export interface SortParameter {
  readonly style: "signed" | "pair";
  readonly parameter: string;
  /** Of a pair; absent where no known name turns the order. */
  readonly orderParameter?: string;
  readonly unknownField: "ignore" | "reject";
  readonly evidence: readonly Answer[];
}

/** A list whose order is sought. */
export interface Sought {
  readonly learning: Learning;
  readonly list: ListName;
  readonly seen: Seen;
  readonly fields: readonly string[];
}

export async function soughtIn(learning: Learning, list: ListName): Promise<Sought | Unset> {
  const seen = await seenRecords(learning, list);
  return isUnset(seen) ? seen : { learning, list, seen, fields: scalarFields(seen.records) };
}

/** The parameter that sorts a list; "none" where no known name does. */
const sortParameter = shared(async (learning: Learning, list: ListName): Promise<SortParameter | "none" | Unset> => {
  const sought = await soughtIn(learning, list);
  if (isUnset(sought)) return sought;
  const silences = learning.silences.length;
  const names = withoutFields(sortNames, sought.seen.page);
  const refusing = await nameThatRefuses(sought, names);
  if (refusing !== undefined) {
    const field = await firstAccepted(sought, refusing);
    if (field !== undefined) return styleOf(sought, refusing, field, "reject");
  }
  const sorting = await nameThatSorts(sought, names);
  if (sorting === undefined) return silenceSince(learning, silences) ?? "none";
  return styleOf(sought, sorting.name, sorting.field, "ignore");
});

/** Of the users, or else of the invoices: a dialect has one for both. */
export const sortOfLists = shared(async (learning: Learning): Promise<SortParameter | "none" | Unset> => {
  const ofUsers = await sortParameter(learning, "users");
  if (ofUsers !== "none" && !isUnset(ofUsers)) return ofUsers;
  const ofInvoices = await sortParameter(learning, "invoices");
  return ofInvoices === "none" ? ofUsers : ofInvoices;
});

/** The name with which a field that there is not is refused. */
async function nameThatRefuses(sought: Sought, names: readonly string[]): Promise<string | undefined> {
  const { learning, list } = sought;
  return findName(names, 1, async (sent) => {
    const reading = await readList(learning, list, valued(sent, noSuchField));
    return isRefused(reading) && !(await isStrict(learning, list)) ? 1 : undefined;
  });
}

async function firstAccepted({ learning, list, fields }: Sought, name: string): Promise<string | undefined> {
  const refusal = await readList(learning, list, { [name]: noSuchField });
  const named = isRefused(refusal) ? await namedFields(learning, refusal.refused, fields) : [];
  for (const field of [...named, ...fields.filter((other) => !named.includes(other))]) {
    if (isListing(await readList(learning, list, { [name]: field }))) return field;
  }
  return undefined;
}

/** Where unknown fields are ignored: the name with which some field puts the list in its order, and the field. */
async function nameThatSorts(
  sought: Sought,
  names: readonly string[],
): Promise<{ name: string; field: string } | undefined> {
  const withOrder = Object.fromEntries(withoutFields(orderNames, sought.seen.page).map((name) => [name, "desc"]));
  // With a direction of its own down, signed up; and signed down, for what stands in order already.
  const tries = sought.fields.flatMap((field) => {
    const isUp = startsSorted(sought.seen.plain.page, sought.seen.records, field, "ascending");
    return isUp ? [field, `-${field}`] : [field];
  });
  for (const value of tries) {
    const field = value.replace(/^-/, "");
    const isSorting = async (sent: Sent): Promise<number | undefined> => {
      const query = { ...withOrder, ...valued(sent, value) };
      return (await isTurned(sought, field, query)) ? 1 : undefined;
    };
    // All names at once first: most fields will not do under any.
    const isAny = (await isSorting(new Map(names.map((name) => [name, 1])))) !== undefined;
    const name = isAny ? await findName(names, 1, isSorting) : undefined;
    if (name !== undefined) return { name, field };
  }
  return undefined;
}

/** Whether a query puts a list in order by a field, in a direction in which it did not start before. */
async function isTurned(sought: Sought, field: string, query: Query): Promise<boolean> {
  return (await isSorted(sought, field, query, "descending")) || isSorted(sought, field, query, "ascending");
}

async function isSorted(
  { learning, list, seen }: Sought,
  field: string,
  query: Query,
  direction: Direction,
): Promise<boolean> {
  if (startsSorted(seen.plain.page, seen.records, field, direction)) return false;
  const reading = await readList(learning, list, query);
  if (!isListing(reading) || !startsSorted(reading.page, seen.records, field, direction)) return false;
  return !(await isNaturalOrder(learning, list, seen.records, { field, direction, query }));
}

/** Whether a minus turns the order, or another parameter does. */
async function styleOf(
  sought: Sought,
  parameter: string,
  field: string,
  unknownField: "ignore" | "reject",
): Promise<SortParameter> {
  const { learning, list } = sought;
  const turned = await readList(learning, list, { [parameter]: `-${field}` });
  const unknown = await readList(learning, list, { [parameter]: noSuchField });
  const evidence = [turned, unknown].flatMap(answersOf);
  const isSigned =
    unknownField === "reject"
      ? isListing(turned)
      : isListing(turned) && startsSorted(turned.page, sought.seen.records, field, "descending");
  if (isSigned) return { style: "signed", parameter, unknownField, evidence };
  const orderParameter = await orderOf(sought, parameter, field);
  return {
    style: "pair",
    parameter,
    unknownField,
    evidence,
    ...(orderParameter === undefined ? {} : { orderParameter }),
  };
}

/** The parameter that turns the order: told by a direction that is refused, or by the order itself. */
async function orderOf(sought: Sought, parameter: string, field: string): Promise<string | undefined> {
  const { learning, list, seen } = sought;
  const names = withoutFields(orderNames, seen.page).filter((name) => name !== parameter);
  const up = await readList(learning, list, { [parameter]: field });
  return findName(names, 1, async (sent) => {
    const down = await readList(learning, list, { [parameter]: field, ...valued(sent, "desc") });
    if (!isListing(down) || !startsSorted(down.page, seen.records, field, "descending")) return undefined;
    return isListing(up) && startsSorted(up.page, seen.records, field, "descending") ? undefined : 1;
  });
}

function valued(sent: Sent, value: string): Query {
  return Object.fromEntries([...sent.keys()].map((name) => [name, value]));
}

function answersOf(reading: Listing | { readonly refused: Answer } | Unset): readonly Answer[] {
  if (isUnset(reading)) return [];
  return [isListing(reading) ? reading.answer : reading.refused];
}
