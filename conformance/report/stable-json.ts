/** JSON without spaces and with the members of each object sorted by name: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "null";
}

/** JSON for files that are compared: indented, members sorted by name, a line break at the end. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2) ?? "null"}\n`;
}

/** @param known what was sorted already: many results of a report share one exchange */
function sorted(value: unknown, known = new Map<object, unknown>()): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, known));
  if (typeof value !== "object" || value === null) return value;
  const copy = known.get(value) ?? withSortedMembers(value, known);
  known.set(value, copy);
  return copy;
}

function withSortedMembers(value: object, known: Map<object, unknown>): unknown {
  // By code unit, not by a locale: the text must be the same on every machine. From entries, so that a member
  // named __proto__ stays a member.
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, member]) => [name, sorted(member, known)]),
  );
}
