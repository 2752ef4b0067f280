/** The whole numbers in a text, without duplicates: a rejection often says what would be accepted. */
export function numbersIn(text: string): readonly number[] {
  return [...new Set(Array.from(text.matchAll(/(?<![\w.])\d{1,9}(?![\w]|\.\d)/g), ([digits]) => Number(digits)))];
}

/** Where an accepted number ends, and a rejected one begins. */
interface Bounds {
  readonly accepted: number;
  readonly rejected: number;
}

/**
 * The largest accepted number and the smallest rejected one, by bisection.
 * @param likely tried first
 */
export async function narrow(
  { accepted, rejected }: Bounds,
  likely: readonly number[],
  isAccepted: (number: number) => Promise<boolean>,
): Promise<Bounds> {
  if (rejected - accepted <= 1) return { accepted, rejected };
  // By ratio first: limits of 50, 100 or 1000 are more common than those near 5,000.
  const isWide = accepted > 0 && rejected > 4 * accepted;
  const middle = Math.floor(isWide ? Math.sqrt(accepted * rejected) : (accepted + rejected) / 2);
  const [next = middle, ...others] = likely.filter((one) => one > accepted && one < rejected);
  const bounds = (await isAccepted(next)) ? { accepted: next, rejected } : { accepted, rejected: next };
  return narrow(bounds, others, isAccepted);
}

/**
 * Finds the one name that has an effect: the commonest alone, then all at once, then halves of those that are left.
 * @returns `undefined` if none has
 */
export async function findName(
  names: readonly string[],
  hasEffect: (names: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  const [commonest, ...others] = names;
  if (commonest === undefined) return undefined;
  if (await hasEffect([commonest])) return commonest;
  if (others.length === 0 || !(await hasEffect(others))) return undefined;
  let left: readonly string[] = others;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = (await hasEffect(half)) ? half : left.slice(half.length);
  }
  const [name] = left;
  // With several names that have an effect only together, the last one has none.
  return name !== undefined && (await hasEffect([name])) ? name : undefined;
}
