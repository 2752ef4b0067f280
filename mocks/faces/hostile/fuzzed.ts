import fc from "fast-check";

/** How much is tried, and from where on; the seed and the path of a failure repeat it. */
export interface FuzzOptions {
  readonly runs: number;
  readonly seed?: number | undefined;
  readonly path?: string | undefined;
}

/** What came of trying: `failure` tells the smallest example that failed, and how to repeat it. */
export interface FuzzResult {
  readonly runs: number;
  readonly seed: number;
  readonly failure: string | undefined;
}

/**
 * Tries a property on sequences of whatever the arbitrary gives.
 * @param check throws, or rejects, where a sequence shows a fault
 */
export async function fuzzSequences<Item>(
  item: fc.Arbitrary<Item>,
  check: (sequence: readonly Item[]) => Promise<void> | void,
  { runs, seed, path }: FuzzOptions,
): Promise<FuzzResult> {
  const property = fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (sequence) => {
    await check(sequence);
  });
  const details = await fc.check(property, {
    numRuns: runs,
    includeErrorInReport: true,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  const failure = details.failed ? await fc.asyncDefaultReportMessage(details) : undefined;
  return { runs: details.numRuns, seed: details.seed, failure };
}
