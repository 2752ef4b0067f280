import { isObject } from "../../fixtures/json.ts";
import type { Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { objectsOf } from "../target/records.ts";
import type { Answer } from "./observation.ts";
import { operationOf } from "./source.ts";
import { textOf, type Direction, startsSorted } from "./seen-records.ts";
import { hasOnly, recordedPages, recordedReadings, type RecordedPage } from "./list.ts";
import { sortNames } from "./names.ts";
import type { SortParameter, ParameterSearch } from "./sort-parameter.ts";

/** A recorded request that may sort, with its parameters and records. */
interface RecordedSort extends RecordedPage {
  readonly name: string;
  readonly field: string;
  /** Whether the field has a minus. */
  readonly isSigned: boolean;
  /** The parameter of the direction, if there is one. */
  readonly order?: string;
  /** Whether the records are in the requested order beyond chance. */
  readonly isSortedBy: boolean;
}

const directions: Readonly<Record<string, Direction>> = {
  asc: "ascending",
  ascending: "ascending",
  desc: "descending",
  descending: "descending",
};

/** Fewer records may be in order by chance. */
const enough = 3;

/** The recorded requests with a field in a usual sort parameter, or with a minus. */
export function recordedSorts({ source, list, fields, seen }: ParameterSearch, size?: string): readonly RecordedSort[] {
  const pages = recordedPages(source, list);
  const { recorded = [] } = source;
  const isCreation = ({ call, exchange }: Answer): boolean => operationOf(call) === "createUser" && isSuccess(exchange);
  const before = new Set(recorded.slice(0, Math.max(recorded.findIndex(isCreation), 0)));
  const isBefore = (page: RecordedPage): boolean => before.size === 0 || before.has(page.answer);
  /** The records that existed at the time of a page: not those created later. */
  const known = (page: RecordedPage): readonly Members[] =>
    pages.filter((one) => isBefore(one) || !isBefore(page)).flatMap((one) => objectsOf(one.page.records));
  return pages.flatMap((page) =>
    Object.entries(page.query).flatMap(([name, value]): readonly RecordedSort[] => {
      const isSigned = value.startsWith("-");
      const field = value.replace(/^-/, "");
      if (!fields.includes(field) || fields.includes(name) || !(isSigned || sortNames.includes(name))) return [];
      const order = Object.keys(page.query).find(
        (other) => other !== name && Object.hasOwn(directions, (page.query[other] ?? "").toLowerCase()),
      );
      const direction = isSigned
        ? "descending"
        : (directions[page.query[order ?? ""]?.toLowerCase() ?? ""] ?? "ascending");
      const values = new Set(page.page.records.filter(isObject).map((record) => textOf(record, field)));
      // On a further page, or in a filtered list, other records come first.
      const others = hasOnly(page.query, name, order, size) ? known(page) : [];
      const isNatural = startsSorted(seen.plain.page, others, field, direction);
      const isSortedBy = (values.size >= enough || !isNatural) && startsSorted(page.page, others, field, direction);
      return [{ ...page, name, field, isSigned, ...(order === undefined ? {} : { order }), isSortedBy }];
    }),
  );
}

/** The parameters by which recorded requests sort a list; `undefined` if none shows how the order is reversed. */
export function recordedSort(sought: ParameterSearch): SortParameter | undefined {
  const sorts = recordedSorts(sought).filter(({ isSortedBy }) => isSortedBy);
  const signed = sorts.find(({ isSigned }) => isSigned);
  const paired = sorts.find(
    ({ order, query }) => order !== undefined && directions[query[order]?.toLowerCase() ?? ""] === "descending",
  );
  const found = signed ?? paired;
  if (found === undefined) return undefined;
  const { name: parameter, order } = found;
  const isRejected = recordedReadings(sought.source, sought.list).some(({ answer, page }) => {
    const field = answer.call.query?.[parameter]?.replace(/^-/, "");
    return page === undefined && field !== undefined && !sought.fields.includes(field);
  });
  return {
    style: signed === undefined ? "pair" : "signed",
    parameter,
    ...(signed === undefined && order !== undefined ? { orderParameter: order } : {}),
    unknownField: isRejected ? "reject" : "ignore",
    evidence: sorts
      .filter(({ name }) => name === parameter)
      .map(({ answer }) => answer)
      .slice(0, 3),
  };
}
