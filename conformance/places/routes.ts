import { listOf } from "../../fixtures/contract/operations.ts";
import type { Session } from "../target/session.ts";
import { sortsOf } from "./view-parameters.ts";
import type { Route, Walk } from "./walk.ts";
import type { Way } from "./way.ts";

/** The maximum number of pages for reading a whole list; beyond it, only some pages are read in another order. */
export const maxPages = { usual: 14, doubtful: 40, quick: 6 } as const;

/** The preferred number of pages for a list. */
const pagesWanted = 4;

/** The maximum number of pages for walks in another order, and for lists that come whole. */
const sortedPages = { most: 6, wanted: 3 } as const;

/** Walks in both orders of a field with many equal values, where sorting by the field alone is ambiguous. */
export async function sortedRoutes(
  session: Session,
  start: Route,
  { count, pages: [first] }: Walk,
): Promise<readonly Route[]> {
  const { way, operation } = start;
  const total = first?.held?.total ?? 0;
  const isLong = count > sortedPages.most || total <= sortedPages.wanted;
  if (session.isQuick || !way.isByPlace || isLong || (count < 2 && way.size === undefined)) return [];
  const sorts = await sortsOf(session, listOf(operation));
  return sorts.slice(0, 2).map(({ words, query }) => ({
    ...start,
    size: count < 2 ? Math.ceil(total / sortedPages.wanted) : undefined,
    order: words,
    way: {
      ...way,
      choose: (page, step, before) => {
        const chosen = way.choose(page, step, before);
        return chosen && { ...query, ...chosen };
      },
    },
  }));
}

/** The page sizes to try beside the usual one: small ones, one for about four pages, the maximum, and more. */
export function sizesFor(main: Walk, total: number, { size, maxSize, isClamped }: Way): readonly number[] {
  if (size === undefined) return [];
  const large = total <= 100 ? 100 : 1000;
  const handy = Math.ceil(total / pagesWanted);
  // A shorter list is read completely in pages of two.
  const isHandy = total > 2 * maxPages.usual && main.count < pagesWanted / 2;
  const wanted = [1, 2, ...(isHandy ? [handy] : []), Math.min(maxSize ?? large, large), large];
  return [...new Set(wanted)].filter((one) => isClamped || one <= (maxSize ?? large));
}
