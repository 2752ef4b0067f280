const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
] as const;

/** `2 h 5 min`; at most two units, milliseconds only below a second. */
export function durationText(ms: number): string {
  const size = Math.abs(ms);
  if (size < 1000) return `${size} ms`;
  const first = units.findIndex(([, unit]) => size >= unit);
  let rest = size;
  const parts: string[] = [];
  for (const [name, unit] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.join(" ");
}

/** The time of day of a moment in ISO 8601, in UTC: `12:30:00.000`. */
export function timeOfDay(iso: string): string {
  return iso.slice(11, 23);
}

/** A moment without its milliseconds, in UTC: `2026-03-01 12:30:00`. */
export function momentText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** What the clock shows, so many milliseconds after it was read. */
export function clockAfter(clock: { readonly now: string; readonly frozen: boolean }, elapsedMs: number): string {
  return clock.frozen ? clock.now : new Date(Date.parse(clock.now) + elapsedMs).toISOString();
}
