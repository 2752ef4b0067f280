import { listing } from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { type Direction, isNaturalOrder } from "./seen-records.ts";
import { lists, pageOf, readList, type ListName } from "./list.ts";
import { sortNames } from "./names.ts";
import { alike, certain, ifKnown, isUnset, likely, settled, Unset, type Answer, type Found } from "./observation.ts";
import {
  fieldsNamed,
  isSorted,
  noSuchField,
  sortOfLists,
  sortQuery,
  prepareSearch,
  type SortParameter,
  type ParameterSearch,
} from "./sort-parameter.ts";
import { withAny } from "./short-lists.ts";
import { answersOf, type Source } from "./source.ts";

async function known(source: Source): Promise<SortParameter> {
  const parameter = await sortOfLists(source);
  if (parameter === "none") throw new Unset("no common parameter sorts the lists");
  return parameter;
}

export async function sortingStyle(source: Source): Promise<Found> {
  const parameter = await settled(sortOfLists(source));
  if (isUnset(parameter)) {
    const { answer } = await withAny(source, "users", noSuchField, parameter, sortNames);
    return likely("none", [answer], "whatever the list is to be sorted by, nothing is rejected");
  }
  if (parameter === "none") return likely("none", [], "no common parameter changed the order");
  const { style, orderParameter, evidence } = parameter;
  if (style === "signed" || orderParameter !== undefined) return certain(style, evidence);
  return likely(style, evidence, "no common parameter reverses the order");
}

export async function sortingParameter(source: Source): Promise<Found> {
  const { parameter, evidence } = await known(source);
  return certain(parameter, evidence);
}

export async function sortingOrderParameter(source: Source): Promise<Found> {
  const { style, orderParameter, evidence } = await known(source);
  if (style === "signed") throw new Unset("a minus reverses the order");
  if (orderParameter === undefined) throw new Unset("no common parameter reverses the order");
  return certain(orderParameter, evidence);
}

/** The response to an unknown sort field, in both lists; if only one rejects it, the other may not be sorted at all. */
export async function sortingUnknownField(source: Source): Promise<Found> {
  const sort = await known(source);
  const { parameter } = sort;
  const answers = new Map<ListName, Answer>();
  for (const list of lists) {
    const reading = await ifKnown(readList(source, list, { [parameter]: noSuchField }));
    if (reading !== undefined) answers.set(list, reading.answer);
  }
  if (new Set([...answers.values()].map(({ exchange }) => isSuccess(exchange))).size > 1) {
    for (const [list, { exchange }] of answers) {
      const fields = isSuccess(exchange) ? await ifKnown(sortingFields(source, list)) : undefined;
      if (Array.isArray(fields?.value) && fields.value.length === 0) answers.delete(list);
    }
  }
  return alike([...answers.values()], ({ exchange }) => (isSuccess(exchange) ? "ignore" : "reject"));
}

export async function sortingFields(source: Source, list: ListName): Promise<Found> {
  const parameter = await known(source);
  const sought = await prepareSearch(source, list);
  const evidence: Answer[] = [];
  // The other list may not be sorted at all.
  const noField = { [parameter.parameter]: noSuchField };
  const isStrict = parameter.unknownField === "reject" && (await readList(source, list, noField)).page === undefined;
  if (isStrict) {
    return certain(
      [...(await acceptedFields(sought, parameter, evidence))],
      evidence,
      "of the fields that records show",
    );
  }
  return orderingFields(sought, parameter, evidence);
}

/** If unknown fields are rejected: the other ones. A list of fields in a rejection is tested, and trusted. */
async function acceptedFields(
  sought: ParameterSearch,
  { parameter, style }: SortParameter,
  evidence: Answer[],
): Promise<readonly string[]> {
  const { source, list, fields } = sought;
  const isAccepted = async (text: string): Promise<boolean> => {
    const { page, answer } = await readList(source, list, { [parameter]: text });
    if (page !== undefined) evidence.push(answer);
    return page !== undefined;
  };
  const areAccepted = async (texts: readonly string[]): Promise<readonly string[]> => {
    const accepted: string[] = [];
    for (const text of texts) if (await isAccepted(text)) accepted.push(text);
    return accepted;
  };
  const named = await fieldsNamed(sought, parameter);
  const unnamed = fields.find((field) => !named.includes(field));
  if (named.length > 0 && (unnamed === undefined || !(await isAccepted(unnamed)))) {
    const texts = style === "signed" ? [named.join(",")] : named;
    if ((await areAccepted(texts)).length === texts.length) return named;
  }
  return areAccepted(fields);
}

/** Whether a query with all of these names did not sort by a field. */
async function isLeftUnsorted(
  sought: ParameterSearch,
  parameter: SortParameter,
  field: string,
  directions: readonly Direction[],
): Promise<boolean> {
  const { source, list } = sought;
  const tried = answersOf(source).filter(({ call }) => call.operation === listing(list) && call.as === undefined);
  for (const direction of directions) {
    const asked = Object.entries(sortQuery(parameter, field, direction));
    const wider = tried.find(({ call: { query = {} } }) => asked.every(([name, value]) => query[name] === value));
    const page = wider && (await pageOf(source, list, wider.call.query ?? {}));
    if (page !== undefined && !isSorted(sought, page, field, direction)) return true;
  }
  return false;
}

/** If unknown fields are ignored: those that change the order of the list. */
async function orderingFields(sought: ParameterSearch, parameter: SortParameter, evidence: Answer[]): Promise<Found> {
  const { style, orderParameter } = parameter;
  const { source, list, seen } = sought;
  const fields: string[] = [];
  const equal: string[] = [];
  // Without a parameter that reverses it, only ascending order can be requested.
  const directions: readonly Direction[] =
    style === "pair" && orderParameter === undefined ? ["ascending"] : ["descending", "ascending"];
  for (const field of sought.fields) {
    // A field by which the plain list is not sorted, so that sorting by it shows.
    const shown = directions.filter((candidate) => !isSorted(sought, seen.plain.page, field, candidate));
    const [direction] = shown;
    if (direction === undefined) {
      equal.push(field);
      continue;
    }
    if (await isLeftUnsorted(sought, parameter, field, shown)) continue;
    const query = sortQuery(parameter, field, direction);
    const { page, answer } = await readList(source, list, query);
    if (!isSorted(sought, page, field, direction)) continue;
    if (await isNaturalOrder(source, list, seen.records, { field, direction, query })) continue;
    fields.push(field);
    evidence.push(answer);
  }
  return equal.length === 0
    ? certain(fields, evidence, "of the fields that records show")
    : likely(fields, evidence, `all records have the same ${equal.join(", ")}`);
}
