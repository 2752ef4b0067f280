import { firstPosition, sizeParameter } from "../../fixtures/dialect/paging.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import type { NumberedPaging } from "../../fixtures/dialect/paging.ts";
import { lists, plainList, type ListName } from "../discovery/list.ts";
import { ifKnown } from "../discovery/observation.ts";
import { position, sizeName as foundSizeName } from "../discovery/page-parameters.ts";
import { sessionSource, type Source } from "../discovery/source.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Session } from "../target/session.ts";

/** How to request a page of a list, and how many records it should have. */
export interface PagingScheme {
  readonly size: number;
  /** The query of a page; the first is 0. `size` is the actual number of records on a page. */
  query(page: number, size: number): Readonly<Record<string, string>>;
  /** Whether a dialect declares it; otherwise responses of the target showed it. */
  readonly isDeclared: boolean;
}

/** The paging of a list, declared or found; `undefined` if it is unknown. */
export async function schemeOf(session: Session, list: ListName, total: number): Promise<PagingScheme | undefined> {
  const declared = ifDeclared(() => dialectOf(session.target)?.declared.paging[list]);
  if (declared?.style === "none" || declared?.style === "cursor") return undefined;
  const scheme = declared && ifDeclared(() => declaredScheme(declared, total, session.isQuick));
  return scheme ?? ifKnown(foundScheme(sessionSource(session), list));
}

/** Finds the paging of both lists. Done before anything is created, since a growing list misleads. */
export async function knowPaging(session: Session): Promise<void> {
  await Promise.all(lists.map((list) => schemeOf(session, list, 2)));
}

/** The room on a page for records created meanwhile. */
export const room = 5;

/** The maximum number of pages in a walk if small pages are available. */
const pagesWanted = 3;

/**
 * The pages of a declared paging: a size for three pages, or for ten.
 * @param total the number of records
 * @param isQuick whether the maximum size is enough, with room for a few more records
 * @throws NotDeclared if the parameters or the number of the first page are not declared
 */
function declaredScheme(paging: NumberedPaging, total: number, isQuick: boolean): PagingScheme {
  const third = Math.ceil(total / pagesWanted);
  if (sizeParameter(paging) === null) {
    return { size: paging.defaultSize, query: (page, held) => pageQuery(paging, page, held), isDeclared: true };
  }
  const maxSize = ifDeclared(() => paging.maxSize) ?? 10;
  const small = third <= maxSize ? third : Math.min(10, maxSize);
  const size = isQuick ? Math.min(total + room, maxSize) : small;
  pageQuery(paging, 0, size);
  return { size, query: (page, held) => pageQuery(paging, page, held), isDeclared: true };
}

/** The pages found in the target's responses: of the usual size, or of a third of a list that comes whole. */
async function foundScheme(source: Source, list: ListName): Promise<PagingScheme> {
  const { style, name, first } = await position(source, list);
  const { keys, total } = (await plainList(source, list)).page;
  const size = total > keys.length ? keys.length : Math.ceil(total / pagesWanted);
  const sized = total > keys.length ? {} : { [await foundSizeName(source, list)]: String(size) };
  return {
    size,
    query: (page, held) => ({ ...sized, [name]: String(style === "page" ? page + first : page * held) }),
    isDeclared: false,
  };
}

/** The query of a page; the first is 0. */
export function pageQuery(paging: NumberedPaging, page: number, size: number): Readonly<Record<string, string>> {
  const name = sizeParameter(paging);
  return { ...whichPage(paging, page, size), ...(name === null ? {} : { [name]: String(size) }) };
}

/** The query that selects a page with the target's page size. */
export function whichPage(paging: NumberedPaging, page: number, size: number): Readonly<Record<string, string>> {
  return paging.style === "page"
    ? { [paging.parameters.page]: String(page + firstPosition(paging)) }
    : { [paging.parameters.offset]: String(page * size) };
}
