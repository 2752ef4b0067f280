import { emptyFilterQuery, filterQuery } from "../../discovery/filtering.ts";
import { isInOrder, textOf } from "../../discovery/seen-records.ts";
import { sortQuery } from "../../discovery/sort-parameter.ts";
import { isList, listOperationIds } from "../../../fixtures/contract/operations.ts";
import { counted } from "../../../fixtures/counted.ts";
import { own } from "../../../fixtures/own.ts";
import { isSuccess } from "../../target/exchange.ts";
import { objectsOf, shownPage, type Page } from "../../target/records.ts";
import { failed, inconclusive, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { worst, worstInTurn } from "../worst.ts";
import {
  ask,
  asDeclared,
  askFailing,
  declared,
  judgedList,
  onList,
  type Answered,
  type Context,
} from "./declared-check.ts";

/** A filter field, and a value of some record. */
interface Filter {
  readonly field: string;
  readonly value: string;
}

function valuesOf({ records }: Page, field: string): readonly string[] {
  return objectsOf(records).flatMap((record) => textOf(record, field) ?? []);
}

function hasTwoValues(page: Page, field: string): boolean {
  return new Set(valuesOf(page, field)).size > 1;
}

/** A filter with some matching record, preferably one that not all records match. */
function chooseFilter(fields: readonly string[], page: Page): Filter | undefined {
  const filters = fields.flatMap((field): Filter[] => {
    const [value] = valuesOf(page, field);
    return value === undefined ? [] : [{ field, value }];
  });
  const isTelling = ({ field, value }: Filter): boolean => countOf(page, { field, value }) < page.records.length;
  return filters.find(isTelling) ?? filters[0];
}

/** How many records match. */
function countOf(page: Page, { field, value }: Filter): number {
  return valuesOf(page, field).filter((text) => text === value).length;
}

function judgeFiltered(answered: Answered, plain: Page, filter: Filter): Outcome {
  const what = `the filter ${filter.field} = "${filter.value}" returns`;
  const page = shownPage(answered);
  if (page === undefined) {
    const found = `${what} no list (${answered.response.status})`;
    return failed(`${found}; the dialect declares it (filtering)`, answered);
  }
  const unmatched = page.records.length - countOf(page, filter);
  if (unmatched > 0)
    return failed(`${what} ${unmatched} of ${page.records.length} records that do not match (filtering)`, answered);
  const known = countOf(plain, filter);
  if (page.total >= known)
    return passed(`${what} ${counted(page.total, "matching record")} of ${plain.total}`, answered);
  const found = `${what} ${counted(page.total, "record")}`;
  return failed(`${found}, and the list without it shows ${known} that match (filtering)`, answered);
}

function judgeUnmatched(answered: Answered, query: Readonly<Record<string, string>>): Outcome {
  const what = `a filter without matches (${JSON.stringify(query)})`;
  const page = shownPage(answered);
  // Services may also reject a value that the field cannot have.
  if (page === undefined) return inconclusive(`${what} gets ${answered.response.status}`, answered);
  if (page.records.length === 0) return passed(`${what} returns no record`, answered);
  return failed(`${what} returns ${counted(page.records.length, "record")} (filtering)`, answered);
}

/** The results of a filter, with a value of some record and with one that no record has. */
function judgeFilter(context: Context): Outcome | Promise<Outcome> {
  const { operation, dialect, sample } = context;
  const { filtering } = dialect;
  if (filtering.style === "none") return notArising("the dialect declares no filter", sample);
  return onList(context, async (plain) => {
    const chosen = chooseFilter(filtering[judgedList(operation)], plain);
    if (chosen === undefined) return skipped("no record has a declared filter field", sample);
    const query = filterQuery(filtering, chosen.field, chosen.value);
    const outcomes = [await ask(context, { query }, (answered) => judgeFiltered(answered, plain, chosen))];
    for (const nothing of isList(operation) ? emptyFilterQuery(filtering, operation) : []) {
      outcomes.push(await ask(context, { query: nothing }, (answered) => judgeUnmatched(answered, nothing)));
    }
    return worst(outcomes);
  });
}

/** The order of a declared sort key, in both directions. */
function judgeOrder(context: Context): Outcome | Promise<Outcome> {
  const { operation, dialect, sample } = context;
  const { sorting } = dialect;
  if (sorting.style === "none") return notArising("the dialect declares no sort key", sample);
  return onList(context, (plain) => {
    const field = sorting[judgedList(operation)].find((name) => hasTwoValues(plain, name));
    if (field === undefined) return skipped("no declared sort key has two different values on the page", sample);
    return worstInTurn(["ascending", "descending"] as const, (direction) => {
      const query = sortQuery(sorting, field, direction);
      return ask(context, { query }, (answered) => {
        const what = JSON.stringify(query);
        const page = shownPage(answered);
        if (page === undefined) {
          const found = `${what} returns no list (${answered.response.status})`;
          return failed(`${found}; the dialect declares this sort key (sorting)`, answered);
        }
        const values = objectsOf(page.records).map((record) => own(record, field));
        if (isInOrder(values, direction)) return passed(`${what} orders ${counted(values.length, "record")}`, answered);
        return failed(`${what} does not sort the records in ${direction} order of ${field} (sorting)`, answered);
      });
    });
  });
}

const ofLists = { section: "4", open: "the parameters of the lists", operations: listOperationIds } as const;

export const declaredOrder: readonly Requirement[] = [
  declared(
    {
      id: "DECL-07",
      ...ofLists,
      declares:
        "the fields by which a list can be filtered. A filtered list must contain all matching records and no others",
      rule: "a declared filter returns exactly the matching records",
      good: '?status=active: 200 {"data":[{"id":"a","status":"active"}],…}',
      bad: '?status=active: 200 {"data":[{"id":"a","status":"active"},{"id":"b","status":"invited"}],…}',
      fix: "Filter before you count and cut, so that `meta.total` counts the matching records.",
      call: { query: "status=active" },
    },
    judgeFilter,
  ),
  declared(
    {
      id: "DECL-08",
      ...ofLists,
      declares: "the sort keys, so the records must come in that order, ascending and descending",
      rule: "a declared sort key orders the records",
      good: '?sort=name: {"data":[{"name":"Ada"},{"name":"Bo"}],…}',
      bad: '?sort=name: {"data":[{"name":"Bo"},{"name":"Ada"}],…}',
      fix: "Sort the whole list before you cut it into pages, and let the declared sign or word reverse the order.",
      call: { query: "sort=-createdAt" },
    },
    judgeOrder,
  ),
  declared(
    {
      id: "DECL-09",
      ...ofLists,
      declares: "what an undeclared sort key gets: an error, or no effect",
      rule: "an undeclared sort key is treated as declared",
      good: "declared reject: ?sort=nosuchfield: 400",
      bad: "declared reject: ?sort=nosuchfield: 200",
      fix: "Check the key against the declared ones before you build the query.",
      call: { query: "sort=orgkitNoSuchField" },
    },
    (context) => {
      const { sorting } = context.dialect;
      if (sorting.style === "none" || sorting[judgedList(context.operation)].length === 0)
        return notArising("the dialect declares no sort key of this list, so it has no parameter", context.sample);
      const { unknownField, parameter } = sorting;
      const call = { query: { [parameter]: "orgkitNoSuchField" } };
      const what = `${parameter}=orgkitNoSuchField`;
      const key = "sorting.unknownField";
      if (unknownField === "reject") return askFailing(context, call, { kind: "badParameter", key, what });
      return ask(context, call, (answered) => {
        const isIgnored = isSuccess(answered);
        const found = `${what} ${isIgnored ? "is ignored" : `gets ${answered.response.status}`}`;
        return asDeclared(isIgnored, found, `that it is ignored (${key})`, answered);
      });
    },
  ),
];
