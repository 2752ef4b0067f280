import type { Spread } from "../measure/statistics.ts";

/** `12,345`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-GB");
}

/** `0.87`; without decimals from 100 on. */
export function ratio(value: number): string {
  return value >= 100 ? whole(value) : value.toFixed(2);
}

/** `12.3`. */
export function oneDecimal(value: number): string {
  return value.toFixed(1);
}

/** Milliseconds with three digits that count: `0.123 ms`, `12.3 ms`, `1,234 ms`. */
export function milliseconds(value: number): string {
  return `${value >= 100 ? whole(value) : value.toPrecision(3)} ms`;
}

/** Megabytes of 1,000,000 bytes. */
export function megabytes(bytes: number): string {
  return `${whole(bytes / 1e6)} MB`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** From the least to the greatest. */
export function range({ least, greatest }: Spread, format: (value: number) => string): string {
  return `${format(least)} – ${format(greatest)}`;
}

/** In the place of a number that could not be measured. */
export const unknown = "–";

export function known(value: number, format: (value: number) => string): string {
  return Number.isNaN(value) ? unknown : format(value);
}
