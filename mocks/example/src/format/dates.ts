const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** The day of a moment where the reader is. */
export function formatMoment(timestamp: string): string {
  return moment.format(new Date(timestamp));
}

/** A calendar day such as a due date, the same one everywhere. */
export function formatDay(date: string): string {
  return day.format(new Date(date));
}

/** "3 days ago", "yesterday", "in 2 months". */
export function formatRelative(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / length), unit);
}
