import { memoize } from "../target/memoize.ts";
import type { ListOperationId } from "../../fixtures/contract/operations.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { identityOf, type Identity } from "./record-identity.ts";
import { maxPages, sizesFor, sortedRoutes } from "./routes.ts";
import { isEmpty, keysOf, pagesIn, problemsOf, type Known, type Problem } from "./walk-problems.ts";
import { heldIn, walk, type Route, type Walk } from "./walk.ts";
import { waysOf, type Way } from "./way.ts";

/** A walk, and its problems. */
export interface Reading extends Known {
  readonly walk: Walk;
  readonly problems: readonly Problem[];
}

/** A route through a list, and all walks along it. */
export interface Trail {
  readonly route: Route;
  readonly readings: readonly [Reading, ...Reading[]];
}

/** Everything known of a list from its pages. */
export interface ListWalks {
  readonly way: Way | undefined;
  /** How to tell the records apart. */
  readonly identity: Identity;
  /** The first uses the target's page size. */
  readonly trails: readonly Trail[];
}

/** The pauses before further walks, as parts of the time in which created users must appear. */
const pauses = { late: [0.1, 0.32], soon: 0.02 } as const;

/** How many requests a run may send to repeat walks, and to read long lists completely. */
const maxRepeated = { usual: 36, quick: 12 } as const;

const repeating = memoize((session: Session) => ({ left: maxRepeated[session.isQuick ? "quick" : "usual"] as number }));

/** Reserves the requests for a walk of so many pages, if there are enough. */
function reserve(session: Session, pages: number): boolean {
  const budget = repeating(session);
  const isThere = budget.left > pages;
  if (isThere) budget.left -= pages + 1;
  return isThere;
}

/** Walks through a list with several page sizes, once per session. */
export const listWalks: (session: Session, operation: ListOperationId) => Promise<ListWalks> = memoize(walkList);

async function walkList(session: Session, operation: ListOperationId): Promise<ListWalks> {
  const plain = await session.call({ operation, label: "before the pages" });
  const held = plain instanceof Unavailable ? undefined : heldIn(plain);
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
  const kept = [...walks.filter((one) => !doubtful.includes(one)), ...further].filter(
    (one) => one.isFollowed || one.pages.length > 1 || isEmpty(one),
  );
  return { way: found, identity, trails: await settled(session, kept, identity) };
}

/** How many pages are enough to read a list in another size. */
const handyPages = 12;

/** Instead of walks that show the list in another order: one through all of it, and the shortest through all of theirs. */
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

/** Walks with the usual page size. If a parameter was found and its meaning does not fit, tries another that shows as many. */
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
function isInOtherOrder({ pages, step }: Walk, main: Walk, identity: Identity): boolean {
  if (!main.isWhole || !identity.tells) return false;
  const order = keysOf(main, identity);
  return pages.some(({ index, held }) => {
    const keys = held === undefined ? [] : identity.keysOf(held.records);
    return keys.join("\n") !== order.slice(index * step, (index + 1) * step).join("\n");
  });
}

/** Repeats walks with problems until two consecutive walks agree, or the limit is reached. */
async function settled(session: Session, walks: readonly Walk[], identity: Identity): Promise<readonly Trail[]> {
  let trails: readonly Trail[] = readingsOf(walks, identity).map((reading) => ({
    route: reading.walk.route,
    readings: [reading],
  }));
  for (const [index, pause] of pauses.late.entries()) {
    const open = trails.filter((trail) => isOpen(trail) && (trail === trails[0] || !isMoving(trail)));
    const chosen = toRepeat(open).filter((trail) => reserve(session, lastOf(trail).walk.pages.length));
    if (chosen.length === 0) break;
    await session.wait((chosen.some((trail) => isLate(lastOf(trail))) ? pause : pauses.soon) * session.patience);
    const label = `on walk ${index + 2}`;
    const again = new Map(
      await Promise.all(chosen.map(async (trail) => [trail, await walk(session, trail.route, label)] as const)),
    );
    const latest = trails.map((trail) => again.get(trail) ?? lastOf(trail).walk);
    const readings = readingsOf(latest, identity);
    trails = trails.map((trail, place): Trail => {
      const reading = readings[place];
      if (reading === undefined || !again.has(trail)) return trail;
      return { ...trail, readings: [...trail.readings, reading] };
    });
  }
  return trails;
}

/** One walk for each kind of problem: first those that were repeated before, then the shortest. */
function toRepeat(open: readonly Trail[]): readonly Trail[] {
  const known = new Set<string>();
  const cost = (trail: Trail): number => lastOf(trail).walk.pages.length;
  return open
    .toSorted((one, other) => other.readings.length - one.readings.length || cost(one) - cost(other))
    .filter(({ readings }) => {
      const wrong = readings.flatMap((reading) => [
        ...reading.problems.map(({ kind }) => kind),
        ...(isMiscounted(reading) ? ["count"] : []),
      ]);
      const isNew = wrong.some((kind) => !known.has(kind));
      for (const kind of wrong) known.add(kind);
      return isNew;
    });
}

/** Whether a list differs between two walks: then it is repeated on one route only. */
function isMoving({ readings }: Trail): boolean {
  const [before, last] = readings.slice(-2);
  return before !== undefined && last !== undefined && !stoodStill(before, last);
}

export function lastOf({ readings }: Trail): Reading {
  return readings.at(-1) ?? readings[0];
}

/** Whether there is a walk to repeat. */
function isOpen(trail: Trail): boolean {
  const last = lastOf(trail);
  const before = trail.readings.at(-2);
  const isWrong = (reading: Reading): boolean => reading.problems.length > 0 || isMiscounted(reading);
  if (before === undefined || isLate(last)) return isWrong(last);
  return (isWrong(last) || isWrong(before)) && !agree(before, last);
}

/** Whether recent writes may explain the problems: then they must persist. */
function isLate(reading: Reading): boolean {
  return isMiscounted(reading) || reading.problems.some(({ kind }) => kind !== "number" && kind !== "total");
}

/** Whether two walks show the same problems on an unchanged list: then they are not coincidence. */
export function confirmed(trail: Trail): readonly [Reading, Reading] | undefined {
  const last = lastOf(trail);
  const earlier = isLate(last) ? trail.readings[0] : trail.readings.at(-2);
  return earlier !== undefined && earlier !== last && agree(earlier, last) ? [earlier, last] : undefined;
}

/** Whether `meta.total` is not the number of records. */
export function isMiscounted({ walk: { pages }, count }: Reading): boolean {
  const total = pages[0]?.held?.total;
  return total !== undefined && total !== count;
}

/** Whether two walks of an unchanged list agree. */
function agree(one: Reading, other: Reading): boolean {
  if (!stoodStill(one, other)) return false;
  const isAlike = one.problems.length + other.problems.length === 0 || problemsInBoth(one, other).length > 0;
  return isAlike && isMiscounted(one) === isMiscounted(other);
}

/** The problems that two consecutive walks have in common. */
export function problemsInBoth(one: Reading, other: Reading): readonly Problem[] {
  return other.problems.filter(({ kind }) => one.problems.some((problem) => problem.kind === kind));
}

/** Whether the list stayed the same between two walks: each page has the same total, and no more records were seen. */
export function stoodStill(one: Reading, other: Reading): boolean {
  const totals = new Map(one.walk.pages.map(({ index, held }) => [index, held?.total]));
  if (other.walk.pages.some(({ index, held }) => totals.has(index) && totals.get(index) !== held?.total)) return false;
  const mine = new Set(keysOf(one.walk, one.identity));
  const theirs = new Set(keysOf(other.walk, other.identity));
  const seen = new Set([...mine, ...theirs]).size;
  // A total that is counted from time to time stays the same, too; the records do not.
  return seen <= (other.walk.pages[0]?.held?.total ?? 0) || (seen === mine.size && seen === theirs.size);
}

/** How many different records were seen on a walk. */
function countIn(one: Walk, identity: Identity): number {
  return new Set(keysOf(one, identity)).size;
}

/** Judges walks by comparing them: those with the same total saw the same list. */
function readingsOf(walks: readonly Walk[], identity: Identity): readonly Reading[] {
  const whole = walks.filter(
    ({ isWhole, pages, count }) => isWhole && pages.every(({ index, held }) => index >= count || held),
  );
  return walks.map((one): Reading => {
    const total = one.pages[0]?.held?.total;
    const alike = whole.filter(({ pages }) => pages[0]?.held?.total === total);
    const counts = alike.map((other) => countIn(other, identity));
    const known: Known = {
      identity,
      count: counts.length === 0 ? (total ?? 0) : Math.max(...counts),
      isSole: alike.length < 2,
    };
    return { ...known, walk: one, problems: problemsOf(one, known) };
  });
}

/** Whether a page is one of the list's. */
export function isThere(reading: Reading, index: number): boolean {
  return index < Math.max(1, pagesIn(reading.walk, reading));
}
