import { memoize } from "../target/memoize.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { filterQuery, filters, usual } from "../discovery/filtering.ts";
import { textOf, type Direction, scalarFields, seenRecords } from "../discovery/seen-records.ts";
import { pageOf, type ListName } from "../discovery/list.ts";
import { ifKnown } from "../discovery/observation.ts";
import {
  fieldsNamed,
  sortOfLists,
  sortQuery,
  prepareSearch,
  type SortParameter,
  type SortWay,
} from "../discovery/sort-parameter.ts";
import { openBounded, type Source } from "../discovery/source.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Members } from "../target/envelope.ts";
import type { Session } from "../target/session.ts";

/** A list in another order. */
export interface Sort {
  /** `sorted by name`, `sorted by name, descending`. */
  readonly words: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A part of a list. */
export interface Filter extends Sort {
  /** Whether a record has the value: otherwise it may be rejected. */
  readonly isSeen: boolean;
}

/** How many requests a run may send to find sorting and filtering. */
const maxFinding = 40;

const findingSource = memoize((session: Session) => openBounded(session, session.isQuick ? 0 : maxFinding));

const directions: readonly Direction[] = ["descending", "ascending"];

/** The sorting of a list, declared or found; fields that some records lack first, then those with many equal values. */
export async function sortsOf(session: Session, list: ListName): Promise<readonly Sort[]> {
  const declared = ifDeclared(() => dialectOf(session.target)?.declared.sorting);
  if (ifDeclared(() => declared?.style) === "none") return [];
  const source = findingSource(session);
  const records = (await ifKnown(seenRecords(source, list)))?.records ?? [];
  const given = declared && ifDeclared(() => ("parameter" in declared ? { ...declared } : undefined));
  const way: SortParameter | SortWay | "none" | undefined = given ?? (await ifKnown(sortOfLists(source)));
  if (way === undefined || way === "none") return [];
  const known = (given && ifDeclared(() => given[list])) ?? scalarFields(records);
  const rank = (field: string): number =>
    variety(records, field) - (isOftenLacking(records, field) ? records.length : 0);
  const fields = known.filter((field) => variety(records, field) > 1).toSorted((one, other) => rank(one) - rank(other));
  const taken = "unknownField" in way && given === undefined ? await takenOf(source, list, way, fields) : fields;
  const suffix = await suffixOf(source, list, way, taken[0]);
  return taken.flatMap((field) =>
    directions.map((direction) => {
      const isDown = direction === "descending";
      return {
        words: `sorted by ${field}${isDown ? ", descending" : ""}`,
        query: isDown && suffix !== undefined ? { [way.parameter]: field + suffix } : sortQuery(way, field, direction),
      };
    }),
  );
}

/** What services write after a field to sort by it in descending order. */
const suffixes = [",desc", ":desc", " desc"];

/** The suffix that reverses the order, if neither a minus nor another parameter does. */
async function suffixOf(
  source: Source,
  list: ListName,
  way: SortWay,
  field: string | undefined,
): Promise<string | undefined> {
  if (field === undefined || way.style !== "pair" || way.orderParameter !== undefined) return undefined;
  const up = await pageOf(source, list, { [way.parameter]: field });
  for (const suffix of suffixes) {
    const down = await pageOf(source, list, { [way.parameter]: field + suffix });
    if (down !== undefined && up !== undefined && down.keys[0] !== up.keys[0]) return suffix;
  }
  return undefined;
}

/** Whether some records lack a field, and the others share few values: a join or an index may leave these out. */
function isOftenLacking(records: readonly Members[], field: string): boolean {
  return records.some((record) => textOf(record, field) === undefined) && 2 * variety(records, field) <= records.length;
}

/** How many sort fields are enough, and how many to try if others are rejected. */
const sortFields = { enough: 3, tried: 8 } as const;

/** The sortable fields of a list if others are rejected: those that a rejection lists, or some. */
async function takenOf(
  source: Source,
  list: ListName,
  way: SortParameter,
  fields: readonly string[],
): Promise<readonly string[]> {
  if (way.unknownField === "ignore") return fields;
  const sought = await ifKnown(prepareSearch(source, list));
  const named = sought === undefined ? [] : await ifKnown(fieldsNamed(sought, way.parameter));
  const taken = fields.filter((field) => named?.includes(field));
  if (taken.length > 0) return taken;
  const found: string[] = [];
  for (const field of fields.slice(0, sortFields.tried)) {
    if (found.length === sortFields.enough) break;
    const page = await pageOf(source, list, sortQuery(way, field, "ascending"));
    if (page !== undefined) found.push(field);
  }
  return found;
}

/** How many fields to try if the filters of a list are unknown. */
const maxGuessed = 2;

/** The filters of a list, declared or found: with values of records, and with one that no record has. */
export async function filtersOf(session: Session, list: ListName): Promise<readonly Filter[]> {
  const declared = ifDeclared(() => dialectOf(session.target)?.declared.filtering);
  if (ifDeclared(() => declared?.style) === "none") return [];
  const source = findingSource(session);
  const records = (await ifKnown(seenRecords(source, list)))?.records ?? [];
  const given =
    declared && ifDeclared(() => ("users" in declared ? { style: declared.style, fields: declared[list] } : undefined));
  const found = given ?? (await ifKnown(filters(source, list)));
  if (found?.style === "none") return [];
  // An unknown field may still be a filter with wrong results.
  const guessed = scalarFields(records).filter((field) => usual.test(field));
  const { style, fields } = found ?? { style: "plain", fields: guessed.slice(0, maxGuessed) };
  const known = fields.toSorted((one, other) => variety(records, other) - variety(records, one));
  const by = (field: string, value: string, isSeen: boolean): Filter => ({
    words: isSeen ? `filtered by ${field}` : "filtered without matches",
    query: filterQuery({ style }, field, value),
    isSeen: isSeen && found !== undefined,
  });
  const [first] = known;
  return [
    ...(first === undefined ? [] : [by(first, "orgkit-no-such-value", false)]),
    ...known.flatMap((field) => {
      const value = records.map((record) => textOf(record, field)).find((text) => text !== undefined && text !== "");
      return value === undefined ? [] : [by(field, value, true)];
    }),
  ];
}

/** The number of different values of a field. */
function variety(records: readonly Members[], field: string): number {
  return new Set(records.map((record) => textOf(record, field))).size;
}
