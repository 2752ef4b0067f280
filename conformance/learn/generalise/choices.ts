/** More than these are no choices. */
const mostChoices = 8;

/** With fewer texts, one that is rare is likely not to have been seen. */
const enough = 40;

/**
 * The few values that texts take, in alphabetical order; `undefined` where they are all alike, or not a few words that
 * come again and again. A value seen a time or two would leave it open whether there are others.
 * @param isAll whether these are all the texts there are
 */
export function choicesOf(values: readonly unknown[], isAll: boolean): string[] | undefined {
  const counts = countsOf(values);
  if (counts === undefined || counts.size < 2) return undefined;
  const isSupported = isAll
    ? values.length >= 10 && values.length >= 4 * counts.size
    : values.length >= enough && [...counts.values()].every((count) => count > 2);
  return isSupported ? [...counts.keys()].toSorted() : undefined;
}

/** Words that come again among texts, the most frequent first: good enough to be sent, though there may be others. */
export function repeatedWords(values: readonly unknown[]): string[] | undefined {
  const counts = countsOf(values);
  if (counts === undefined || values.length < 2 * counts.size) return undefined;
  return [...counts].toSorted(([, left], [, right]) => right - left).map(([text]) => text);
}

/** How often each text stands among values; `undefined` where some are no words, or there are too many of them. */
function countsOf(values: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (typeof value !== "string" || !/^[A-Za-z][\w-]{0,30}( [\w-]{1,20}){0,2}$/.test(value)) return undefined;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > mostChoices) return undefined;
  }
  return counts.size === 0 ? undefined : counts;
}
