import { counted } from "../../../fixtures/counted.ts";
import { isList } from "../../../fixtures/contract/operations.ts";
import type { Sorting } from "../../../fixtures/dialect/filtering.ts";
import { own } from "../../../fixtures/own.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, inconclusive, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import { filterQuery, nothingFits } from "../../discovery/filter-query.ts";
import { worst } from "../worst.ts";
import { declaredCheck, expectFailure, onAnswer, type Answered } from "./declared-check.ts";
import { isInOrder, textOf, type Direction } from "../../discovery/in-order.ts";
import { objectsOf, pageIn, type Page } from "../../target/records.ts";
import { judgedList } from "./lists.ts";

/** DECL-07: what a filter lets through, by a value that is seen and by one that no record has. */
const filtering = declaredCheck("DECL-07", async (session, operation, dialect, sample) => {
  const { filtering: declared } = dialect;
  if (declared.style === "none") return notArising("the dialect declares no filter", sample);
  const plain = pageIn(sample);
  if (plain === undefined) return skipped("the list cannot be reckoned with (see ENV-01 to ENV-05)", sample);
  const chosen = chooseFilter(declared[judgedList(operation)], plain);
  if (chosen === undefined) return skipped("no record has a field that is declared to be a filter", sample);
  const { field, value } = chosen;
  const query = filterQuery(declared, field, value);
  const outcomes = [
    await onAnswer(session, { operation, query }, (answered) => judgeFiltered(answered, plain, field, value)),
  ];
  if (isList(operation)) {
    for (const nothing of nothingFits(declared, operation)) {
      outcomes.push(
        await onAnswer(session, { operation, query: nothing }, (answered) => judgeNothing(answered, nothing)),
      );
    }
  }
  return worst(outcomes);
});

/** A field that some record has, and a value of it: best one that not all records share. */
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
      `${what} is answered with ${answered.response.status}; the dialect declares it (filtering)`,
      answered,
    );
  const strangers = objectsOf(page.records).filter((record) => textOf(record, field) !== value).length;
  if (strangers > 0 || objectsOf(page.records).length < page.records.length) {
    return failed(
      `${what} returns ${strangers} of ${page.records.length} records that do not match (filtering)`,
      answered,
    );
  }
  const known = objectsOf(plain.records).filter((record) => textOf(record, field) === value).length;
  if (page.total >= known)
    return passed(`${what} returns ${counted(page.total, "matching record")} of ${plain.total}`, answered);
  return failed(
    `${what} finds ${counted(page.total, "record")}, and the list without it shows ${known} that match (filtering)`,
    answered,
  );
}

function judgeNothing(answered: Answered, query: Readonly<Record<string, string>>): Outcome {
  const what = `a filter that nothing fits (${JSON.stringify(query)})`;
  const page = isSuccess(answered) ? pageIn(answered) : undefined;
  // That a value is none the field can have may be an answer, too.
  if (page === undefined) return inconclusive(`${what} is answered with ${answered.response.status}`, answered);
  if (page.records.length === 0) return passed(`${what} returns no record`, answered);
  return failed(`${what} returns ${counted(page.records.length, "record")} (filtering)`, answered);
}

/** DECL-08: the order of a declared sort key, both ways. */
const sorting = declaredCheck("DECL-08", async (session, operation, dialect, sample) => {
  const { sorting: declared } = dialect;
  if (declared.style === "none") return notArising("the dialect declares no sort key", sample);
  const plain = pageIn(sample);
  if (plain === undefined) return skipped("the list cannot be reckoned with (see ENV-01 to ENV-05)", sample);
  const field = declared[judgedList(operation)].find((name) => hasTwoValues(plain, name));
  if (field === undefined) return skipped("no declared sort key has two values on the page seen", sample);
  const judge = (direction: Direction): Promise<Outcome> =>
    onAnswer(session, { operation, query: sortQuery(declared, field, direction) }, (answered) =>
      judgeOrder(answered, field, direction, sortQuery(declared, field, direction)),
    );
  return worst([await judge("ascending"), await judge("descending")]);
});

function hasTwoValues({ records }: Page, field: string): boolean {
  return (
    new Set(
      objectsOf(records)
        .map((record) => textOf(record, field))
        .filter((text) => text !== undefined),
    ).size > 1
  );
}

type Sorted = Exclude<Sorting, { style: "none" }>;

function sortQuery(sorted: Sorted, field: string, direction: Direction): Readonly<Record<string, string>> {
  const isDown = direction === "descending";
  return sorted.style === "signed"
    ? { [sorted.parameter]: isDown ? `-${field}` : field }
    : { [sorted.parameter]: field, [sorted.orderParameter]: isDown ? "desc" : "asc" };
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
      `${what} is answered with ${answered.response.status}; the dialect declares the key (sorting)`,
      answered,
    );
  const values = objectsOf(page.records).map((record) => own(record, field));
  if (isInOrder(values, direction)) return passed(`${what} orders ${counted(values.length, "record")}`, answered);
  return failed(`${what} does not put the records in ${direction} order of ${field} (sorting)`, answered);
}

/** DECL-09: a sort key that no dialect would declare. */
const unknownSortKey = declaredCheck("DECL-09", (session, operation, dialect, sample) => {
  const { sorting: declared } = dialect;
  if (declared.style === "none") return notArising("the dialect declares no sort key", sample);
  const { unknownField } = declared;
  const query = { [declared.parameter]: "orgkitNoSuchField" };
  const what = `${declared.parameter}=orgkitNoSuchField`;
  return onAnswer(session, { operation, query }, (answered) => {
    if (unknownField === "reject") {
      return expectFailure(answered, dialect, "badParameter", { key: "sorting.unknownField", what });
    }
    if (isSuccess(answered)) return passed(`${what} is ignored`, answered);
    return failed(
      `${what} is answered with ${answered.response.status}; the dialect declares that it is ignored (sorting.unknownField)`,
      answered,
    );
  });
});

export const declaredOrderChecks: readonly Check[] = [filtering, sorting, unknownSortKey];
