import { isObject } from "../../fixtures/json.ts";
import type { Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { objectsOf } from "../target/records.ts";
import type { Answer } from "./observation.ts";
import { operationOf } from "./operation-of.ts";
import { textOf, type Direction } from "./in-order.ts";
import { hasOnly, recordedPages, recordedReadings, type RecordedPage } from "./list.ts";
import { sortNames } from "./names.ts";
import { startsSorted } from "./seen-records.ts";
import type { SortParameter, Sought } from "./sort-parameter.ts";

/** A recorded request that sorts, as far as its parameters and the records it got tell. */
interface RecordedSort extends RecordedPage {
  readonly name: string;
  readonly field: string;
  /** Whether a minus stands before the field. */
  readonly isSigned: boolean;
  /** The parameter that names the direction, where one does. */
  readonly order?: string;
  /** Whether the records are in the order that is asked for, and it shows. */
  readonly isSortedBy: boolean;
}

const directions: Readonly<Record<string, Direction>> = {
  asc: "ascending",
  ascending: "ascending",
  desc: "descending",
  descending: "descending",
};

/** Of fewer records the order may have come about by itself. */
const enough = 3;

/** The recorded requests that name a field under a name that sorts, or with a minus. */
export function recordedSorts({ source, list, fields, seen }: Sought, size?: string): readonly RecordedSort[] {
  const pages = recordedPages(source, list);
  const { recorded = [] } = source;
  const isCreation = ({ call, exchange }: Answer): boolean => operationOf(call) === "createUser" && isSuccess(exchange);
  const before = new Set(recorded.slice(0, Math.max(recorded.findIndex(isCreation), 0)));
  const isBefore = (page: RecordedPage): boolean => before.size === 0 || before.has(page.answer);
  /** The records that were there at the time of a page: those created later are not. */
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
      // Of a further page, or a filtered list, other records belong before it.
      const others = hasOnly(page.query, name, order, size) ? known(page) : [];
      const isNatural = startsSorted(seen.plain.page, others, field, direction);
      const isSortedBy = (values.size >= enough || !isNatural) && startsSorted(page.page, others, field, direction);
      return [{ ...page, name, field, isSigned, ...(order === undefined ? {} : { order }), isSortedBy }];
    }),
  );
}

/** By which parameters recorded requests sort a list; `undefined` where none shows how the order is turned. */
export function recordedSort(sought: Sought): SortParameter | undefined {
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
