import { memoize } from "../target/memoize.ts";
import type { Session } from "../target/session.ts";
import type { Identity } from "./record-identity.ts";
import { keysOf, pagesIn, problemsOf, type Known, type Problem } from "./walk-problems.ts";
import { walk, type Route, type Walk } from "./walk.ts";

/** A walk, and its problems. */
export interface Reading extends Known {
  readonly walk: Walk;
  readonly problems: readonly Problem[];
  /** The keys of all records, if the complete list was read. */
  readonly listed?: ReadonlySet<string>;
}

/** A route through a list, and all walks along it. */
export interface Trail {
  readonly route: Route;
  readonly readings: readonly [Reading, ...Reading[]];
}

/** The pauses before further walks, as parts of the time in which created users must appear. */
const pauses = { late: [0.1, 0.32], soon: 0.02 } as const;

/** How many requests a run may send to repeat walks, and to read long lists completely. */
const maxRepeated = { usual: 60, quick: 12 } as const;

const repeating = memoize((session: Session) => ({ left: maxRepeated[session.isQuick ? "quick" : "usual"] as number }));

/** Reserves the requests for a walk of N pages, if enough are left. */
export function reserve(session: Session, pages: number): boolean {
  const budget = repeating(session);
  const isEnough = budget.left > pages;
  if (isEnough) budget.left -= pages + 1;
  return isEnough;
}

/** Repeats walks with problems until two consecutive walks agree, or the limit is reached. */
export async function settled(session: Session, walks: readonly Walk[], identity: Identity): Promise<readonly Trail[]> {
  const listed = keysOfWhole(walks, identity);
  let trails: readonly Trail[] = readingsOf(walks, identity, listed).map((reading) => ({
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
    const readings = readingsOf(latest, identity, listed);
    trails = trails.map((trail, place): Trail => {
      const reading = readings[place];
      if (reading === undefined || !again.has(trail)) return trail;
      return { ...trail, readings: [...trail.readings, reading] };
    });
  }
  return trails;
}

/** How many requests a whole walk may cost more than one of some pages: it also shows what a growing list lost. */
const worthOfWhole = 3;

/** One walk for each kind of problem: first those that were repeated before, then the shortest. */
function toRepeat(open: readonly Trail[]): readonly Trail[] {
  const known = new Set<string>();
  const cost = (trail: Trail): number => {
    const { pages, isWhole } = lastOf(trail).walk;
    return isWhole ? pages.length : pages.length + worthOfWhole;
  };
  return open
    .toSorted((one, other) => other.readings.length - one.readings.length || cost(one) - cost(other))
    .filter(({ readings }) => {
      const wrong = readings.flatMap(kindsIn);
      const isNew = wrong.some((kind) => !known.has(kind));
      for (const kind of wrong) known.add(kind);
      return isNew;
    });
}

/** Whether a list differs between two walks: then it is repeated on one route only. */
function isMoving({ readings }: Trail): boolean {
  const [before, last] = readings.slice(-2);
  return before !== undefined && last !== undefined && !isUnchanged(before, last);
}

export function lastOf({ readings }: Trail): Reading {
  return readings.at(-1) ?? readings[0];
}

/** Whether there is a walk to repeat. */
function isOpen(trail: Trail): boolean {
  const last = lastOf(trail);
  const before = trail.readings.at(-2);
  const isWrong = (reading: Reading): boolean => reading.problems.length > 0 || hasWrongTotal(reading);
  if (before === undefined || isLate(last)) return isWrong(last);
  return (isWrong(last) || isWrong(before)) && !agree(before, last);
}

/** Whether recent writes may explain the problems: then they must persist. */
function isLate(reading: Reading): boolean {
  return hasWrongTotal(reading) || reading.problems.some(({ kind }) => kind !== "number" && kind !== "past");
}

/** Whether two walks show the same problems on an unchanged list: then they are not coincidence. */
export function confirmed(trail: Trail): readonly [Reading, Reading] | undefined {
  const last = lastOf(trail);
  const earlier = isLate(last) ? trail.readings[0] : trail.readings.at(-2);
  return earlier !== undefined && earlier !== last && agree(earlier, last) ? [earlier, last] : undefined;
}

/** Whether `meta.total` is not the number of records. */
export function hasWrongTotal({ walk: { pages }, count }: Reading): boolean {
  const total = pages[0]?.held?.total;
  return total !== undefined && total !== count;
}

/** The kinds of problems of a walk. */
export function kindsIn(reading: Reading): readonly string[] {
  return [...reading.problems.map(({ kind }) => kind), ...(hasWrongTotal(reading) ? ["count"] : [])];
}

/** Whether two walks of an unchanged list agree, or both lost records of a list to which others only add some. */
function agree(one: Reading, other: Reading): boolean {
  if (!isUnchanged(one, other)) return bothLost(one, other) && problemsInBoth(one, other).length > 0;
  const isAlike = one.problems.length + other.problems.length === 0 || problemsInBoth(one, other).length > 0;
  return isAlike && hasWrongTotal(one) === hasWrongTotal(other);
}

/** Whether both walks lack more records than others added, and the second has all records of the first. */
function bothLost(one: Reading, other: Reading): boolean {
  if (!one.walk.isWhole || !other.walk.isWhole || !other.identity.isReliable) return false;
  const [before = 0, after = 0] = [one, other].map(({ walk: { pages } }) => pages[0]?.held?.total);
  const [earlier, later] = [keysOf(one.walk, one.identity), new Set(keysOf(other.walk, other.identity))];
  const added = after - before;
  const areLost = before - new Set(earlier).size > added + 1 && after - later.size > added + 1;
  return added >= 0 && areLost && earlier.every((key) => later.has(key));
}

/** The problems that two consecutive walks have in common. */
export function problemsInBoth(one: Reading, other: Reading): readonly Problem[] {
  return other.problems.filter(({ kind }) => one.problems.some((problem) => problem.kind === kind));
}

/** Whether the list stayed the same between two walks: each page has the same total, and no more records were seen. */
export function isUnchanged(one: Reading, other: Reading): boolean {
  const totals = new Map(one.walk.pages.map(({ index, held }) => [index, held?.total]));
  if (other.walk.pages.some(({ index, held }) => totals.has(index) && totals.get(index) !== held?.total)) return false;
  const mine = new Set(keysOf(one.walk, one.identity));
  const theirs = new Set(keysOf(other.walk, other.identity));
  const seen = new Set([...mine, ...theirs]).size;
  if (seen === mine.size && seen === theirs.size) return true;
  // A total that is counted from time to time stays the same, too; the records do not.
  return seen <= (other.walk.pages[0]?.held?.total ?? 0) && !hasMoved(one, other);
}

/** Whether some pages show that records were added: unknown ones, or, of a longer list, the same ones farther back. */
function hasMoved(one: Reading, other: Reading): boolean {
  const { identity, listed } = other;
  if (other.walk.isWhole || !identity.isReliable) return false;
  if (listed !== undefined) return keysOf(other.walk, identity).some((key) => !listed.has(key));
  const [before = [], after = []] = [one, other].map(({ walk: { pages } }) =>
    identity.keysOf(pages[0]?.held?.records ?? []),
  );
  const added = after.filter((key) => !before.includes(key)).length;
  const isKept = added < after.length || after.length <= 2;
  return added > 0 && isKept && after.slice(added).every((key, place) => key === before[place]);
}

/** How many different records were seen on a walk. */
export function countIn(one: Walk, identity: Identity): number {
  return new Set(keysOf(one, identity)).size;
}

/** The keys of all records, if a walk saw every page. */
function keysOfWhole(walks: readonly Walk[], identity: Identity): ReadonlySet<string> | undefined {
  const whole = walks.filter(({ isWhole }) => isWhole);
  return whole.length === 0 ? undefined : new Set(whole.flatMap((one) => keysOf(one, identity)));
}

/** Judges walks by comparing them: those with the same total saw the same list. */
export function readingsOf(
  walks: readonly Walk[],
  identity: Identity,
  listed?: ReadonlySet<string>,
): readonly Reading[] {
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
    return { ...known, ...(listed && { listed }), walk: one, problems: problemsOf(one, known) };
  });
}

/** Whether a page is one of the list's. */
export function isThere(reading: Reading, index: number): boolean {
  return index < Math.max(1, pagesIn(reading.walk, reading));
}
