/** The middle value of several rounds, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * Nothing is known where one of the values is not.
 * @throws RangeError where there are no values
 */
export function spreadOf(values: readonly number[]): Spread {
  if (values.some(Number.isNaN)) return { median: Number.NaN, least: Number.NaN, greatest: Number.NaN };
  const sorted = values.toSorted((left, right) => left - right);
  return { median: quantile(sorted, 0.5), least: quantile(sorted, 0), greatest: quantile(sorted, 1) };
}

/** @throws RangeError where there are no values */
export function median(values: readonly number[]): number {
  return spreadOf(values).median;
}

/**
 * The value that a share of them does not exceed: between two, in proportion.
 * @param sorted ascending
 * @param share from 0 to 1
 * @throws RangeError where there are no values
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError("there is no quantile of no values");
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * The ratios of two things measured in the same rounds. Each round gives one, so what slows a whole round down
 * does not count.
 */
export function ratiosByRound(values: readonly number[], base: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / (base[round] ?? Number.NaN)));
}
