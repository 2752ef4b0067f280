/** So many records, each with a number and an address of its own. */
export function people(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    employeeNumber: 100 + 3 * index,
    mail: `p${index}@x.example`,
  }));
}

/** In another order, which the seed decides. */
export function shuffle(all: readonly object[], seed: number): readonly object[] {
  const at = (index: number): number => (Math.sin((index + 1) * (seed + 12.9898)) * 43_758.5453) % 1;
  return all
    .map((row, index) => ({ row, at: at(index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row);
}
