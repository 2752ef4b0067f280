/** JSON without spaces and with the members of each object sorted by name: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "null";
}

/** JSON for files that are compared: indented, members sorted by name, a line break at the end. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), undefined, 2) ?? "null"}\n`;
}

/** Many results of a report share one exchange, and a digest and a file are made of one report. */
const copies = new WeakMap<object, object>();

/** By code unit, not by a locale: the text must be the same everywhere. From entries, so that `__proto__` stays a member. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy =
    copies.get(value) ??
    (Array.isArray(value)
      ? value.map(sorted)
      : Object.fromEntries(
          Object.entries(value)
            .map(([name, member]) => [name, sorted(member)] as const)
            .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        ));
  copies.set(value, copy);
  return copy;
}
