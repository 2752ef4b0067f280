import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { isNumbered, positionParameter, sizeParameter } from "../../fixtures/dialect/paging.ts";
import { type Query } from "../discovery/list.ts";
import { nextPage } from "../discovery/next-page.ts";
import { ifKnown } from "../discovery/observation.ts";
import { bounds } from "../discovery/page-bounds.ts";
import { position, sizeName as foundSizeName } from "../discovery/page-parameters.ts";
import { sessionSource } from "../discovery/source.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";
import { whichPage } from "./paging-scheme.ts";

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
  const named =
    numbered && ifDeclared(() => [whichPage(numbered, 0, 1), positionParameter(numbered), sizeParameter(numbered)]);
  if (numbered !== undefined && named !== undefined) {
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
  const size = await ifKnown(foundSizeName(source, list));
  const found = size === undefined ? undefined : await ifKnown(bounds(source, list));
  const sized = { isDeclared: false, size, maxSize: found?.maxSize, isClamped: found?.oversize !== "reject" };
  if (next !== undefined)
    return [
      { ...sized, isByPlace: false, choose: (_, __, before) => (before === undefined ? {} : next.after(before)) },
    ];
  if (place === undefined) return [];
  const others = meanings.filter(({ style, first }) => style !== place.style || first !== place.first);
  return [place, ...others].map(({ style, first }) => ({
    ...sized,
    isByPlace: true,
    choose: (page, step) => ({ [place.name]: String(style === "page" ? page + first : page * step) }),
  }));
}
