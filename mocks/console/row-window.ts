/** Which rows of a long list are drawn: those in sight, and a few around them. */
export interface RowWindow {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

/** So many more than are in sight, on either side. */
const around = 8;

export function rowsInSight(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const top = Math.floor(scrollTop / rowHeight);
  const inSight = Math.ceil(height / rowHeight) + 1;
  const first = Math.max(0, Math.min(top, count) - around);
  return { first, end: Math.min(count, top + inSight + around) };
}

/** Where to scroll to so that a row is wholly in sight: as little as possible. */
export function scrollTo(index: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}

/** The row a key leads to from the one at `index` (-1: none); `undefined` where it leads nowhere. */
export function rowAfterKey(key: string, index: number, count: number, page: number): number | undefined {
  const target = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined || count === 0 ? undefined : Math.max(0, Math.min(target, count - 1));
}
