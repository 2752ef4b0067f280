import { type Direction, isNaturalOrder, scalarFields, seenRecords, startsSorted, type Seen } from "./seen-records.ts";
import { isStrict, pageOf, readList, rejectionOf, together, withoutFields, type ListName, type Query } from "./list.ts";
import { findName, orderNames, sortNames, valued } from "./names.ts";
import { ifKnown, isUnset, settled, type Answer } from "./observation.ts";
import { namedFields } from "./rejections.ts";
import { memoize } from "../target/memoize.ts";
import { searched, type Source } from "./source.ts";

/** A field that no record has. */
export const noSuchField = "orgkitNoSuchField";

/** Common sort fields, tried first. */
const usual = /(At|_at|date|time|name|mail|number|amount|total|price)$/i;

/** The sort parameters of a list. */
export interface SortWay {
  readonly style: "signed" | "pair";
  readonly parameter: string;
  /** For two directions; absent if no known name reverses the order. */
  readonly orderParameter?: string;
}

/** The query that sorts a list by a field. */
export function sortQuery({ style, parameter, orderParameter }: SortWay, field: string, direction: Direction): Query {
  const isDown = direction === "descending";
  if (style === "signed") return { [parameter]: isDown ? `-${field}` : field };
  return { [parameter]: field, ...(orderParameter === undefined ? {} : { [orderParameter]: isDown ? "desc" : "asc" }) };
}

/** The sorting of a list, as far as the fields of its records show. */
export interface SortParameter extends SortWay {
  readonly unknownField: "ignore" | "reject";
  readonly evidence: readonly Answer[];
}

/** A list whose sorting is searched. */
export interface ParameterSearch {
  readonly source: Source;
  readonly list: ListName;
  readonly seen: Seen;
  readonly fields: readonly string[];
}

export async function prepareSearch(source: Source, list: ListName): Promise<ParameterSearch> {
  const seen = await seenRecords(source, list);
  return { source, list, seen, fields: scalarFields(seen.records) };
}

export function isSorted(
  { seen }: ParameterSearch,
  page: Parameters<typeof startsSorted>[0] | undefined,
  field: string,
  direction: Direction,
): boolean {
  return page !== undefined && startsSorted(page, seen.records, field, direction);
}

/** The sort parameter of a list; "none" if no known name works. */
const sortParameter = memoize(async (source: Source, list: ListName): Promise<SortParameter | "none"> => {
  const sought = await prepareSearch(source, list);
  const names = withoutFields(sortNames, sought.seen.page);
  const found = await searched(source, async () => {
    const rejecting = await nameThatRejects(sought, names);
    const field = rejecting && (await firstAccepted(sought, rejecting));
    if (rejecting !== undefined && field !== undefined) return styleOf(sought, rejecting, field, "reject");
    const sorting = await nameThatSorts(sought, names);
    return sorting && styleOf(sought, sorting.name, sorting.field, "ignore");
  });
  return found ?? "none";
});

/** From the users, or else from the invoices: a dialect has one for both. */
export const sortOfLists = memoize(async (source: Source): Promise<SortParameter | "none"> => {
  const ofUsers = await settled(sortParameter(source, "users"));
  if (ofUsers !== "none" && !isUnset(ofUsers)) return ofUsers;
  const ofInvoices = await settled(sortParameter(source, "invoices"));
  if (!isUnset(ofInvoices)) return ofInvoices;
  if (isUnset(ofUsers)) throw ofInvoices;
  return ofUsers;
});

/** The name with which an unknown field is rejected. */
async function nameThatRejects(
  { source, list }: ParameterSearch,
  names: readonly string[],
): Promise<string | undefined> {
  const queryOf = (some: Iterable<string>): Query => valued(some, noSuchField);
  for (const group of await together(source, list, names, queryOf)) {
    if ((await pageOf(source, list, queryOf(group))) !== undefined) continue;
    const name = await findName(group, 1, async (sent) => {
      const rejection = await rejectionOf(source, list, queryOf(sent.keys()));
      return rejection !== undefined && !(await isStrict(source, list)) ? 1 : undefined;
    });
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The fields of a list in its rejection of an unknown one. */
export async function fieldsNamed(
  { source, list, fields }: ParameterSearch,
  parameter: string,
): Promise<readonly string[]> {
  const rejection = await rejectionOf(source, list, { [parameter]: noSuchField });
  return rejection === undefined ? [] : namedFields(source, rejection, fields);
}

async function firstAccepted(sought: ParameterSearch, name: string): Promise<string | undefined> {
  for (const field of new Set([...(await fieldsNamed(sought, name)), ...sought.fields])) {
    if ((await pageOf(sought.source, sought.list, { [name]: field })) !== undefined) return field;
  }
  return undefined;
}

/** If unknown fields are ignored: the name with which some field sorts the list, and the field. */
async function nameThatSorts(
  sought: ParameterSearch,
  names: readonly string[],
): Promise<{ readonly name: string; readonly field: string } | undefined> {
  const orders = withoutFields(orderNames, sought.seen.page);
  const likely = sought.fields.toSorted((left, right) => Number(usual.test(right)) - Number(usual.test(left)));
  const queryOf = (some: readonly string[], value: string): Query =>
    Object.fromEntries(some.map((name) => [name, orders.includes(name) ? "desc" : value]));
  // With a separate direction descending, with a plus; and with a minus, for a list that is already sorted.
  const tries = likely.flatMap((field) =>
    isSorted(sought, sought.seen.plain.page, field, "ascending") ? [field, `-${field}`] : [field],
  );
  for (const group of await sortedTogether(sought, [...orders, ...names], (some) => queryOf(some, tries[0] ?? ""))) {
    const ofGroup = names.filter((name) => group.includes(name));
    const withOrder = orders.filter((name) => group.includes(name));
    for (const value of tries) {
      const field = value.replace(/^-/, "");
      const isSorting = async (sent: readonly string[]): Promise<boolean> => {
        const query = queryOf([...withOrder, ...sent], value);
        return (await isTurned(sought, field, query, "descending")) || isTurned(sought, field, query, "ascending");
      };
      // All names at once first: most fields do not work with any.
      const name = (await isSorting(ofGroup))
        ? await findName(ofGroup, 1, async (sent) => ((await isSorting([...sent.keys()])) ? 1 : undefined))
        : undefined;
      if (name !== undefined) return { name, field };
    }
  }
  return undefined;
}

/** The names that can be sent together; none if they are rejected all the same. */
async function sortedTogether(
  { source, list }: ParameterSearch,
  names: readonly string[],
  queryOf: (names: readonly string[]) => Query,
): Promise<readonly (readonly string[])[]> {
  const groups = await together(source, list, names, queryOf);
  const accepted: (readonly string[])[] = [];
  for (const group of groups) if ((await pageOf(source, list, queryOf(group))) !== undefined) accepted.push(group);
  return accepted;
}

/** Whether a query sorts a list by a field, in a direction in which it was not sorted before. */
async function isTurned(sought: ParameterSearch, field: string, query: Query, direction: Direction): Promise<boolean> {
  const { source, list, seen } = sought;
  if (isSorted(sought, seen.plain.page, field, direction)) return false;
  if (!isSorted(sought, await pageOf(source, list, query), field, direction)) return false;
  return !(await isNaturalOrder(source, list, seen.records, { field, direction, query }));
}

/** Whether a minus reverses the order, or another parameter does. */
async function styleOf(
  sought: ParameterSearch,
  parameter: string,
  field: string,
  unknownField: "ignore" | "reject",
): Promise<SortParameter> {
  const { source, list } = sought;
  const turned = await ifKnown(readList(source, list, { [parameter]: `-${field}` }));
  const unknown = await ifKnown(readList(source, list, { [parameter]: noSuchField }));
  const evidence = [turned, unknown].flatMap((reading) => reading?.answer ?? []);
  const isSigned =
    turned?.page !== undefined && (unknownField === "reject" || isSorted(sought, turned.page, field, "descending"));
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

/** The parameter that reverses the order. */
async function orderOf(sought: ParameterSearch, parameter: string, field: string): Promise<string | undefined> {
  const { source, list, seen } = sought;
  const names = withoutFields(orderNames, seen.page).filter((name) => name !== parameter);
  const up = await pageOf(source, list, { [parameter]: field });
  const queryOf = (some: Iterable<string>): Query => ({ [parameter]: field, ...valued(some, "desc") });
  for (const group of await together(source, list, names, queryOf)) {
    const name = await findName(group, 1, async (sent) => {
      const down = await pageOf(source, list, queryOf(sent.keys()));
      const isTurnedByIt = isSorted(sought, down, field, "descending") && !isSorted(sought, up, field, "descending");
      return isTurnedByIt ? 1 : undefined;
    });
    if (name !== undefined) return name;
  }
  return undefined;
}
