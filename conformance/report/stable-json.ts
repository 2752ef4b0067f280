/** JSON for files to diff: indented, with sorted members and a final line break. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), undefined, 2) ?? "null"}\n`;
}

/** A cache: results share exchanges. */
const copies = new WeakMap<object, object>();

/** By code unit, so that the text does not depend on a locale. From entries, so that `__proto__` stays a member. */
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
