import { memoize } from "../target/memoize.ts";
import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import type { Session } from "../target/session.ts";
import { identityOf, type Identity } from "./record-identity.ts";
import { countIn, readingsOf, reserve, settled, type Trail } from "./trails.ts";
import { isEmpty, keysOf } from "./walk-problems.ts";
import { sortsOf } from "./view-parameters.ts";
import { responseTo } from "./visit.ts";
import { heldIn, walk, type Route, type Walk } from "./walk.ts";
import { waysOf, type Way } from "./way.ts";

/** The maximum number of pages for reading a whole list; beyond it, only some pages are read in another order. */
const maxPages = { usual: 14, doubtful: 40, quick: 6 } as const;

/** The preferred number of pages for a list. */
const pagesWanted = 4;

/** The maximum number of pages for walks in another order, and for lists that come whole. */
const sortedPages = { most: 6, wanted: 3 } as const;

/** Everything known of a list from its pages. */
export interface ListWalks {
  readonly way: Way | undefined;
  /** How to tell the records apart. */
  readonly identity: Identity;
  /** The first uses the target's page size. */
  readonly trails: readonly Trail[];
}

/** Walks through a list with several page sizes, once per session. */
export const listWalks: (session: Session, operation: ListOperationId) => Promise<ListWalks> = memoize(walkList);

async function walkList(session: Session, operation: ListOperationId): Promise<ListWalks> {
  const plain = await responseTo(session, { operation, label: "before the pages" });
  const held = plain && heldIn(plain);
  const records = held?.records ?? [];
  const ways = held === undefined || records.length === 0 ? [] : await waysOf(session, operation);
  const [main, identity] = await firstWalk(session, operation, ways, records.length);
  if (held === undefined || main === undefined) return { way: undefined, identity, trails: [] };
  const start = main.route;
  const found = start.way;
  const sizes = sizesFor(main, held.total, found);
  const others = (session.isQuick ? sizes.slice(-1, main.isWhole ? -1 : undefined) : sizes).map((size) => ({
    ...start,
    size,
    // In pages of a size that is reduced, the second one shows whether its place is computed from the requested size.
    maxPages: size > (found.maxSize ?? size) ? maxPages.quick : start.maxPages,
  }));
  const sorted = main.isWhole && main.isFollowed ? await sortedRoutes(session, start, main) : [];
  const walks = [
    main,
    ...(await Promise.all([...others, ...sorted].map((route) => walk(session, route, "on a walk")))),
  ];
  const doubtful = walks.filter(
    (one) => !one.isWhole && one.route.order === undefined && one !== main && isInOtherOrder(one, main, identity),
  );
  const further = await wholeWalks(session, doubtful, held.total, identity);
  const kept = [...walks, ...further].filter((one) => one.isFollowed || one.pages.length > 1 || isEmpty(one));
  return { way: found, identity, trails: await settled(session, kept, identity) };
}

/** The maximum number of pages for walks with another page size. */
const handyPages = 12;

/**
 * If sampled pages have other records than the main walk, reads the whole list: in a few long pages, then in pages of
 * theirs.
 */
async function wholeWalks(
  session: Session,
  doubtful: readonly Walk[],
  total: number,
  identity: Identity,
): Promise<readonly Walk[]> {
  const made: Walk[] = [];
  const [longest] = doubtful.toSorted((one, other) => other.step - one.step);
  if (longest === undefined) return made;
  for (const size of new Set([Math.max(longest.step, Math.ceil(total / handyPages)), longest.step])) {
    const count = Math.ceil(total / size);
    const isClear = made.every((one) => readingsOf([one], identity).every(({ problems }) => problems.length === 0));
    if (!isClear || count > maxPages.doubtful || !reserve(session, count)) break;
    const route = { ...longest.route, size, maxPages: maxPages.doubtful };
    made.push(await walk(session, route, "on a walk of every page"));
  }
  return made;
}

/** Walks with the usual page size. If the meaning of a found parameter does not fit, tries its other meanings. */
async function firstWalk(
  session: Session,
  operation: ListOperationId,
  ways: readonly Way[],
  longest: number,
): Promise<readonly [walk: Walk | undefined, identity: Identity]> {
  let first: readonly [Walk, Identity] | undefined;
  const most = session.isQuick ? maxPages.quick : maxPages.usual;
  for (const [index, way] of ways.entries()) {
    const route: Route = { operation, way, size: undefined, maxPages: most, longest };
    const made = await walk(session, route, index === 0 ? "on a walk" : `on a walk in another way, ${index}`);
    const pages = made.pages.map((page) => page.held?.records ?? []).filter(({ length }) => length > 0);
    const identity = identityOf(pages, made.again?.held?.records);
    first ??= [made, identity];
    const areFewer = countIn(made, identity) < countIn(first[0], identity);
    if (!areFewer && made.isFollowed && readingsOf([made], identity).every(({ problems }) => problems.length === 0))
      return [made, identity];
  }
  return first ?? [undefined, identityOf([])];
}

/** Whether sampled pages have other records than the complete list at the same positions. */
function isInOtherOrder({ pages, step, count }: Walk, main: Walk, identity: Identity): boolean {
  if (!main.isWhole || !identity.isReliable) return false;
  // Pages beyond the last may repeat it.
  const order = keysOf({ ...main, pages: main.pages.filter(({ index }) => index < main.count) }, identity);
  return pages.some(({ index, held }) => {
    const keys = held === undefined ? [] : identity.keysOf(held.records);
    return index < count && keys.join("\n") !== order.slice(index * step, (index + 1) * step).join("\n");
  });
}

/** Walks in both orders of a field with many equal values, where sorting by the field alone is ambiguous. */
async function sortedRoutes(
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
function sizesFor(main: Walk, total: number, { size, maxSize, isClamped }: Way): readonly number[] {
  if (size === undefined) return [];
  const large = total <= 100 ? 100 : 1000;
  const handy = Math.ceil(total / pagesWanted);
  // A shorter list is read completely in pages of two.
  const isHandy = total > 2 * maxPages.usual && main.count < pagesWanted / 2;
  const wanted = [1, 2, ...(isHandy ? [handy] : []), Math.min(maxSize ?? large, large), large];
  return [...new Set(wanted)].filter((one) => isClamped || one <= (maxSize ?? large));
}
