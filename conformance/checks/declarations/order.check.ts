import { counted } from "../../../fixtures/counted.ts";
import { isList } from "../../../fixtures/contract/operations.ts";
import { own } from "../../../fixtures/own.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, inconclusive, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { filterQuery, emptyFilterQuery } from "../../discovery/filtering.ts";
import { worst } from "../worst.ts";
import { onDeclared, expectFailure, onAnswer, type Answered } from "./declared-check.ts";
import { isInOrder, textOf, type Direction } from "../../discovery/seen-records.ts";
import { objectsOf, pageIn, type Page } from "../../target/records.ts";
import { sortQuery } from "../../discovery/sort-parameter.ts";
import { judgedList, ofLists, openParameters } from "./lists.ts";

/** A field of some record, with a value, preferably one that not all records share. */
function chooseFilter(fields: readonly string[], { records }: Page): { field: string; value: string } | undefined {
  const candidates = fields.flatMap((field) => {
    const values = objectsOf(records)
      .map((record) => textOf(record, field))
      .filter((text) => text !== undefined);
    const [value] = values;
    return value === undefined
      ? []
      : [{ field, value, isTelling: new Set(values).size > 1 || values.length < records.length }];
  });
  return candidates.find(({ isTelling }) => isTelling) ?? candidates[0];
}

function judgeFiltered(answered: Answered, plain: Page, field: string, value: string): Outcome {
  const what = `the filter ${field} = "${value}"`;
  const page = isSuccess(answered) ? pageIn(answered) : undefined;
  if (page === undefined)
    return failed(
      `${what} returns no list (${answered.response.status}); the dialect declares it (filtering)`,
      answered,
    );
  const unmatched = objectsOf(page.records).filter((record) => textOf(record, field) !== value).length;
  if (unmatched > 0 || objectsOf(page.records).length < page.records.length) {
    return failed(
      `${what} returns ${unmatched} of ${page.records.length} records that do not match (filtering)`,
      answered,
    );
  }
  const known = objectsOf(plain.records).filter((record) => textOf(record, field) === value).length;
  if (page.total >= known)
    return passed(`${what} returns ${counted(page.total, "matching record")} of ${plain.total}`, answered);
  return failed(
    `${what} returns ${counted(page.total, "record")}, and the list without it shows ${known} that match (filtering)`,
    answered,
  );
}

function judgeNothing(answered: Answered, query: Readonly<Record<string, string>>): Outcome {
  const what = `a filter without matches (${JSON.stringify(query)})`;
  const page = isSuccess(answered) ? pageIn(answered) : undefined;
  // Services may also reject a value that the field cannot have.
  if (page === undefined) return inconclusive(`${what} gets ${answered.response.status}`, answered);
  if (page.records.length === 0) return passed(`${what} returns no record`, answered);
  return failed(`${what} returns ${counted(page.records.length, "record")} (filtering)`, answered);
}

function hasTwoValues({ records }: Page, field: string): boolean {
  return (
    new Set(
      objectsOf(records)
        .map((record) => textOf(record, field))
        .filter((text) => text !== undefined),
    ).size > 1
  );
}

function judgeOrder(
  answered: Answered,
  field: string,
  direction: Direction,
  query: Readonly<Record<string, string>>,
): Outcome {
  const what = JSON.stringify(query);
  const page = isSuccess(answered) ? pageIn(answered) : undefined;
  if (page === undefined)
    return failed(
      `${what} returns no list (${answered.response.status}); the dialect declares this sort key (sorting)`,
      answered,
    );
  const values = objectsOf(page.records).map((record) => own(record, field));
  if (isInOrder(values, direction)) return passed(`${what} orders ${counted(values.length, "record")}`, answered);
  return failed(`${what} does not sort the records in ${direction} order of ${field} (sorting)`, answered);
}

export const declaredOrder: readonly Requirement[] = [
  {
    id: "DECL-07",
    ...ofLists,
    rule: "a declared filter returns exactly the matching records",
    why: `${openParameters}. The dialect declares the fields by which a list can be filtered. A filtered list must contain all matching records and no others.`,
    good: '?status=active: 200 {"data":[{"id":"a","status":"active"}],…}',
    bad: '?status=active: 200 {"data":[{"id":"a","status":"active"},{"id":"b","status":"invited"}],…}',
    fix: "Filter before you count and cut, so that `meta.total` counts the matching records.",
    call: { query: "status=active" },
    // The results of a filter, with a value of some record and with one that no record has.
    judge: onDeclared(async (session, operation, dialect, sample) => {
      const { filtering: declared } = dialect;
      if (declared.style === "none") return notArising("the dialect declares no filter", sample);
      const plain = pageIn(sample);
      if (plain === undefined) return skipped("the list could not be parsed (see ENV-01 to ENV-05)", sample);
      const chosen = chooseFilter(declared[judgedList(operation)], plain);
      if (chosen === undefined) return skipped("no record has a declared filter field", sample);
      const { field, value } = chosen;
      const query = filterQuery(declared, field, value);
      const outcomes = [
        await onAnswer(session, { operation, query }, (answered) => judgeFiltered(answered, plain, field, value)),
      ];
      if (isList(operation)) {
        for (const nothing of emptyFilterQuery(declared, operation)) {
          outcomes.push(
            await onAnswer(session, { operation, query: nothing }, (answered) => judgeNothing(answered, nothing)),
          );
        }
      }
      return worst(outcomes);
    }),
  },
  {
    id: "DECL-08",
    ...ofLists,
    rule: "a declared sort key orders the records",
    why: `${openParameters}. The dialect declares the sort keys, so the records must come in that order, ascending and descending.`,
    good: '?sort=name: {"data":[{"name":"Ada"},{"name":"Bo"}],…}',
    bad: '?sort=name: {"data":[{"name":"Bo"},{"name":"Ada"}],…}',
    fix: "Sort the whole list before you cut it into pages, and let the declared sign or word reverse the order.",
    call: { query: "sort=-createdAt" },
    // The order of a declared sort key, in both directions.
    judge: onDeclared(async (session, operation, dialect, sample) => {
      const { sorting: declared } = dialect;
      if (declared.style === "none") return notArising("the dialect declares no sort key", sample);
      const plain = pageIn(sample);
      if (plain === undefined) return skipped("the list could not be parsed (see ENV-01 to ENV-05)", sample);
      const field = declared[judgedList(operation)].find((name) => hasTwoValues(plain, name));
      if (field === undefined) return skipped("no declared sort key has two different values on the page", sample);
      const judge = (direction: Direction): Promise<Outcome> => {
        const query = sortQuery(declared, field, direction);
        return onAnswer(session, { operation, query }, (answered) => judgeOrder(answered, field, direction, query));
      };
      return worst([await judge("ascending"), await judge("descending")]);
    }),
  },
  {
    id: "DECL-09",
    ...ofLists,
    rule: "an undeclared sort key is treated as declared",
    why: `${openParameters}. The dialect declares what an undeclared sort key gets: an error, or no effect.`,
    good: "declared reject: ?sort=nosuchfield: 400",
    bad: "declared reject: ?sort=nosuchfield: 200",
    fix: "Check the key against the declared ones before you build the query.",
    call: { query: "sort=orgkitNoSuchField" },
    // A sort key that no dialect would declare.
    judge: onDeclared((session, operation, dialect, sample) => {
      const { sorting: declared } = dialect;
      if (declared.style === "none") return notArising("the dialect declares no sort key", sample);
      if (declared[judgedList(operation)].length === 0) {
        return notArising("the dialect declares no sort key of this list, so it has no parameter", sample);
      }
      const { unknownField } = declared;
      const query = { [declared.parameter]: "orgkitNoSuchField" };
      const what = `${declared.parameter}=orgkitNoSuchField`;
      return onAnswer(session, { operation, query }, (answered) => {
        if (unknownField === "reject") {
          return expectFailure(answered, dialect, "badParameter", { key: "sorting.unknownField", what });
        }
        if (isSuccess(answered)) return passed(`${what} is ignored`, answered);
        return failed(
          `${what} gets ${answered.response.status}; the dialect declares that it is ignored (sorting.unknownField)`,
          answered,
        );
      });
    }),
  },
];
