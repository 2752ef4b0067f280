/** JSON without spaces and with the members of each object sorted by name: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortedMembers()) ?? "null";
}

/** JSON for files that are compared: indented, members sorted by name, a line break at the end. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(value, sortedMembers(), 2) ?? "null"}\n`;
}

/** By code unit, not by a locale: the text must be the same everywhere. From entries, so that `__proto__` stays a member. */
function sortedMembers(): (name: string, value: unknown) => unknown {
  // Many results of a report share one exchange.
  const known = new Map<object, object>();
  return (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const sorted =
      known.get(value) ??
      Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    known.set(value, sorted);
    return sorted;
  };
}
