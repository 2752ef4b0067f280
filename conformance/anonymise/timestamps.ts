const dayLength = 86_400_000;

const clock = "(?:[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?(?: ?(?:Z|[+-]\\d{2}(?::?\\d{2})?))?)?";

/** A date format: how to parse it, and how to write it. */
const formats: readonly (readonly [RegExp, (date: string) => string])[] = [
  [new RegExp(`^(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})(?=${clock}$)`, "i"), (date) => date],
  [/^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})$/, (date) => date.replaceAll("-", "/")],
  [/^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/, (date) => date.split("-").toReversed().join(".")],
];

/**
 * A date, with its time if it has one, N days later in the same format: ISO 8601, `2024/03/01`, `01.03.2024`, HTTP's
 * (RFC 9110 §5.6.7), or seconds or milliseconds since 1970, of the years 2001 to 2096.
 * @returns undefined for anything else
 */
export function daysAfter(value: string | number, days: number): string | number | undefined {
  if (typeof value === "number") {
    const unit = [1000, 1].find((factor) => value * factor >= 1e12 && value * factor < 4e12);
    return unit === undefined || !Number.isInteger(value) ? undefined : value + (days * dayLength) / unit;
  }
  const instant = Date.parse(value);
  if (new Date(instant).toUTCString() === value) return new Date(instant + days * dayLength).toUTCString();
  for (const [pattern, write] of formats) {
    const { year = "", month = "", day = "" } = pattern.exec(value)?.groups ?? {};
    const start = Date.parse(`${year}-${month}-${day}T00:00Z`);
    const dateAfter = (count: number): string => new Date(start + count * dayLength).toISOString().slice(0, 10);
    // `2024-02-30` is parsed as a day in March.
    if (Number.isNaN(start) || dateAfter(0) !== `${year}-${month}-${day}`) continue;
    // The first and the last days that four-digit years can express mean "never".
    return value.replace(pattern, () => write(dateAfter(year < "0002" || year === "9999" ? 0 : days)));
  }
  return undefined;
}
