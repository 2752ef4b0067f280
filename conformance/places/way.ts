import { listing, listOf, type ListName, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import {
  firstPosition,
  isNumbered,
  positionParameter,
  sizeParameter,
  type NumberedPaging,
} from "../../fixtures/dialect/paging.ts";
import { lists, plainList, type Query } from "../discovery/list.ts";
import { nextPage } from "../discovery/next-page.ts";
import { ifKnown } from "../discovery/observation.ts";
import { bounds } from "../discovery/page-bounds.ts";
import { position, sizeName } from "../discovery/page-parameters.ts";
import { sessionSource } from "../discovery/source.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";

/** How to reach the pages of a list, declared or found. */
export interface Way {
  /** Whether any page can be requested by position; otherwise each page links the next. */
  readonly isByPlace: boolean;
  readonly isDeclared: boolean;
  /**
   * The query for a page, the first being 0; `undefined` if there is none.
   * @param step the number of records per page
   * @param before the previous page
   */
  readonly choose: (page: number, step: number, before: Exchange | undefined) => Query | undefined;
  /** The parameter of the size, if it is known. */
  readonly size: string | undefined;
  /** The maximum page size, and whether a larger one is reduced to it, if known. */
  readonly maxSize: number | undefined;
  readonly isClamped: boolean;
}

/** Other possible meanings of a found parameter. */
const meanings = [
  { style: "page", first: 1 },
  { style: "page", first: 0 },
  { style: "offset", first: 0 },
] as const;

/** The paging of a list, declared or found, with its most likely meaning first. */
export async function waysOf(session: Session, operation: ListOperationId): Promise<readonly Way[]> {
  const list = listOf(operation);
  const declared = ifDeclared(() => dialectOf(session.target)?.declared.paging[list]);
  if (declared?.style === "none") return [];
  const numbered = declared !== undefined && isNumbered(declared) ? declared : undefined;
  const isNamed =
    numbered && ifDeclared(() => [whichPage(numbered, 0, 1), positionParameter(numbered), sizeParameter(numbered)]);
  if (numbered !== undefined && isNamed !== undefined) {
    const way: Way = {
      isByPlace: true,
      isDeclared: true,
      choose: (page, step) => whichPage(numbered, page, step),
      size: sizeParameter(numbered) ?? undefined,
      maxSize: ifDeclared(() => numbered.maxSize),
      isClamped: ifDeclared(() => numbered.oversize) !== "reject",
    };
    return [way];
  }
  const source = sessionSource(session);
  const place = await ifKnown(position(source, list));
  const next = place === undefined ? await ifKnown(nextPage(source, list)) : undefined;
  const size = await ifKnown(sizeName(source, list));
  const found = size === undefined ? undefined : await ifKnown(bounds(source, list));
  const sized = { isDeclared: false, size, maxSize: found?.maxSize, isClamped: found?.oversize !== "reject" };
  if (next !== undefined) {
    const choose: Way["choose"] = (_, __, before) => (before === undefined ? {} : next.after(before));
    return [{ ...sized, isByPlace: false, choose }];
  }
  if (place === undefined) return [];
  const others = meanings.filter(({ style, first }) => style !== place.style || first !== place.first);
  return [place, ...others].map(({ style, first }) => ({
    ...sized,
    isByPlace: true,
    choose: (page, step) => ({ [place.name]: String(style === "page" ? page + first : page * step) }),
  }));
}

/** Finds the paging of both lists. Done before anything is created, since a growing list misleads. */
export async function knowPaging(session: Session): Promise<void> {
  await Promise.all(lists.map((list) => waysOf(session, listing(list))));
}

/** How to request a page of a list, and how many records it should have. */
export interface PagingScheme {
  readonly size: number;
  /** The query of a page; the first is 0. `size` is the actual number of records on a page. */
  query(page: number, size: number): Query;
}

/** The number of pages in which to request a list that comes whole, or whose sizes are declared. */
const pagesWanted = 3;

/**
 * The pages of a list by their places: of the usual size, or of a third of a list that comes whole or whose sizes are
 * declared.
 * @param total the number of records of the account
 */
export async function schemeOf(session: Session, list: ListName, total: number): Promise<PagingScheme | undefined> {
  const [way] = await waysOf(session, listing(list));
  const plain = way?.isByPlace === true ? await ifKnown(plainList(sessionSource(session), list)) : undefined;
  if (way === undefined || plain === undefined) return undefined;
  const { isDeclared, size: name, maxSize = 10 } = way;
  const { keys, total: own } = plain.page;
  if (own > keys.length && (!isDeclared || name === undefined))
    return { size: keys.length, query: (page, held) => ({ ...way.choose(page, held, undefined) }) };
  if (name === undefined) return undefined;
  const third = Math.ceil((isDeclared ? total : own) / pagesWanted);
  const size = !isDeclared || third <= maxSize ? third : Math.min(10, maxSize);
  const sized = { [name]: String(size) };
  return { size, query: (page, held) => ({ ...sized, ...way.choose(page, held, undefined) }) };
}

/** The query of a page of a declared paging; the first is 0. */
export function pageQuery(paging: NumberedPaging, page: number, size: number): Query {
  const name = sizeParameter(paging);
  return { ...whichPage(paging, page, size), ...(name === null ? {} : { [name]: String(size) }) };
}

/** The query that selects a page with the target's page size. */
export function whichPage(paging: NumberedPaging, page: number, size: number): Query {
  return paging.style === "page"
    ? { [paging.parameters.page]: String(page + firstPosition(paging)) }
    : { [paging.parameters.offset]: String(page * size) };
}
