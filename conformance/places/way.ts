import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { isNumbered } from "../../fixtures/dialect/paging.ts";
import { type Query } from "../discovery/list.ts";
import { nextPage } from "../discovery/next-page.ts";
import { ifKnown } from "../discovery/observation.ts";
import { bounds } from "../discovery/page-bounds.ts";
import { position, sizeName as foundSizeName } from "../discovery/page-parameters.ts";
import { sessionSource } from "../discovery/source.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Session } from "../target/session.ts";
import { pageName, sizeName, whichPage } from "./paging-scheme.ts";

/** How the pages of a list are come to: as declared, or as was found out. */
export interface Way {
  /** Whether any page can be asked for by its place; else each page leads to the next. */
  readonly isByPlace: boolean;
  readonly isDeclared: boolean;
  /**
   * What selects a page, the first being 0; `undefined` where there is none.
   * @param step how many records a page has
   * @param before the page before it
   */
  readonly choose: (page: number, step: number, before: Exchange | undefined) => Query | undefined;
  /** The parameter of the size, where one is known. */
  readonly size: string | undefined;
  /** The largest size of a page, and whether a greater one is taken for it; where they are known. */
  readonly maxSize: number | undefined;
  readonly isClamped: boolean;
}

/** What a parameter that was found may mean, beside what it was found to. */
const meanings = [
  { style: "page", first: 1 },
  { style: "page", first: 0 },
  { style: "offset", first: 0 },
] as const;

/** How a list is paged, as declared, or as is found out: that first, and what else it may be. */
export async function waysOf(session: Session, operation: ListOperationId): Promise<readonly Way[]> {
  const list = listOf(operation);
  const declared = ifDeclared(() => dialectOf(session.target)?.declared.paging[list]);
  if (declared?.style === "none") return [];
  const numbered = declared !== undefined && isNumbered(declared) ? declared : undefined;
  const named = numbered && ifDeclared(() => [whichPage(numbered, 0, 1), pageName(numbered), sizeName(numbered)]);
  if (numbered !== undefined && named !== undefined) {
    const way: Way = {
      isByPlace: true,
      isDeclared: true,
      choose: (page, step) => whichPage(numbered, page, step),
      size: sizeName(numbered),
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
