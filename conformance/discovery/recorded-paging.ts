import { numberIn, recordedPages, withoutFields, type ListName, type Page, type RecordedPage } from "./list.ts";
import { offsetNames, pageNames, sizeNames } from "./names.ts";
import { indexIn, meaningsOf, type Meaning, type Position, type ParameterSearch } from "./position-style.ts";
import type { Source } from "./source.ts";

/** The numeric parameters of recorded requests for a list, known names first. */
function numericNames(pages: readonly RecordedPage[], plain: Page, known: readonly string[]): readonly string[] {
  const names = new Set(
    pages.flatMap(({ query }) => Object.keys(query).filter((name) => numberIn(query[name]) !== undefined)),
  );
  const isKnown = (name: string): number => Number(known.includes(name));
  return withoutFields([...names], plain).toSorted((one, other) => isKnown(other) - isKnown(one));
}

/**
 * The size parameter, from recorded pages: page lengths equal it, where others differ; or they always equal it, and its
 * name fits.
 */
export function recordedSize(source: Source, list: ListName, plain: Page): string | undefined {
  const pages = recordedPages(source, list);
  const others = new Set([...pageNames, ...offsetNames]);
  const names = numericNames(pages, plain, sizeNames).filter((name) => !others.has(name));
  const candidates = names.map((name) => {
    const own = pages.flatMap(({ query, page: { keys, total } }) => {
      const asked = numberIn(query[name]);
      return asked === undefined || asked === 0 ? [] : [{ asked, got: keys.length, total }];
    });
    const exact = own.filter(({ asked, got, total }) => asked === got && got < total);
    const isBound = own.every(({ asked, got }) => got <= asked);
    const lengths = pages.filter(({ query }) => query[name] === undefined).map(({ page }) => page.keys.length);
    const isTelling = exact.some(({ asked }) => lengths.some((length) => length > asked));
    const isVaried = new Set(exact.map(({ asked }) => asked)).size > 1;
    return { name, isShown: isBound && (isTelling || isVaried), isNamed: isBound && exact.length > 0 };
  });
  const shown = candidates.find(({ isShown }) => isShown);
  const named = candidates.find(({ name, isNamed }) => isNamed && sizeNames.includes(name));
  return (shown ?? named)?.name;
}

/** The position parameter of a list, from recorded pages. */
export function recordedPosition(sought: ParameterSearch): Position | undefined {
  const { source, list, plain, size } = sought;
  const pages = recordedPages(source, list);
  const names = numericNames(pages, plain, [...pageNames, ...offsetNames]).filter((name) => name !== size);
  for (const name of names) {
    const own = pages.filter(({ query, page }) => numberIn(query[name]) !== undefined && page.keys.length > 0);
    const readings = meaningsOf(sought, name).map((meaning) => ({
      meaning,
      places: own.flatMap((page) => placeOf(page, name, meaning, sought, pages) ?? []),
    }));
    const fitting = readings.filter(
      ({ places }) => places.every(({ fits }) => fits) && places.some(({ isFurther }) => isFurther),
    );
    const byName = pageNames.includes(name) ? "page" : "offset";
    const [found] = fitting.toSorted((one, other) => rank(other.meaning) - rank(one.meaning));
    function rank({ style }: Meaning): number {
      return Number(style === byName);
    }
    if (found === undefined) continue;
    const evidence = found.places.filter(({ isFurther }) => isFurther).map(({ answer }) => answer);
    return { ...found.meaning, name, isByName: fitting.length > 1, evidence: evidence.slice(0, 3) };
  }
  return undefined;
}

/** Whether a page fits a meaning of the parameter; nothing if the page is beyond the last. */
function placeOf(
  { query, page, answer }: RecordedPage,
  name: string,
  { style, first }: Meaning,
  { plain, order, size }: ParameterSearch,
  pages: readonly RecordedPage[],
) {
  const value = numberIn(query[name]) ?? 0;
  const asked = size === undefined ? undefined : query[size];
  // A page is shorter than requested if it is the last, or if the maximum is lower.
  const longest = Math.max(
    ...pages
      .filter((one) => asked !== undefined || one.query[size ?? ""] === undefined)
      .map((one) => one.page.keys.length),
  );
  const length = Math.min(numberIn(asked) ?? longest, longest);
  const before = style === "page" ? value - first : Math.floor(value / length);
  const start = style === "page" ? before * length : value;
  if (before < 0 || start >= page.total) return undefined;
  const base = plain.page > 1 ? 1 : plain.page;
  const isPlain = Object.keys(query).every((one) => one === name || one === size);
  const index = isPlain ? indexIn(order, page) : -1;
  const isByNumber = page.page === base + before;
  const fits = isByNumber || index === start;
  return { fits, isFurther: fits && start > 0 && (page.page > base || index > 0), answer };
}
