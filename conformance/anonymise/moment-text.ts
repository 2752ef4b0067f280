/** A date, or a moment, as it is written in a text or a number: by the clock on the wall. */
export interface WrittenMoment {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** What has gone by of the day, from 0 to 1; without a time of day, `undefined`. */
  readonly time: number | undefined;
  /** Milliseconds since 1970, to tell which of two is earlier. */
  readonly instant: number;
  /** The same format, at another day and time; to the same precision, rounded down. */
  write(day: number, time: number | undefined): string | number;
}

const dayLength = 86_400_000;

const iso =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:(?<gap>[T ])(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:(?<point>[.,])(?<fraction>\d{1,9}))?)?(?<zone> ?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

const otherDates: readonly { readonly pattern: RegExp; readonly write: (date: DateParts) => string }[] = [
  { pattern: /^(?<year>\d{4})\/(?<month>\d{2})\/(?<date>\d{2})$/, write: (parts) => Object.values(parts).join("/") },
  {
    pattern: /^(?<date>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/,
    write: ({ year, month, date }) => `${date}.${month}.${year}`,
  },
];

interface DateParts {
  readonly year: string;
  readonly month: string;
  readonly date: string;
}

/** Reads ISO 8601, `2024/03/01`, `01.03.2024`, and the format of HTTP (RFC 9110 §5.6.7). @returns undefined for anything else */
export function readMoment(text: string): WrittenMoment | undefined {
  return readIso(text) ?? readOtherDate(text) ?? readHttpDate(text);
}

/** Reads seconds or milliseconds since 1970, of the years 2001 to 2096. */
export function readEpoch(value: number): WrittenMoment | undefined {
  const unit = [1000, 1].find((factor) => value * factor >= 1e12 && value * factor < 4e12);
  if (unit === undefined || !Number.isInteger(value)) return undefined;
  const instant = value * unit;
  const day = Math.floor(instant / dayLength);
  return {
    day,
    time: (instant - day * dayLength) / dayLength,
    instant,
    write: (other, time = 0) => Math.floor((other * dayLength + time * dayLength) / unit),
  };
}

function readIso(text: string): WrittenMoment | undefined {
  const {
    date = "",
    gap,
    hour = "",
    minute = "",
    second,
    point = "",
    fraction,
    zone = "",
  } = iso.exec(text)?.groups ?? {};
  const day = dayOf(date);
  if (day === undefined) return undefined;
  if (gap === undefined) return { day, time: undefined, instant: day * dayLength, write: dateText };
  const units = second === undefined ? 1440 : 86_400 * 10 ** (fraction?.length ?? 0);
  const count =
    second === undefined
      ? Number(hour) * 60 + Number(minute)
      : (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 10 ** (fraction?.length ?? 0) +
        Number(fraction ?? 0);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  return {
    day,
    time: count / units,
    instant: (day + count / units) * dayLength - offsetOf(zone),
    write(other, time = 0) {
      const made = Math.min(units - 1, Math.floor(time * units + 1e-6));
      const perSecond = 10 ** (fraction?.length ?? 0);
      const seconds = second === undefined ? made * 60 : Math.floor(made / perSecond);
      const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
        padded(part, 2),
      );
      const fine = fraction === undefined ? "" : point + padded(made % perSecond, fraction.length);
      return `${dateText(other)}${gap}${clock.slice(0, second === undefined ? 2 : 3).join(":")}${fine}${zone}`;
    },
  };
}

function readOtherDate(text: string): WrittenMoment | undefined {
  for (const { pattern, write } of otherDates) {
    const { year = "", month = "", date = "" } = pattern.exec(text)?.groups ?? {};
    const day = dayOf(`${year}-${month}-${date}`);
    if (day === undefined) continue;
    return {
      day,
      time: undefined,
      instant: day * dayLength,
      write(other) {
        const [writtenYear = "", writtenMonth = "", writtenDate = ""] = dateText(other).split("-");
        return write({ year: writtenYear, month: writtenMonth, date: writtenDate });
      },
    };
  }
  return undefined;
}

function readHttpDate(text: string): WrittenMoment | undefined {
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || new Date(instant).toUTCString() !== text) return undefined;
  const day = Math.floor(instant / dayLength);
  return {
    day,
    time: instant / dayLength - day,
    instant,
    write: (other, time = 0) => new Date(other * dayLength + Math.floor(time * 86_400 + 1e-6) * 1000).toUTCString(),
  };
}

/** @returns undefined where there is no such day, as with February 30 */
function dayOf(date: string): number | undefined {
  const instant = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== date
    ? undefined
    : instant / dayLength;
}

function dateText(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}

function offsetOf(zone: string): number {
  const {
    sign = "",
    hours = "0",
    minutes = "0",
  } = /(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?/.exec(zone)?.groups ?? {};
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function padded(count: number, length: number): string {
  return String(count).padStart(length, "0");
}
